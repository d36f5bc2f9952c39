"""The published drop table, read a second time: which loser falls on which line of a fed consolation."""

from collections.abc import Sequence

from tournaments.verification.checker.nodes import EMPTY, FIRST_LOSS, LOSER, Feed, Node
from tournaments.verification.checker.trees import Reachability

# For a main bracket of 2^k lines fed by f rounds: the masks of rounds 2 to f, as written in docs/formats.md.
TABLE = """
2 2 -
3 2 1 / 3 3 1 -
4 2 10 / 4 3 10 0 / 4 4 10 0 -
5 2 100 / 5 3 010 10 / 5 4 010 10 0 / 5 5 010 10 0 -
6 2 1000 / 6 3 0100 100 / 6 4 1000 110 01 / 6 5 1000 110 01 1 / 6 6 1000 110 01 1 -
7 2 10000 / 7 3 01000 1000 / 7 4 10000 1100 010 / 7 5 00100 1000 110 01
7 6 00100 1000 110 01 1 / 7 7 00100 1000 110 01 1 -
8 2 100000 / 8 3 010000 10000 / 8 4 100000 11000 0100 / 8 5 001000 10000 1100 010
8 6 010000 01100 1000 110 00 / 8 7 010000 01100 1000 110 00 1 / 8 8 010000 01100 1000 110 00 1 -
9 2 1000000 / 9 3 0100000 100000 / 9 4 1000000 110000 01000 / 9 5 0010000 100000 11000 0100
9 6 1000000 101000 00100 0100 110 / 9 7 1000000 110000 11100 0010 010 10
9 8 0010000 010000 01100 1000 110 00 1 / 9 9 0010000 010000 01100 1000 110 00 1 -
"""


def _read_table() -> dict[tuple[int, int], list[str]]:
    rows = (part.split() for line in TABLE.strip().splitlines() for part in line.split("/"))
    return {(int(k), int(f)): ["" if mask == "-" else mask for mask in masks] for k, f, *masks in rows}


MASKS = _read_table()


def masks(rounds: int, fed: int, *, has_twin_byes: bool = False) -> list[str]:
    """The masks of rounds 1 to `fed`: a 1 changes halves, then quarters, and so on.

    Where byes of the first round stand side by side, the last digit of the second round's mask is 1.
    """
    if fed == 1:
        return [""]
    second, *rest = MASKS[rounds, fed]
    return ["", f"{second[:-1]}1" if has_twin_byes and rounds > 2 else second, *rest]


def _has_twin_byes(opening: Sequence[Node], reachability: Reachability) -> bool:
    byes = [reachability.seats(node) < 2 for node in opening]
    return any(one and other for one, other in zip(byes[::2], byes[1::2], strict=False))


def drop_line(position: int, mask: str, width: int) -> int:
    """The position (from 1) among `width` that a mask exchanges with this one, digit by digit."""
    digits = width.bit_length() - 1
    mask_digits = mask.ljust(digits, "0") if mask else "0" * digits
    position_digits = f"{position - 1:b}".zfill(digits) if digits else ""
    turned = "".join("1" if a != b else "0" for a, b in zip(position_digits, mask_digits, strict=True))
    return int(turned or "0", 2) + 1


def consolation_feeds(main: Sequence[Node], rounds: int = 0, starters: int = 0) -> list[Feed]:
    """The lines of a consolation fed by the losers of rounds 1 to `rounds` (0: all) of a knockout."""
    rows = main_rows(main)
    last = min(rounds, len(rows)) or len(rows)
    round_offset = 1 if starters else 0
    reachability, feeds = Reachability(main), [EMPTY] * starters
    twins = _has_twin_byes(rows[0], reachability) and not round_offset
    round_masks = masks(len(rows) + round_offset, last + round_offset, has_twin_byes=twins)
    for number, mask in enumerate(round_masks[round_offset:], start=1):
        row = rows[number - 1]
        kind = FIRST_LOSS if number == last < len(rows) else LOSER
        lost = (Feed(kind, row[drop_line(at, mask, len(row)) - 1].name) for at in range(1, len(row) + 1))
        feeds += [feed if reachability.of(feed) else EMPTY for feed in lost]
    return feeds


def main_rows(main: Sequence[Node]) -> list[list[Node]]:
    """The rounds of a knockout without the matches for lower places."""
    width = sum(node.round == 1 for node in main)
    rows = []
    for number in range(1, width.bit_length() + 1):
        rows.append([node for node in main if node.round == number][: width >> (number - 1)])
    return rows
