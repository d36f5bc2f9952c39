"""Sheets of a file of results that have two names in most rows, and no result that is known. Pure."""

from collections.abc import Sequence

from tournaments.exchange.lists.file_cells import SheetCells, show_cell
from tournaments.exchange.lists.heading_rows import find_name_columns, is_whole_name
from tournaments.exchange.lists.reading import LEAVE_OUT, OPEN, Interview
from tournaments.exchange.lists.written_names import read_name

FEWEST_PAIRS = 2


def ask_about_unread_sheets(sheets: Sequence[SheetCells], interview: Interview) -> None:
    """Ask about each sheet with pairs of names that is not read: it is left out only by an answer."""
    for sheet in sheets:
        lines = () if sheet.is_hidden else list_pairs(sheet)
        if len(lines) >= FEWEST_PAIRS:
            interview.ask(
                "unread_sheet",
                place=sheet.name,
                lines=lines,
                sheets=(sheet.name,) * len(lines),
                facts={"sheet": sheet.name},
                choices=(LEAVE_OUT,),
                guess=OPEN,
            )


def list_pairs(sheet: SheetCells) -> tuple[int, ...]:
    """Return the rows with two names, in the columns that have most of them."""
    columns = sorted(find_name_columns(sheet))[:2]
    if len(columns) < 2:
        return ()
    return tuple(
        row.line
        for row in sheet.rows
        if all(is_whole_name(read_name(show_cell(row.get(column))).name) for column in columns)
    )
