"""Tables of results beside each other on one sheet, with the same headings repeated to the right. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.exchange.lists.file_cells import CellRow
from tournaments.exchange.lists.heading_roles import find_roles
from tournaments.exchange.lists.heading_rows import Check
from tournaments.exchange.lists.headings import DATE, IGNORED, fold_heading
from tournaments.exchange.lists.tables import ListTable

FEWEST_COLUMNS = 3


def split_blocks(table: ListTable, is_wanted: Check, *, has_chosen_columns: bool) -> list[ListTable]:
    """Return a table for each block of the same headings; the table itself if they are not repeated.

    A column of dates before the first block holds for all. Chosen columns are those of the first block.
    """
    shared, blocks = _find_blocks(table.heading_texts)
    if len(blocks) < 2 or table.heading is None:
        return [table]
    masked = [_mask(table.heading, (*shared, *block)) for block in blocks]
    roles_of_blocks = [find_roles(one.texts) for one in masked]
    if has_chosen_columns:
        roles_of_blocks = [_shift_roles(table.roles, shared, blocks[0], block) for block in blocks]
    elif shared and any(roles[shared[0]] != DATE for roles in roles_of_blocks):
        return [table]
    if not all(map(is_wanted, roles_of_blocks)):
        return [table]
    return [
        replace(
            table,
            heading=heading,
            roles=roles,
            rows=tuple(
                row for one in table.rows if any((row := _mask(one, (*shared, *block))).texts[block[0] :])
            ),
            above=tuple(row for one in table.above if (row := _mask(one, block)).filled),
            block=number,
        )
        for number, (heading, roles, block) in enumerate(zip(masked, roles_of_blocks, blocks, strict=True))
    ]


def _find_blocks(headings: Sequence[str]) -> tuple[tuple[int, ...], list[range]]:
    """Return the column shared by all blocks, if there is one, and the columns of each block."""
    texts = [fold_heading(text) for text in headings]
    filled = [column for column, text in enumerate(texts) if text]
    for skipped in (0, 1):
        if len(filled) < 2 * FEWEST_COLUMNS + skipped:
            break
        starts = [column for column in filled if texts[column] == texts[filled[skipped]]]
        blocks = [range(start, end) for start, end in zip(starts, (*starts[1:], len(texts)), strict=True)]
        contents = {tuple(text for text in texts[block.start : block.stop] if text) for block in blocks}
        if len(blocks) > 1 and len(contents) == 1 and len(next(iter(contents))) >= FEWEST_COLUMNS:
            return tuple(filled[:skipped]), blocks
    return (), []


def _mask(row: CellRow, columns: Sequence[int]) -> CellRow:
    """Return a row with the cells of these columns only."""
    return replace(
        row, cells=tuple(cell if column in columns else "" for column, cell in enumerate(row.cells))
    )


def _shift_roles(roles: Sequence[str], shared: Sequence[int], first: range, block: range) -> tuple[str, ...]:
    """Return the roles of the columns of a block, as they are in the first one."""
    shifted = [roles[column] if column in shared else IGNORED for column in range(len(roles))]
    for column in first:
        place = column - first.start + block.start
        if place in block and place < len(shifted):
            shifted[place] = roles[column]
    return tuple(shifted)
