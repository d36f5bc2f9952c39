"""Dates that stand only in the first row of an evening, as in merged cells, hold for the rows below. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, show_cell
from tournaments.exchange.lists.match_rows import has_players
from tournaments.exchange.lists.place_rows import copy_row, is_of_places, read_place_name
from tournaments.exchange.lists.reading import AS_WRITTEN, TAKE, Interview
from tournaments.exchange.lists.tables import ListTable, find_reason_to_pass
from tournaments.exchange.lists.title_days import has_whole_date
from tournaments.exchange.lists.written_names import is_name, split_bracket

# The tournament of a row is carried down with the date only.
CARRIED = (headings.DATE, headings.EVENT)
PLAYER_ROLES = frozenset((headings.ONE, headings.OTHER, headings.WINNER, headings.LOSER))


def carry_dates(tables: Sequence[ListTable], interview: Interview) -> list[ListTable]:
    """Return the tables with the date above in rows without one; asks once whether it holds for them."""
    filled_rows = [_fill_rows(table) for table in tables]
    carried_rows = [
        (row.line, table.sheet.name)
        for table, rows in zip(tables, filled_rows, strict=True)
        for row, new in zip(table.rows, rows, strict=True)
        if new is not row
    ]
    if not carried_rows:
        return list(tables)
    answer = interview.ask(
        "carry_dates",
        lines=tuple(line for line, _sheet in carried_rows),
        sheets=tuple(sheet for _line, sheet in carried_rows),
        choices=(TAKE, AS_WRITTEN),
        guess=TAKE,
    )
    if answer != TAKE:
        return list(tables)
    return [replace(table, rows=tuple(rows)) for table, rows in zip(tables, filled_rows, strict=True)]


def _fill_rows(table: ListTable) -> list[CellRow]:
    """Return the rows of a table, those of a match or place without a date with that of the row above."""
    column = table.get_column(headings.DATE)
    if column is None or table.day or has_whole_date(table.text_above, table.sheet.name):
        return list(table.rows)
    rows: list[CellRow] = []
    above: CellRow | None = None
    for row in table.rows:
        if show_cell(row.get(column)):
            above = row
        elif above is not None and _is_of_somebody(table, row):
            rows.append(_copy_cells(table, above, row))
            continue
        rows.append(row)
    return rows


def _is_of_somebody(table: ListTable, row: CellRow) -> bool:
    names = [show_cell(row.get(column)) for column, role in enumerate(table.roles) if role in PLAYER_ROLES]
    if len(names) > 1 and all(is_name(split_bracket(name)[0]) for name in names):
        return True
    if find_reason_to_pass(row, table):
        return False
    if is_of_places(table.roles):
        return bool(read_place_name(copy_row(table.roles, row)))
    return has_players(table, row)


def _copy_cells(table: ListTable, above: CellRow, row: CellRow) -> CellRow:
    cells = list(row.cells) + [""] * max(0, len(above.cells) - len(row.cells))
    for role in CARRIED:
        column = table.get_column(role)
        if column is not None and not show_cell(row.get(column)):
            cells[column] = above.get(column)
    return replace(row, cells=tuple(cells))
