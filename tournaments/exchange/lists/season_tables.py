"""Season tables: names beside evenings with points in the cells, and totals. Pure."""

import re
from collections.abc import Sequence
from datetime import date

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, FileCells, show_cell
from tournaments.exchange.lists.reading import (
    DAY_FIRST,
    SEASON,
    Interview,
    LineRefusal,
    ListReading,
    PassedOver,
    PointsOfList,
)
from tournaments.exchange.lists.tables import ListTable, find_reason_to_pass, find_tables, list_passed_rows
from tournaments.exchange.lists.written_dates import find_date_in_text, find_date_order, read_date
from tournaments.exchange.lists.written_names import is_name, join_name, read_name
from tournaments.exchange.lists.written_numbers import read_number

FEWEST_EVENINGS = 2
SUMS = re.compile(
    r"^(best|beste|migliori|meilleur\w*|mejor\w*|bedste|en iyi|top|sum|total\w*|average|played)\b"
)
DAY_AND_MONTH = re.compile(r"^(\d{1,2})[./\-](\d{1,2})\.?$")
YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
ABSENT = frozenset(("", "-", "–", "—", "x", "abs", "dnp", "n/a", "/"))


def is_of_season(roles: Sequence[str]) -> bool:
    """Return whether one of the columns has names."""
    return not {headings.NAME, headings.FIRST, headings.LAST, headings.ONE}.isdisjoint(roles)


def read_season_table(file: FileCells, interview: Interview) -> ListReading:
    """Return the season table of a file: of each person the points by evening, and the total."""
    for sheet in file.sheets:
        for table in find_tables(sheet, is_of_season, interview):
            evenings = find_evenings(table)
            if len(evenings) >= FEWEST_EVENINGS:
                return _read_table(file, table, evenings, interview)
    first = next((sheet.rows[0] for sheet in file.sheets if sheet.rows), CellRow(0, ()))
    refusal = LineRefusal("no_evenings", first.line, ", ".join(filter(None, first.texts)))
    return ListReading(
        kind=SEASON, refusals=(refusal,), questions=interview.questions, encoding=file.encoding
    )


def find_evenings(table: ListTable) -> dict[int, str]:
    """Return the columns of evenings with the day of each, or its heading if that is no date."""
    heading = table.heading
    if heading is None:
        return {}
    texts = [text for text in heading.texts if DAY_AND_MONTH.match(text)]
    order = find_date_order([*heading.texts, *(f"{text.rstrip('.')}.2000" for text in texts)])
    year = YEAR.search(table.text_above)
    evenings: dict[int, str] = {}
    for column, cell in enumerate(heading.cells):
        text = show_cell(cell)
        day = _read_day(cell, text, order, int(year[1]) if year else None)
        if day is not None:
            evenings[column] = day.isoformat()
        elif text and not table.roles[column] and not _is_sum(text) and _has_points(table, column):
            evenings[column] = text
    return evenings


def _read_day(cell: object, text: str, order: str, year: int | None) -> date | None:
    if isinstance(cell, date):
        return cell
    short = DAY_AND_MONTH.match(text)
    if short and year:
        return read_date(f"{short[1]}/{short[2]}/{year}", order)
    if short or not any(map(str.isdigit, text)):
        return None
    return read_date(text, order or DAY_FIRST) or find_date_in_text(text, year)


def _is_sum(text: str) -> bool:
    return SUMS.match(headings.fold_heading(text)) is not None


def _has_points(table: ListTable, column: int) -> bool:
    cells = [row.get(column) for row in table.rows]
    filled = [cell for cell in cells if show_cell(cell).casefold() not in ABSENT]
    return bool(filled) and all(read_number(cell) is not None for cell in filled)


def _read_table(
    file: FileCells, table: ListTable, evenings: dict[int, str], interview: Interview
) -> ListReading:
    rows: list[PointsOfList] = []
    passed: list[PassedOver] = list_passed_rows(table)
    refusals: list[LineRefusal] = []
    for row in table.rows:
        reason = find_reason_to_pass(row, table)
        name = _read_name(table, row)
        if reason or row.texts == table.heading_texts or not name:
            passed.append(PassedOver(row.line, row.text, reason or "nameless", sheet=table.sheet.name))
            continue
        unread = [
            show_cell(row.get(column))
            for column in evenings
            if show_cell(row.get(column)).casefold() not in ABSENT and read_number(row.get(column)) is None
        ]
        if unread or not is_name(name):
            code = "points_unreadable" if unread else "name_unclear"
            refusals.append(LineRefusal(code, row.line, unread[0] if unread else name, table.sheet.name))
            continue
        rows.append(_read_row(table, row, name, evenings))
    return ListReading(
        kind=SEASON,
        season=tuple(rows),
        questions=interview.questions,
        passed_over=tuple(passed),
        refusals=tuple(refusals),
        sheet=table.sheet.name,
        heading_row=table.heading.line if table.heading else 0,
        columns=tuple(zip(table.heading_texts, table.roles, strict=False)),
        encoding=file.encoding,
        separator=file.separator,
    )


def _read_name(table: ListTable, row: CellRow) -> str:
    cells = {role: show_cell(row.get(column)) for column, role in enumerate(table.roles) if role}
    name = cells.get(headings.NAME) or cells.get(headings.ONE, "")
    if name:
        return read_name(name).name
    return join_name(cells.get(headings.FIRST, ""), cells.get(headings.LAST, "")).name


def _read_row(table: ListTable, row: CellRow, name: str, evenings: dict[int, str]) -> PointsOfList:
    points = {
        evening: number
        for column, evening in evenings.items()
        if (number := read_number(row.get(column))) is not None
    }
    total_column = table.get_column(headings.TOTAL)
    total = read_number(row.get(total_column)) if total_column is not None else None
    return PointsOfList(line=row.line, name=name, points=points, total=total)
