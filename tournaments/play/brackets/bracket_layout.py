"""Layout of large brackets: sections, an overview drawn as SVG lines, and trees that fit a screen."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from matches.states import AT_A_TABLE
from tournaments.play.brackets.brackets import Bracket, BracketRound, Cell

# A bracket with more first-round pairings than this is cut into sections of SECTION_PAIRINGS, or of twice
# as many if it has more than LARGE_ROUND_PAIRINGS.
MAX_UNCUT_PAIRINGS, SECTION_PAIRINGS, LARGE_ROUND_PAIRINGS = 16, 8, 32
# The lines of a larger bracket would be too close together for an overview.
MAX_DRAWN_PAIRINGS = 128
# Sizes of the overview in SVG units: its width, height per first-round pairing, and least height; the
# distance of the last rounds from one another, the line of a first-round seat, and the margin for strokes.
DRAWING_WIDTH, PAIRING_HEIGHT, MIN_HEIGHT = 1000.0, 10.0, 320.0
LAST_ROUND_HEIGHT, STUB_LENGTH, MARGIN = 26.0, 16.0, 6.0


@dataclass(frozen=True, slots=True)
class BracketSection:
    """Part of a bracket: `rounds` from a few pairings to a single one.

    `number` counts from 1 to `of`, the number of sections. The last rounds, where all sections meet, are a
    section with the number 0 and `is_last`.
    """

    key: str
    number: int
    of: int
    rounds: tuple[BracketRound, ...]
    is_last: bool

    @property
    def is_cut(self) -> bool:
        """Return whether the bracket has other sections."""
        return self.of > 1

    @property
    def outer_names(self) -> tuple[str, str] | None:
        """Return the names on the first and the last line that are known; None for the last rounds."""
        entries = [
            seat.entry for cell in self.rounds[0].cells for seat in cell.seats if seat.entry is not None
        ]
        if not self.number or not entries:
            return None
        return str(entries[0].player.name), str(entries[-1].player.name)

    @property
    def is_reached(self) -> bool:
        """Return whether these are the last rounds and an entry has reached them."""
        first = self.rounds[0].cells
        return self.is_last and any(seat.entry is not None for cell in first for seat in cell.seats)

    @property
    def is_on(self) -> bool:
        """Return whether a match of the section is not decided."""
        return any(bracket_round.is_on for bracket_round in self.rounds)

    def has_entry(self, numbers: Collection[int]) -> bool:
        """Return whether one of these entries starts in the section."""
        return any(
            seat.entry is not None and seat.entry.number in numbers
            for bracket_round in self.rounds
            for cell in bracket_round.cells
            for seat in cell.seats
        )

    @property
    def current(self) -> int:
        """Return the first round with open matches; else the first, or the last if over."""
        is_over = all(cell.pairing.decided or cell.is_empty for cell in self.rounds[-1].cells)
        rest = self.rounds[-1 if is_over else 0].number
        return next((bracket_round.number for bracket_round in self.rounds if bracket_round.is_on), rest)


class ConnectorLine(NamedTuple):
    """A line of the overview: its SVG path, the numbers of its entries, and its state.

    `state` is "done", "on" (in play: a dot) or "open".
    """

    path: str
    entries: tuple[int, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Area:
    """The area of a section in the overview, as an SVG path."""

    section: BracketSection
    path: str


@dataclass(frozen=True, slots=True)
class Overview:
    """A drawing of the whole bracket, as two halves that meet in the middle; `box` is the SVG view box."""

    box: str
    lines: tuple[ConnectorLine, ...]
    areas: tuple[Area, ...]


def cut_into_sections(bracket: Bracket) -> tuple[BracketSection, ...]:
    """Return the sections of a bracket, its last rounds at the end; a single section if it is small."""
    rounds = tuple(
        replace(bracket_round, placing=()) for bracket_round in bracket.rounds if bracket_round.cells
    )
    pieces = _count_sections(len(rounds[0].cells)) if rounds else 1
    cut_rounds = _count_cut_rounds(rounds, pieces)
    if pieces == 1 or not cut_rounds:
        return (BracketSection(bracket.flight, 1, 1, rounds, is_last=True),)
    cut = [
        BracketSection(
            f"{bracket.flight}-part-{piece + 1}",
            piece + 1,
            pieces,
            tuple(_section_round(bracket_round, piece, pieces) for bracket_round in rounds[:cut_rounds]),
            is_last=False,
        )
        for piece in range(pieces)
    ]
    # The last rounds repeat the final round of the sections, so that entries can be traced.
    return (*cut, BracketSection(f"{bracket.flight}-end", 0, pieces, rounds[cut_rounds - 1 :], is_last=True))


def choose_section(
    sections: Sequence[BracketSection], key: str, numbers: Collection[int] = ()
) -> BracketSection:
    """Return the section with this key; else that of one of these entries, or the first with open matches."""
    choices = [section for section in sections if section.number] or sections
    matching = chain(
        (section for section in choices if section.key == key),
        (section for section in choices if numbers and section.has_entry(numbers)),
        (section for section in choices if section.is_on),
    )
    return next(matching, choices[0])


def _count_sections(width: int) -> int:
    if width <= MAX_UNCUT_PAIRINGS:
        return 1
    size = SECTION_PAIRINGS if width <= LARGE_ROUND_PAIRINGS else 2 * SECTION_PAIRINGS
    return width // size if width % size == 0 else 1


def _count_cut_rounds(rounds: Sequence[BracketRound], pieces: int) -> int:
    """Return how many rounds, from the first on, can be cut into so many sections."""
    divides_evenly = [len(bracket_round.cells) % pieces == 0 for bracket_round in rounds]
    return divides_evenly.index(False) if False in divides_evenly else len(divides_evenly)


def _section_round(bracket_round: BracketRound, piece: int, pieces: int) -> BracketRound:
    size = len(bracket_round.cells) // pieces
    return replace(bracket_round, cells=bracket_round.cells[piece * size : (piece + 1) * size], byes=())


def build_overview(bracket: Bracket, cut: Sequence[BracketSection]) -> Overview | None:
    """Return the overview of a bracket cut into these sections; None if it is too large for a drawing."""
    rounds = [bracket_round.cells for bracket_round in bracket.rounds if bracket_round.cells]
    side_rounds = [cells for cells in rounds if len(cells) > 1]
    if max(map(len, rounds)) > MAX_DRAWN_PAIRINGS:
        return None
    half = max(map(len, rounds)) // 2
    drawing = _Drawing(
        max(half * PAIRING_HEIGHT, MIN_HEIGHT),
        (DRAWING_WIDTH / 2 - STUB_LENGTH) / (len(side_rounds) + 0.5),
        half,
    )
    lines = [
        line
        for number, cells in enumerate(side_rounds)
        for line in drawing.column(
            number, cells, len(side_rounds[number + 1]) if number + 1 < len(side_rounds) else 1
        )
    ]
    lines += drawing.middle(rounds[len(side_rounds) :])
    areas = [drawing.area(section) for section in cut if section.number]
    box = f"{-MARGIN:.0f} {-MARGIN:.0f} {DRAWING_WIDTH + 2 * MARGIN:.0f} {drawing.height + 2 * MARGIN:.0f}"
    return Overview(box, tuple(lines), tuple(areas))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Dimensions of the drawing: total height, round width, rows of the first round."""

    height: float
    step: float
    rows: int

    def column(self, number: int, cells: Sequence[Cell], following: int) -> Iterator[ConnectorLine]:
        """Yield the pairings of a round, half on either side, each with its winner's path."""
        half = len(cells) // 2
        x = STUB_LENGTH + number * self.step
        # Where the lines begin and end on either side.
        spans = [(_fmt_x(x, side), _fmt_x(x + self.step, side)) for side in (0, 1)]
        for place, cell in enumerate(cells):
            if cell.is_empty:
                continue
            side, row = divmod(place, half)
            (start, end), y = spans[side], (row + 0.5) * self.height / half
            if number == 0:
                yield from self._seats(cell, side, x, y)
            onto = y if following == len(cells) else (row // 2 + 0.5) * self.height * 2 / half
            beyond = self.height / 2 if following == 1 else onto
            path = f"M{start} {_fmt(y)}H{end}V{_fmt(beyond)}"
            yield ConnectorLine(path, _winner_numbers(cell), "done" if cell.pairing.decided else "open")
            yield from _in_play_dot(cell, start, y)

    def middle(self, rounds: Sequence[Sequence[Cell]]) -> Iterator[ConnectorLine]:
        """Yield the last pairings, one below the other."""
        x = _fmt(DRAWING_WIDTH / 2)
        for number, (cell, *_) in enumerate(rounds):
            y = self.height / 2 + number * LAST_ROUND_HEIGHT
            offset = self.step / 2
            state = "done" if cell.pairing.decided else "open"
            if number == 0:
                for side, seat in enumerate(cell.seats):
                    entry = (seat.entry.number,) if seat.entry else ()
                    at = DRAWING_WIDTH / 2 + (offset if side else -offset)
                    yield ConnectorLine(f"M{_fmt(at)} {_fmt(y)}H{x}", entry, "done" if entry else "open")
            yield ConnectorLine(f"M{x} {_fmt(y)}v{_fmt(LAST_ROUND_HEIGHT)}", _winner_numbers(cell), state)
            yield from _in_play_dot(cell, x, y)

    def _seats(self, cell: Cell, side: int, x: float, y: float) -> Iterator[ConnectorLine]:
        offset = self.height / self.rows / 4
        for seat, up in zip(cell.seats, (-offset, offset), strict=True):
            if seat.entry is not None:
                start = _fmt_x(x - STUB_LENGTH, side)
                path = f"M{start} {_fmt(y + up)}H{_fmt_x(x, side)}V{_fmt(y)}"
                yield ConnectorLine(path, (seat.entry.number,), "done" if seat.has_won else "open")

    def area(self, section: BracketSection) -> Area:
        """Return the area of a section."""
        half = section.of // 2
        side, row = divmod(section.number - 1, half)
        width = STUB_LENGTH + (len(section.rounds) - 0.25) * self.step
        left_edge, height = DRAWING_WIDTH - width if side else 0.0, self.height / half
        return Area(
            section,
            f"M{_fmt(left_edge)} {_fmt(row * height)}h{_fmt(width)}v{_fmt(height)}h{_fmt(-width)}z",
        )


def _winner_numbers(cell: Cell) -> tuple[int, ...]:
    winner = cell.pairing.winner_entry
    return (winner.number,) if winner else ()


def _in_play_dot(cell: Cell, x: str, y: float) -> Iterator[ConnectorLine]:
    if cell.state in AT_A_TABLE:
        yield ConnectorLine(
            f"M{x} {_fmt(y)}h0", tuple(seat.entry.number for seat in cell.seats if seat.entry), "on"
        )


def _fmt_x(x: float, side: int) -> str:
    """Return an x coordinate, mirrored for the right half (`side` 1)."""
    return _fmt(DRAWING_WIDTH - x if side else x)


@lru_cache(maxsize=4096)
def _fmt(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


TREE_COLUMNS = 4
TREE_ROWS = 8
TREE_ROWS_OF_LONG_NAMES = 4
# A longer name takes two lines of a cell; a tree with more than MAX_LONG_NAMES of them has fewer rows.
MAX_SHORT_NAME = 20
MAX_LONG_NAMES = 6


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A pairing in the grid of a tree: column, first row (both from 1) and row span.

    `turn` is where its winner goes in the next column: "down", "up", "on" (same row) or "" (nowhere).
    `is_fed`: another pairing precedes it.
    """

    cell: Cell
    column: int
    row: int
    span: int
    turn: str
    is_fed: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """A part of a bracket that fits a screen: its rounds, its number of rows, and its pairings."""

    rounds: tuple[BracketRound, ...]
    rows: int
    nodes: tuple[TreeNode, ...]
    is_last: bool


def build_trees(bracket: Bracket) -> tuple[Tree, ...]:
    """Return the trees of a bracket from its current round on, opening rounds first."""
    rounds = [
        bracket_round
        for bracket_round in bracket.rounds
        if bracket_round.cells and bracket_round.number >= bracket.current
    ]
    all_trees: list[Tree] = []
    while rounds:
        rows = _tree_rows(rounds[0])
        pieces = max(1, -(-len(rounds[0].cells) // rows))
        column_count = _tree_columns(rounds, pieces)
        is_last = column_count == len(rounds)
        all_trees += (_tree(rounds[:column_count], piece, pieces, is_last=is_last) for piece in range(pieces))
        if is_last:
            break
        # The next part repeats the last round of this one, so that entries can be traced.
        rounds = rounds[max(1, column_count - 1) :]
    return tuple(tree for tree in all_trees if tree.nodes)


def _tree_rows(bracket_round: BracketRound) -> int:
    """Return how many pairings of the first round fit below one another, by the length of their names."""
    cells = bracket_round.cells
    for start in range(0, len(cells), TREE_ROWS):
        seats = [seat for cell in cells[start : start + TREE_ROWS] for seat in cell.seats]
        if (
            sum(seat.entry is not None and len(seat.entry.player.name) > MAX_SHORT_NAME for seat in seats)
            > MAX_LONG_NAMES
        ):
            return TREE_ROWS_OF_LONG_NAMES
    return TREE_ROWS


def _tree_columns(rounds: Sequence[BracketRound], pieces: int) -> int:
    """Return how many rounds fit side by side if the first round is cut into so many pieces."""
    fitting = [len(bracket_round.cells) >= pieces for bracket_round in rounds[:TREE_COLUMNS]]
    return fitting.index(False) if False in fitting else len(fitting)


def _tree(rounds: Sequence[BracketRound], piece: int, pieces: int, *, is_last: bool) -> Tree:
    columns = [_slice_cells(bracket_round.cells, piece, pieces) for bracket_round in rounds]
    rows = max(map(len, columns))
    nodes = tuple(node for number in range(len(columns)) for node in _tree_nodes(columns, number, rows))
    filled_nodes = tuple(node for node in nodes if not node.cell.is_empty)
    return Tree(tuple(rounds), rows, filled_nodes, is_last and pieces == 1)


def _slice_cells(cells: Sequence[Cell], piece: int, pieces: int) -> Sequence[Cell]:
    return cells[len(cells) * piece // pieces : len(cells) * (piece + 1) // pieces]


def _tree_nodes(columns: Sequence[Sequence[Cell]], number: int, rows: int) -> Iterator[TreeNode]:
    cells = columns[number]
    following = len(columns[number + 1]) if number + 1 < len(columns) else 0
    for place, cell in enumerate(cells):
        row, end = rows * place // len(cells), rows * (place + 1) // len(cells)
        turn = _direction(place, len(cells), following)
        is_fed = number > 0 and len(columns[number - 1]) in {len(cells), 2 * len(cells)}
        yield TreeNode(cell, number + 1, row + 1, end - row, turn, is_fed)


def _direction(place: int, width: int, following: int) -> str:
    if following == width:
        return "on"
    if following * 2 != width:
        return ""
    return "up" if place % 2 else "down"
