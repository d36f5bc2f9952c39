"""Layout of large brackets: sections, an overview drawn in lines, and parts that fit a screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from matches.states import AT_A_TABLE
from tournaments.queries.brackets import Bracket, BracketRound, Cell

# A first round larger than WHOLE is cut into sections of CUT pairings, twice as many above LARGE.
WHOLE, CUT, LARGE = 16, 8, 32
# Drawing: width, height per first-round pairing and in all, height of each last round below the middle,
# length of a first-round stub, and a margin for strokes.
WIDTH, STEP, LEAST, LAST, STUB, EDGE = 1000.0, 10.0, 320.0, 26.0, 16.0, 6.0


@dataclass(frozen=True, slots=True)
class BracketSection:
    """Some rounds of a bracket, from a few pairings to a single one.

    `number` counts from 1 to `of`; the last rounds of a cut bracket, where all sections meet, have number 0.
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
    def is_reached(self) -> bool:
        """Return whether these are the last rounds and an entry has reached them."""
        first = self.rounds[0].cells
        return self.is_last and any(seat.entry is not None for cell in first for seat in cell.seats)

    @property
    def current(self) -> int:
        """Return the first round with open matches; else the first, or the last if over."""
        is_over = all(cell.pairing.decided or cell.is_empty for cell in self.rounds[-1].cells)
        rest = self.rounds[-1 if is_over else 0].number
        return next((part.number for part in self.rounds if part.is_on), rest)


@dataclass(frozen=True, slots=True)
class ConnectorLine:
    """A line of the drawing: SVG path `way`, its entries and state.

    `state` is "done", "on" (in play: a dot) or "open".
    """

    way: str
    entries: tuple[int, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Area:
    """The area of a section in the drawing."""

    section: BracketSection
    way: str


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole bracket: two halves that meet in the middle."""

    box: str
    lines: tuple[ConnectorLine, ...]
    areas: tuple[Area, ...]


def sections(bracket: Bracket) -> tuple[BracketSection, ...]:
    """Return the sections of a bracket, last rounds at the end; a single one if small."""
    rounds = tuple(replace(part, placing=()) for part in bracket.rounds if part.cells)
    pieces = _pieces(len(rounds[0].cells)) if rounds else 1
    cut_rounds = _section_columns(rounds, pieces)
    if pieces == 1 or not cut_rounds:
        return (BracketSection(bracket.flight, 1, 1, rounds, is_last=True),)
    cut = [
        BracketSection(
            f"{bracket.flight}-part-{piece + 1}",
            piece + 1,
            pieces,
            tuple(_piece(part, piece, pieces) for part in rounds[:cut_rounds]),
            is_last=False,
        )
        for piece in range(pieces)
    ]
    # The last rounds repeat the final round of the sections, so that entries can be traced.
    return (*cut, BracketSection(f"{bracket.flight}-end", 0, pieces, rounds[cut_rounds - 1 :], is_last=True))


def _pieces(width: int) -> int:
    if width <= WHOLE:
        return 1
    size = CUT if width <= LARGE else 2 * CUT
    return width // size if width % size == 0 else 1


def _section_columns(rounds: Sequence[BracketRound], pieces: int) -> int:
    """Return how many rounds can be cut into so many pieces."""
    fits = [len(part.cells) % pieces == 0 for part in rounds]
    return fits.index(False) if False in fits else len(fits)


def _piece(part: BracketRound, piece: int, pieces: int) -> BracketRound:
    size = len(part.cells) // pieces
    return replace(part, cells=part.cells[piece * size : (piece + 1) * size], byes=())


def overview(bracket: Bracket, cut: Sequence[BracketSection]) -> Overview:
    """Return the drawing of a bracket cut into these sections."""
    rounds = [part.cells for part in bracket.rounds if part.cells]
    wings = [cells for cells in rounds if len(cells) > 1]
    half = max(map(len, rounds)) // 2
    pictured = _Drawing(max(half * STEP, LEAST), (WIDTH / 2 - STUB) / (len(wings) + 0.5), half)
    lines = [
        line
        for number, cells in enumerate(wings)
        for line in pictured.column(number, cells, len(wings[number + 1]) if number + 1 < len(wings) else 1)
    ]
    lines += pictured.middle(rounds[len(wings) :])
    areas = [pictured.area(section) for section in cut if section.number]
    box = f"{-EDGE:.0f} {-EDGE:.0f} {WIDTH + 2 * EDGE:.0f} {pictured.height + 2 * EDGE:.0f}"
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
        for place, cell in enumerate(cells):
            if cell.is_empty:
                continue
            side, row = divmod(place, half)
            x, y = STUB + number * self.step, (row + 0.5) * self.height / half
            if number == 0:
                yield from self._seats(cell, side, x, y)
            onto = y if following == len(cells) else (row // 2 + 0.5) * self.height * 2 / half
            beyond = self.height / 2 if following == 1 else onto
            path = f"M{_x(x, side)} {_n(y)}H{_x(x + self.step, side)}V{_n(beyond)}"
            yield ConnectorLine(path, _winner(cell), "done" if cell.pairing.decided else "open")
            yield from _dot(cell, _x(x, side), y)

    def middle(self, rounds: Sequence[Sequence[Cell]]) -> Iterator[ConnectorLine]:
        """Yield the last pairings, one below the other."""
        x = _n(WIDTH / 2)
        for number, (cell, *_) in enumerate(rounds):
            y = self.height / 2 + number * LAST
            offset = self.step / 2
            state = "done" if cell.pairing.decided else "open"
            if number == 0:
                for side, seat in enumerate(cell.seats):
                    entry = (seat.entry.number,) if seat.entry else ()
                    at = WIDTH / 2 + (offset if side else -offset)
                    yield ConnectorLine(f"M{_n(at)} {_n(y)}H{x}", entry, "done" if entry else "open")
            yield ConnectorLine(f"M{x} {_n(y)}v{_n(LAST)}", _winner(cell), state)
            yield from _dot(cell, x, y)

    def _seats(self, cell: Cell, side: int, x: float, y: float) -> Iterator[ConnectorLine]:
        apart = self.height / self.rows / 4
        for seat, up in zip(cell.seats, (-apart, apart), strict=True):
            if seat.entry is not None:
                start = _x(x - STUB, side)
                path = f"M{start} {_n(y + up)}H{_x(x, side)}V{_n(y)}"
                yield ConnectorLine(path, (seat.entry.number,), "done" if seat.has_won else "open")

    def area(self, section: BracketSection) -> Area:
        """Return the area of a section."""
        half = section.of // 2
        side, row = divmod(section.number - 1, half)
        width = STUB + (len(section.rounds) - 0.25) * self.step
        left_edge, height = WIDTH - width if side else 0.0, self.height / half
        return Area(section, f"M{_n(left_edge)} {_n(row * height)}h{_n(width)}v{_n(height)}h{_n(-width)}z")


def _winner(cell: Cell) -> tuple[int, ...]:
    winner = cell.pairing.winner_entry
    return (winner.number,) if winner else ()


def _dot(cell: Cell, x: str, y: float) -> Iterator[ConnectorLine]:
    if cell.state in AT_A_TABLE:
        yield ConnectorLine(
            f"M{x} {_n(y)}h0", tuple(seat.entry.number for seat in cell.seats if seat.entry), "on"
        )


def _x(x: float, side: int) -> str:
    """Return the distance from the left edge, or from the right one."""
    return _n(WIDTH - x if side else x)


@lru_cache(maxsize=4096)
def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


TREE_COLUMNS = 4
TREE_ROWS = 8
TREE_ROWS_OF_LONG_NAMES = 4
# A longer name takes two lines of a cell; a part with more than LONG_NAMES of them has fewer rows.
LONG = 20
LONG_NAMES = 6


@dataclass(frozen=True, slots=True)
class Knot:
    """A pairing in the grid: column, first row and row span, from 1.

    `turn` is the direction of its winner: "down" or "up" to the next column, "on" straight, "" if none.
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
    """A part of a bracket: rounds from left to right, `rows` of the first one, and its pairings."""

    rounds: tuple[BracketRound, ...]
    rows: int
    knots: tuple[Knot, ...]
    is_last: bool


def trees(bracket: Bracket) -> tuple[Tree, ...]:
    """Return the parts of a bracket from its current round on, opening rounds first."""
    rounds = [part for part in bracket.rounds if part.cells and part.number >= bracket.current]
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
    return tuple(tree for tree in all_trees if tree.knots)


def _tree_rows(part: BracketRound) -> int:
    """Return how many pairings fit below one another, by the length of their names."""
    cells = part.cells
    for start in range(0, len(cells), TREE_ROWS):
        seats = [seat for cell in cells[start : start + TREE_ROWS] for seat in cell.seats]
        if sum(seat.entry is not None and len(seat.entry.player.name) > LONG for seat in seats) > LONG_NAMES:
            return TREE_ROWS_OF_LONG_NAMES
    return TREE_ROWS


def _tree_columns(rounds: Sequence[BracketRound], pieces: int) -> int:
    """Return how many rounds fit side by side if the first is cut into so many pieces."""
    fitting = [len(part.cells) >= pieces for part in rounds[:TREE_COLUMNS]]
    return fitting.index(False) if False in fitting else len(fitting)


def _tree(rounds: Sequence[BracketRound], piece: int, pieces: int, *, is_last: bool) -> Tree:
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
