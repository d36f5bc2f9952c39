"""Season tables: names beside evenings with points in the cells, and totals. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, FileCells, show_cell
from tournaments.exchange.lists.reading import (
    DAY_FIRST,
    MONTH_FIRST,
    OPEN,
    SEASON,
    Interview,
    LineRefusal,
    ListReading,
    PassedOver,
    PointsOfList,
)
from tournaments.exchange.lists.tables import (
    ListTable,
    find_reason_to_pass,
    find_tables,
    leave_out_hidden,
    list_passed_rows,
)
from tournaments.exchange.lists.written_dates import (
    find_date_in_text,
    find_date_order,
    is_date_text,
    read_date,
)
from tournaments.exchange.lists.written_names import is_name, join_name, read_name
from tournaments.exchange.lists.written_numbers import read_number

FEWEST_EVENINGS = 2
SUMS = re.compile(
    r"^(best|beste|migliori|meilleur\w*|mejor\w*|bedste|en iyi|top|sum|total\w*|average|played)\b"
)
DAY_AND_MONTH = re.compile(r"^(\d{1,2})[./\-](\d{1,2})\.?$")
YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
# A leap year, to find out whether a day exists.
ANY_YEAR, MOST_YEARS = 2000, 30
ABSENT = frozenset(("", "-", "–", "—", "x", "abs", "dnp", "n/a", "/"))


def is_of_season(roles: Sequence[str]) -> bool:
    """Return whether one of the columns has names."""
    return not {headings.NAME, headings.FIRST, headings.LAST, headings.ONE}.isdisjoint(roles)


def is_season_file(file: FileCells, interview: Interview) -> bool:
    """Return whether a file of results has the points of a season: two columns headed by dates or numbers."""
    table = _find_table(file, interview)
    if table is None or table.heading is None:
        return False
    texts = [table.heading_texts[column] for column in _find_columns(table)]
    return sum(any(map(str.isdigit, text)) for text in texts) >= FEWEST_EVENINGS


def read_season_table(file: FileCells, interview: Interview) -> ListReading:
    """Return the season table of a file: of each person the points by evening, and the total."""
    table = _find_table(file, interview)
    if table is not None:
        (table,), hidden = leave_out_hidden([table], interview)
        reading = _read_table(file, table, find_evenings(table, interview), interview)
        return replace(reading, passed_over=(*reading.passed_over, *hidden))
    first = next((sheet.rows[0] for sheet in file.sheets if sheet.rows), CellRow(0, ()))
    refusal = LineRefusal("no_evenings", first.line, ", ".join(filter(None, first.texts)))
    return ListReading(
        kind=SEASON, refusals=(refusal,), questions=interview.questions, encoding=file.encoding
    )


def _find_table(file: FileCells, interview: Interview) -> ListTable | None:
    """Return the first table with names beside at least two evenings."""
    tables = (
        table
        for sheet in file.sheets
        if not sheet.is_hidden
        for table in find_tables(sheet, is_of_season, interview)
    )
    return next((table for table in tables if len(_find_columns(table)) >= FEWEST_EVENINGS), None)


def _find_columns(table: ListTable) -> list[int]:
    """Return the columns of evenings: headed by a date, or without a role and full of points."""
    if table.heading is None:
        return []
    columns = []
    for column, cell in enumerate(table.heading.cells):
        text = show_cell(cell)
        role = table.roles[column]
        is_other = not text or role not in (headings.IGNORED, headings.POINTS) or _is_sum(text)
        if _is_day(cell, text) or (not is_other and _has_points(table, column)):
            columns.append(column)
    return columns


def _is_day(cell: object, text: str) -> bool:
    """Return whether a heading is a date, with or without its year."""
    if isinstance(cell, date) or DAY_AND_MONTH.match(text) or is_date_text(text):
        return True
    return any(map(str.isdigit, text)) and find_date_in_text(text, ANY_YEAR) is not None


def find_evenings(table: ListTable, interview: Interview) -> dict[int, str]:
    """Return the columns of evenings with the day of each, or its heading if that is no date.

    Days without a year are of the year in the title, else of the answer; those of a month before that of the
    column before are of the next year.
    """
    heading = table.heading
    if heading is None:
        return {}
    columns = _find_columns(table)
    texts = [heading.texts[column] for column in columns]
    order = _find_order(table, texts, interview)
    year = _find_year(table, columns, order, interview)
    evenings: dict[int, str] = {}
    previous: date | None = None
    for column, text in zip(columns, texts, strict=True):
        day = _read_day(heading.cells[column], text, order, year)
        if day and previous and year and day.month < previous.month and _lacks_year(text):
            year += 1
            day = _read_day(heading.cells[column], text, order, year)
        evenings[column] = day.isoformat() if day else text
        previous = day or previous
    return evenings


def _find_order(table: ListTable, texts: Sequence[str], interview: Interview) -> str:
    """Return the order of day and month in the headings; asks if nothing decides it."""
    short = [text for text in texts if DAY_AND_MONTH.match(text)]
    dates = [text for text in texts if is_date_text(text)]
    # The separator stays: dates with dots are written with the day first.
    order = find_date_order([*dates, *(f"{text.rstrip('.')}{_get_sign(text)}2000" for text in short)])
    languages = headings.find_languages(table.heading_texts)
    if order or (languages and languages[0] != "en") or not (short or dates):
        return order or DAY_FIRST
    return interview.ask(
        "date_order",
        lines=(table.heading.line,) if table.heading else (),
        facts={"example": (short or dates)[0]},
        choices=(DAY_FIRST, MONTH_FIRST),
        guess=OPEN,
    )


def _get_sign(text: str) -> str:
    return next(letter for letter in text if not letter.isdigit())


def _find_year(table: ListTable, columns: Sequence[int], order: str, interview: Interview) -> int | None:
    """Return the year in the title; asks if days have none, and the title neither."""
    found = YEAR.search(table.text_above) or YEAR.search(table.sheet.name)
    cells = table.heading.cells if table.heading else ()
    is_needed = any(
        not isinstance(cells[column], date)
        and _lacks_year(show_cell(cells[column]))
        and _read_day(cells[column], show_cell(cells[column]), order or DAY_FIRST, ANY_YEAR) is not None
        for column in columns
    )
    if found or not is_needed:
        return int(found[1]) if found else None
    years = tuple(str(year) for year in range(interview.year, interview.year - MOST_YEARS, -1))
    answer = interview.ask(
        "season_year",
        lines=(table.heading.line,) if table.heading else (),
        choices=years,
        guess=OPEN,
    )
    return int(answer) if answer else None


def _lacks_year(text: str) -> bool:
    return not is_date_text(text) and not YEAR.search(text)


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
        columns=tuple(
            (text, headings.POINTS if column in evenings else role)
            for column, (text, role) in enumerate(zip(table.heading_texts, table.roles, strict=False))
        ),
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
