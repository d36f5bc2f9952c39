"""Columns with days from 1 to 31 alone: the month stands in the title or the name of the sheet. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, CellValue, show_cell
from tournaments.exchange.lists.reading import OPEN, Interview
from tournaments.exchange.lists.tables import ListTable
from tournaments.exchange.lists.written_dates import find_month_in_text

# 5, 5., gio 5, 5 gio: the day of the week says nothing more.
DAY_ALONE = re.compile(r"^(?:[^\W\d_]{2,10}\.?,?\s+)?(\d{1,2})(?:\.0|[.°º])?(?:\s+[^\W\d_]{2,10}\.?)?$")
YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
MOST_YEARS = 30


def complete_days(tables: Sequence[ListTable], interview: Interview) -> list[ListTable]:
    """Return the tables with whole dates for days of a month; asks for a month or year that is nowhere."""
    completed = []
    for table in tables:
        column = table.get_column(headings.DATE)
        days = {} if column is None else _list_days(table, column)
        if column is None or not days:
            completed.append(table)
            continue
        first = _find_month(table, tuple(days), interview)
        rows = tuple(_complete_row(row, column, days, first) for row in table.rows) if first else table.rows
        completed.append(replace(table, rows=rows))
    return completed


def _list_days(table: ListTable, column: int) -> dict[int, int]:
    """Return the days of a column by row; none if a cell has more than a day."""
    cells = {row.line: row.get(column) for row in table.rows if show_cell(row.get(column))}
    days = {line: day for line, cell in cells.items() if (day := _read_day_alone(cell))}
    return days if len(days) == len(cells) else {}


def _read_day_alone(cell: CellValue) -> int:
    match = None if isinstance(cell, bool | date) else DAY_ALONE.match(show_cell(cell))
    return int(match[1]) if match and 1 <= int(match[1]) <= 31 else 0


def _find_month(table: ListTable, lines: tuple[int, ...], interview: Interview) -> date | None:
    """Return the first day of the month of a table; None while it is not answered."""
    texts = (table.text_above, table.sheet.name)
    title_month = next((month for text in texts if (month := find_month_in_text(text))), None)
    years = tuple(str(year) for year in range(interview.year, interview.year - MOST_YEARS, -1))
    if title_month is not None:
        number, year = title_month
        other = next((match for text in texts if (match := YEAR.search(text))), None)
        year = year or (int(other[1]) if other else 0)
        answer = str(year) if year else interview.ask("season_year", choices=years, guess=years[0])
        return date(int(answer), number, 1)
    months = tuple(f"{year}-{number:02}" for year in years for number in range(12, 0, -1))
    answer = interview.ask(
        "month_of_days",
        lines=lines,
        sheets=(table.sheet.name,) * len(lines),
        choices=months,
        guess=OPEN,
    )
    return date.fromisoformat(f"{answer}-01") if answer else None


def _complete_row(row: CellRow, column: int, days: dict[int, int], first: date) -> CellRow:
    """Return a row with its whole date; a day that the month does not have stays as it is."""
    try:
        day = first.replace(day=days[row.line])
    except (KeyError, ValueError):
        return row
    return replace(row, cells=(*row.cells[:column], day, *row.cells[column + 1 :]))
