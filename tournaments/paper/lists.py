"""Lists on paper: headings, tables whose cells are broken and never cut, notes; on as many pages as due."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.paper.fitting import SMALLEST, Fitted, fitted, longest_part
from tournaments.paper.letters import plain, width
from tournaments.paper.pages import Head, Page, Paper, framed, room
from tournaments.paper.picture import FIRM, LEFT, RIGHT, Picture, Stroke, Words

GAP, ROW_PAD, SIZE, HEADING = 6.0, 3.0, 9.0, 12.0
ABOVE_HEADING = 10.0
FAIR = 60.0
# A column of words takes the room that is left up to this much of what it needs.
STRETCH = 1.4


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what stands above it, and whether its cells stand at its right end."""

    head: str
    is_right: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a table and a note, each of which may be empty. Rows have a cell for every column."""

    title: str
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    note: str = ""


@dataclass(slots=True)
class Flow:
    """Pages while they are filled from top to bottom."""

    wide: float
    high: float
    low: float = 0.0
    words: list[Words] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    done: list[Picture] = field(default_factory=list)

    def need(self, high: float) -> bool:
        """Whether a new page was begun because so much did not fit any more."""
        if self.low == 0 or self.low + high <= self.high:
            return False
        self.turn()
        return True

    def turn(self) -> None:
        """Ends a page."""
        self.done.append(Picture(self.wide, self.high, tuple(self.words), tuple(self.strokes)))
        self.words, self.strokes, self.low = [], [], 0.0

    def put(self, text: Fitted, *, bold: bool = False) -> None:
        """Sets a text at the left and goes on below it."""
        self.words.append(Words(0, self.low, text, bold=bold))
        self.low += text.height


def listed(blocks: Sequence[Block], paper: Paper, head: Head) -> list[Page]:
    """Pages of blocks one below the other."""
    space = room(paper, head)
    flow = Flow(space.wide, space.high)
    for block in blocks:
        _block(flow, block)
    flow.turn()
    pages = len(flow.done)
    return [framed(paper, head, picture, number, pages) for number, picture in enumerate(flow.done, start=1)]


def _block(flow: Flow, block: Block) -> None:
    widths = _widths(block, flow.wide)
    heads = _cells(tuple(column.head for column in block.columns), widths, bold=True)
    rows = [_cells(row, widths) for row in block.rows]
    first = max((cell.height for cell in rows[0]), default=0.0) if rows else 0.0
    if block.title:
        title = fitted(block.title, flow.wide, HEADING, bold=True)
        flow.low += ABOVE_HEADING if flow.low else 0.0
        flow.need(title.height + _height(heads) + first + 3 * ROW_PAD)
        flow.put(title, bold=True)
        flow.low += 2
    if rows:
        _row(flow, block, widths, heads, bold=True)
    for row in rows:
        if flow.need(_height(row)):
            _row(flow, block, widths, heads, bold=True)
        _row(flow, block, widths, row)
    if block.note:
        note = fitted(block.note, flow.wide, SMALLEST)
        flow.low += ROW_PAD
        flow.need(note.height)
        flow.put(note)


def _row(
    flow: Flow, block: Block, widths: Sequence[float], row: Sequence[Fitted], *, bold: bool = False
) -> None:
    x = 0.0
    for column, wide, cell in zip(block.columns, widths, row, strict=True):
        if cell.lines != ("",):
            at = RIGHT if column.is_right else LEFT
            left = x + wide - GAP if column.is_right else x
            flow.words.append(Words(left, flow.low + ROW_PAD / 2, cell, bold=bold, at=at))
        x += wide
    flow.low += _height(row)
    flow.strokes.append(Stroke(0, flow.low, x - GAP, flow.low, FIRM if bold else 0.3))


def _height(row: Sequence[Fitted]) -> float:
    return max((cell.height for cell in row), default=0.0) + ROW_PAD


def _cells(row: Sequence[str], widths: Sequence[float], *, bold: bool = False) -> list[Fitted]:
    size = SMALLEST if bold else SIZE
    return [fitted(cell, wide - GAP, size, bold=bold) for cell, wide in zip(row, widths, strict=True)]


def _widths(block: Block, wide: float) -> list[float]:
    """Every column as wide as it needs; where that is too much, the wide ones give way together."""
    columns = list(range(len(block.columns)))
    if not columns:
        return []
    needs, least = [0.0] * len(columns), [0.0] * len(columns)
    for number in columns:
        head = block.columns[number].head
        needs[number] = width(plain(head), SMALLEST, bold=True)
        least[number] = longest_part(head, SMALLEST, bold=True)
        for row in block.rows:
            needs[number] = max(needs[number], width(plain(row[number]), SIZE))
            least[number] = max(least[number], min(FAIR, longest_part(row[number], SMALLEST)))
    # A hair more than the words themselves, so that sums of widths do not break them.
    needs, least = [need + GAP + 0.1 for need in needs], [one + GAP + 0.1 for one in least]
    if sum(needs) <= wide:
        more = min(wide / sum(needs), STRETCH)
        return [need * more for need in needs]
    left, asked = wide - sum(least), sum(needs) - sum(least)
    if left <= 0:
        return [one * wide / sum(least) for one in least]
    return [one + (need - one) * left / asked for one, need in zip(least, needs, strict=True)]
