"""Days from 1 to 31 alone, whose month is in the title or name of the sheet; days without a year. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, CellValue, show_cell
from tournaments.exchange.lists.reading import DAY_FIRST, OPEN, Interview
from tournaments.exchange.lists.tables import ListTable
from tournaments.exchange.lists.title_days import ask_for_year, find_title_day, has_whole_date
from tournaments.exchange.lists.written_dates import (
    find_date_in_text,
    find_month_in_text,
    is_date_text,
    is_month,
    is_weekday,
    read_date,
)

# 5, 5., gio 5, 5 gio: the day of the week says nothing more.
DAY_ALONE = re.compile(r"^(?:([^\W\d_]{2,10})\.?,?\s+)?(\d{1,2})(?:\.0|[.°º])?(?:\s+([^\W\d_]{2,10})\.?)?$")
# 8/4, 8.4., gio 8/4: the order of day and month is found later.
DAY_AND_MONTH = re.compile(r"^(?:[^\W\d_]{2,10}\.?,?\s+)?(\d{1,2})([./-])(\d{1,2})\.?$")
# A year in which every day exists.
LEAP_YEAR = 2000
MOST_MONTHS_APART, LONGEST_DATE = 6, 30
YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
MOST_YEARS = 30
# How many of the cells of a column have to be days for it to be one of dates.
SHARE_OF_DAYS = 0.8
TERM = re.compile(r"[^\W\d_]+")
# 2nd of April, 2 de abril, 1er mai.
BESIDE_DAY = frozenset(("st", "nd", "rd", "th", "er", "of", "de", "di", "del"))


def guess_day_column(roles: tuple[str, ...], rows: Sequence[CellRow]) -> tuple[str, ...]:
    """Return the roles of a table without a date, its evenings or rounds as that if days are below.

    A list may have "2 April" below the heading "Evening".
    """
    for role in (headings.EVENT, headings.ROUND) if headings.DATE not in roles else ():
        if role in roles:
            column = roles.index(role)
            cells = [row.get(column) for row in rows if show_cell(row.get(column))]
            if cells and sum(map(_is_day, cells)) >= SHARE_OF_DAYS * len(cells):
                return tuple(headings.DATE if one == role else one for one in roles)
    return roles


def _is_day(cell: CellValue) -> bool:
    """Return whether a cell has a day of a month and nothing else."""
    if isinstance(cell, date):
        return True
    text = cell.strip() if isinstance(cell, str) else ""
    if is_date_text(text) or DAY_AND_MONTH.match(text):
        return True
    terms = [term for term in TERM.findall(text) if term.casefold() not in BESIDE_DAY]
    is_plain = any(map(is_month, terms)) and all(is_month(term) or is_weekday(term) for term in terms)
    return is_plain and bool(_read_day_of_year(text) or read_date(text, DAY_FIRST))


def complete_days(tables: Sequence[ListTable], interview: Interview) -> list[ListTable]:
    """Return the tables with whole dates for days without a month or a year; asks for what is nowhere."""
    return [_complete_months(table, interview) for table in complete_years(tables, interview)]


def _complete_months(table: ListTable, interview: Interview) -> ListTable:
    """Return a table whose column has days alone, with their month; any other table as it is."""
    column = table.get_column(headings.DATE)
    days = {} if column is None else _list_days(table, column)
    if column is None or not days:
        return table
    first = _find_month(table, tuple(days), interview)
    return (
        replace(table, rows=tuple(_complete_row(row, column, days, first) for row in table.rows))
        if first
        else table
    )


def complete_years(tables: Sequence[ListTable], interview: Interview) -> list[ListTable]:
    """Return the tables with the year of days that have a month only, such as 8 April and 8/4.

    The year of the title is guessed, any other one is a question for all tables at once. A day alone below a
    date, such as 15 below 8 April, is of the same month.
    """
    days_of_rows = {number: _list_days_of_year(table) for number, table in enumerate(tables)}
    titles = {number: day for number, table in enumerate(tables) if (day := _find_day_of_title(table))}
    lacking = {number: days for number, days in days_of_rows.items() if days or number in titles}
    untitled = [number for number in lacking if not _find_title_year(tables[number])]
    completed = list(tables)
    for number, days in lacking.items():
        table, year = tables[number], _find_title_year(tables[number])
        about = [number] if year else untitled
        answer = ask_for_year(
            [day for one in about for day in (*lacking[one].values(), *_list_day(titles, one))],
            interview,
            rows=[row for one in about for row in _list_rows(tables[one], lacking[one])],
            title_year=year,
        )
        if answer:
            completed[number] = _add_years(table, days, int(answer)) if days else table
            title_days = [_write_year(day, int(answer)) for day in _list_day(titles, number)]
            completed[number] = replace(completed[number], day=next(iter(title_days), None))
    return completed


def _list_day(titles: dict[int, date], number: int) -> list[date]:
    return [titles[number]] if number in titles else []


def _list_rows(table: ListTable, days: dict[int, date]) -> list[tuple[int, str]]:
    """Return the rows that lack a year with their sheet: those of days, else the title or the headings."""
    above = [*table.above[-1:], *([table.heading] if table.heading else [])]
    lines = list(days) or [row.line for row in above[:1]]
    return [(line, table.sheet.name) for line in lines]


def _find_day_of_title(table: ListTable) -> date | None:
    """Return the day of the title or the sheet without a year, if rows need it and no title is whole."""
    column = table.get_column(headings.DATE)
    has_dates = column is not None and all(show_cell(row.get(column)) for row in table.rows)
    if has_dates or has_whole_date(table.text_above, table.sheet.name):
        return None
    return find_title_day(table.text_above, table.sheet.name)


def _write_year(day: date, year: int) -> date | None:
    """Return a day in a year; None for 29 February of a year that has none."""
    try:
        return day.replace(year=year)
    except ValueError:
        return None


def _find_title_year(table: ListTable) -> str:
    texts = (table.text_above, table.sheet.name)
    return next((match[1] for text in texts if (match := YEAR.search(text))), "")


def _list_days_of_year(table: ListTable) -> dict[int, date]:
    """Return the days that have a month and no year by row, each in a leap year."""
    column = table.get_column(headings.DATE)
    if column is None:
        return {}
    return {row.line: day for row in table.rows if (day := _read_day_of_year(row.get(column)))}


def _read_day_of_year(cell: CellValue) -> date | None:
    text = cell.strip() if isinstance(cell, str) else ""
    if not text or len(text) > LONGEST_DATE or read_date(text, DAY_FIRST):
        return None
    if match := DAY_AND_MONTH.match(text):
        first, other = sorted((int(match[1]), int(match[3])))
        return read_date(f"{LEAP_YEAR}-{first}-{other}", DAY_FIRST) or read_date(
            f"{LEAP_YEAR}-{other}-{first}", DAY_FIRST
        )
    return find_date_in_text(text, LEAP_YEAR)


def _add_years(table: ListTable, days: dict[int, date], year: int) -> ListTable:
    """Return a table with whole dates; the year changes where the months go from December to January."""
    column = table.get_column(headings.DATE)
    if column is None:
        return table
    rows, above, whole = [], None, None
    for row in table.rows:
        cell = row.get(column)
        day, alone = days.get(row.line), _read_day_alone(cell)
        if day is not None:
            year += _count_years(above, day)
            above = day
            whole = _write_date(cell, day, year)
            rows.append(_put_date(row, column, whole))
            continue
        if alone and isinstance(whole, date) and alone >= whole.day:
            rows.append(_complete_row(row, column, {row.line: alone}, whole.replace(day=1)))
            continue
        if show_cell(cell):
            whole = read_date(cell, DAY_FIRST) if isinstance(cell, date) else None
        rows.append(row)
    return replace(table, rows=tuple(rows))


def _count_years(above: date | None, day: date) -> int:
    """Return by how many years a day is after the one above, in whichever order the rows are."""
    months = day.month - above.month if above else 0
    return (months < -MOST_MONTHS_APART) - (months > MOST_MONTHS_APART)


def _write_date(cell: CellValue, day: date, year: int) -> CellValue:
    """Return the date of a cell in a year; one in figures stays a text, one that does not exist as it is."""
    if match := DAY_AND_MONTH.match(show_cell(cell)):
        return f"{match[1]}{match[2]}{match[3]}{match[2]}{year}"
    try:
        return day.replace(year=year)
    except ValueError:
        return cell


def _put_date(row: CellRow, column: int, cell: CellValue) -> CellRow:
    return replace(row, cells=(*row.cells[:column], cell, *row.cells[column + 1 :]))


def _list_days(table: ListTable, column: int) -> dict[int, int]:
    """Return the days of a column by row; none if a cell has more than a day."""
    cells = {row.line: row.get(column) for row in table.rows if show_cell(row.get(column))}
    days = {line: day for line, cell in cells.items() if (day := _read_day_alone(cell))}
    return days if len(days) == len(cells) else {}


def _read_day_alone(cell: CellValue) -> int:
    """Return the day of a cell that has no month; 0 if it is anything else."""
    match = None if isinstance(cell, bool | date) else DAY_ALONE.match(show_cell(cell))
    if match is None or any(is_month(term) for term in (match[1], match[3]) if term):
        return 0
    return int(match[2]) if 1 <= int(match[2]) <= 31 else 0


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
    return _put_date(row, column, day)
