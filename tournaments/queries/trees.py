"""Brackets cut into parts that fit a screen: some rounds of a few pairings, placed in a grid."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.queries.brackets import Bracket, Cell, Round

COLUMNS = 4
ROWS = 8
ROWS_OF_LONG_NAMES = 4
# A name longer than this takes two lines of a cell; so many of them fit into one part.
LONG = 20
LONG_NAMES = 6


@dataclass(frozen=True, slots=True)
class Knot:
    """A pairing in the grid: its column, its first row and how many rows it spans, all from 1.

    `turn` says where its winner goes: "down" or "up" to the next column, "on" straight, "" nowhere here.
    `is_fed` says whether something stands before it.
    """

    cell: Cell
    column: int
    row: int
    span: int
    turn: str
    is_fed: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """One part of a bracket: its rounds from left to right, `rows` in its first one, and its pairings."""

    rounds: tuple[Round, ...]
    rows: int
    knots: tuple[Knot, ...]
    is_last: bool


def trees(bracket: Bracket) -> tuple[Tree, ...]:
    """The parts of a bracket from its current round on, the opening rounds before the last ones."""
    rounds = [part for part in bracket.rounds if part.cells and part.number >= bracket.current]
    all_trees: list[Tree] = []
    while rounds:
        rows = _rows(rounds[0])
        pieces = max(1, -(-len(rounds[0].cells) // rows))
        column_count = _columns(rounds, pieces)
        is_last = column_count == len(rounds)
        all_trees += (_tree(rounds[:column_count], piece, pieces, is_last=is_last) for piece in range(pieces))
        if is_last:
            break
        # The next part begins with the round this one ended in, so that everybody is found again.
        rounds = rounds[max(1, column_count - 1) :]
    return tuple(tree for tree in all_trees if tree.knots)


def _rows(part: Round) -> int:
    """How many pairings of a round fit under one another, by the length of the names in them."""
    cells = part.cells
    for start in range(0, len(cells), ROWS):
        seats = [seat for cell in cells[start : start + ROWS] for seat in cell.seats]
        if sum(seat.entry is not None and len(seat.entry.player.name) > LONG for seat in seats) > LONG_NAMES:
            return ROWS_OF_LONG_NAMES
    return ROWS


def _columns(rounds: Sequence[Round], pieces: int) -> int:
    """How many rounds stand side by side when the first is cut into so many pieces."""
    fitting = [len(part.cells) >= pieces for part in rounds[:COLUMNS]]
    return fitting.index(False) if False in fitting else len(fitting)


def _tree(rounds: Sequence[Round], piece: int, pieces: int, *, is_last: bool) -> Tree:
    columns = [_slice(part.cells, piece, pieces) for part in rounds]
    rows = max(map(len, columns))
    knots = tuple(knot for number in range(len(columns)) for knot in _knots(columns, number, rows))
    filled_knots = tuple(knot for knot in knots if not knot.cell.is_empty)
    return Tree(tuple(rounds), rows, filled_knots, is_last and pieces == 1)


def _slice(cells: Sequence[Cell], piece: int, pieces: int) -> Sequence[Cell]:
    return cells[len(cells) * piece // pieces : len(cells) * (piece + 1) // pieces]


def _knots(columns: Sequence[Sequence[Cell]], number: int, rows: int) -> Iterator[Knot]:
    cells = columns[number]
    following = len(columns[number + 1]) if number + 1 < len(columns) else 0
    for place, cell in enumerate(cells):
        row, end = rows * place // len(cells), rows * (place + 1) // len(cells)
        turn = _turn(place, len(cells), following)
        is_fed = number > 0 and len(columns[number - 1]) in {len(cells), 2 * len(cells)}
        yield Knot(cell, number + 1, row + 1, end - row, turn, is_fed)


def _turn(place: int, width: int, following: int) -> str:
    if following == width:
        return "on"
    if following * 2 != width:
        return ""
    return "up" if place % 2 else "down"
