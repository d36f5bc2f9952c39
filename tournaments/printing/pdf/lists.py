"""Printed lists: headings, tables with wrapped cells, notes, on as many pages as needed."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.printing.pdf.pages import (
    A3,
    A4,
    FIRM,
    LEFT,
    RIGHT,
    Head,
    Page,
    PageDrawing,
    Paper,
    Stroke,
    TextBlock,
    content_area,
    enlarge_page,
    framed_page,
)
from tournaments.printing.pdf.typography import (
    SMALLEST,
    FittedText,
    fit_text,
    longest_part,
    printable_text,
    width,
)

GAP, ROW_PAD, SIZE, HEADING = 6.0, 3.0, 9.0, 12.0
ABOVE_HEADING = 10.0
# Columns are wrapped to no less than this width, or that of their longest part if it is smaller.
WIDEST_MIN_COLUMN = 60.0
# A text column is widened into free space up to this multiple of its need.
MAX_STRETCH = 1.4
# The gap between strips of a folded table, and the minimum number of rows in each.
GUTTER, MIN_STRIP_ROWS = 18.0, 4


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, whether its cells are right-aligned, and whether it takes all free space.

    A wide blank column is for writing in.
    """

    head: str
    is_right: bool = False
    is_wide: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a table and a note, each of which may be empty. Rows have a cell for every column.

    `is_folded`: the rows may be set side by side in strips, read downwards, where they fit the width.
    """

    title: str
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    note: str = ""
    is_folded: bool = False


@dataclass(slots=True)
class PageFlow:
    """Pages that are filled from top to bottom; `low` is the position below the last text of the page."""

    wide: float
    high: float
    low: float = 0.0
    texts: list[TextBlock] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    finished_pages: list[PageDrawing] = field(default_factory=list)

    def ensure_space(self, high: float) -> bool:
        """Start a new page if this height does not fit any more; return whether it did."""
        if self.low == 0 or self.low + high <= self.high:
            return False
        self.end_page()
        return True

    def end_page(self) -> None:
        """End the current page."""
        self.finished_pages.append(PageDrawing(self.wide, self.high, tuple(self.texts), tuple(self.strokes)))
        self.texts, self.strokes, self.low = [], [], 0.0

    def add_text(self, text: FittedText, *, bold: bool = False) -> None:
        """Add a text at the left and continue below it."""
        self.texts.append(TextBlock(0, self.low, text, bold=bold))
        self.low += text.height


def list_pages(blocks: Sequence[Block], paper: Paper, head: Head) -> list[Page]:
    """Return pages of blocks one below the other."""
    if paper == A3:
        return [enlarge_page(page) for page in list_pages(blocks, A4, head)]
    space = content_area(paper, head)
    flow = PageFlow(space.wide, space.high)
    for block in blocks:
        _add_block(flow, block)
    flow.end_page()
    pages = len(flow.finished_pages)
    return [
        framed_page(paper, head, drawing, number, pages)
        for number, drawing in enumerate(flow.finished_pages, start=1)
    ]


def _add_block(flow: PageFlow, block: Block) -> None:
    strips = _strip_count(block, flow.wide)
    wide = (flow.wide + GUTTER) / strips - GUTTER
    widths = _column_widths(block, wide)
    heads = _fit_cells(tuple(column.head for column in block.columns), widths, bold=True)
    rows = [_fit_cells(row, widths) for row in block.rows]
    first = max((cell.height for cell in rows[0]), default=0.0) if rows else 0.0
    if block.title:
        title = fit_text(block.title, flow.wide, HEADING, bold=True)
        flow.low += ABOVE_HEADING if flow.low else 0.0
        flow.ensure_space(title.height + _row_height(heads) + first + 3 * ROW_PAD)
        flow.add_text(title, bold=True)
        flow.low += 2
    table = _Table(block, widths, heads, wide + GUTTER)
    if strips > 1:
        table.add_rows_in_strips(flow, rows, strips)
    elif rows:
        table.add_rows(flow, rows)
    if block.note:
        note = fit_text(block.note, flow.wide, SMALLEST)
        flow.low += ROW_PAD
        flow.ensure_space(note.height)
        flow.add_text(note)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table being laid out: `step` is the distance of the left edges of two strips."""

    block: Block
    widths: Sequence[float]
    heads: Sequence[FittedText]
    step: float

    def add_rows(self, flow: PageFlow, rows: Sequence[Sequence[FittedText]]) -> None:
        """Add rows one below the other; the heading is repeated on every page."""
        self._add_head(flow)
        for row in rows:
            if flow.ensure_space(_row_height(row)):
                self._add_head(flow)
            self._add_row(flow, row)

    def add_rows_in_strips(self, flow: PageFlow, rows: Sequence[Sequence[FittedText]], strips: int) -> None:
        """Add rows in strips side by side, as even as possible, on as many pages as needed."""
        remaining_rows = list(rows)
        while remaining_rows:
            flow.ensure_space(_row_height(self.heads) + _row_height(remaining_rows[0]))
            top, lowest = flow.low, flow.low
            # A little more than an even share, so that there is never one strip too many.
            strip_height = sum(map(_row_height, remaining_rows)) / strips + max(
                map(_row_height, remaining_rows)
            )
            low = min(flow.high, top + _row_height(self.heads) + strip_height)
            for strip in range(strips):
                if not remaining_rows:
                    break
                flow.low = top
                self._add_head(flow, strip * self.step)
                first = flow.low
                while remaining_rows and (
                    flow.low == first or flow.low + _row_height(remaining_rows[0]) <= low
                ):
                    self._add_row(flow, remaining_rows.pop(0), strip * self.step)
                lowest = max(lowest, flow.low)
            flow.low = lowest
            if remaining_rows:
                flow.end_page()

    def _add_head(self, flow: PageFlow, x: float = 0.0) -> None:
        self._add_row(flow, self.heads, x, bold=True)

    def _add_row(
        self, flow: PageFlow, row: Sequence[FittedText], x: float = 0.0, *, bold: bool = False
    ) -> None:
        begin = x
        for column, wide, cell in zip(self.block.columns, self.widths, row, strict=True):
            if cell.lines != ("",):
                at = RIGHT if column.is_right else LEFT
                text_x = x + wide - GAP if column.is_right else x
                flow.texts.append(TextBlock(text_x, flow.low + ROW_PAD / 2, cell, bold=bold, at=at))
            x += wide
        flow.low += _row_height(row)
        flow.strokes.append(Stroke(begin, flow.low, x - GAP, flow.low, FIRM if bold else 0.3))


def _row_height(row: Sequence[FittedText]) -> float:
    return max((cell.height for cell in row), default=0.0) + ROW_PAD


def _fit_cells(row: Sequence[str], widths: Sequence[float], *, bold: bool = False) -> list[FittedText]:
    size = SMALLEST if bold else SIZE
    return [fit_text(cell, wide - GAP, size, bold=bold) for cell, wide in zip(row, widths, strict=True)]


def _strip_count(block: Block, wide: float) -> int:
    """Return how many strips of a block fit side by side with most rows on one line."""
    if not block.is_folded or not block.rows:
        return 1
    percentile_index = len(block.rows) * 4 // 5
    usual = sum(
        sorted(width(printable_text(row[number]), SMALLEST) for row in block.rows)[percentile_index] + GAP
        for number in range(len(block.columns))
    )
    strips = int((wide + GUTTER) / (usual + GUTTER))
    min_width = sum(_width_needs(block)[1])
    while strips > 1 and (wide + GUTTER) / strips - GUTTER < min_width:
        strips -= 1
    return max(1, min(strips, len(block.rows) // MIN_STRIP_ROWS))


def _column_widths(block: Block, wide: float) -> list[float]:
    """Return the width of every column, which fills free space or is reduced towards its minimum."""
    if not block.columns:
        return []
    needs, min_widths = _width_needs(block)
    if sum(needs) <= wide:
        wide_columns = [number for number, column in enumerate(block.columns) if column.is_wide]
        free_width = wide + GAP - sum(needs)
        for number in wide_columns:
            needs[number] += free_width / len(wide_columns)
        stretch = 1.0 if wide_columns else min(wide / sum(needs), MAX_STRETCH)
        return [need * stretch for need in needs]
    spare_width, total_need = wide - sum(min_widths), sum(needs) - sum(min_widths)
    if spare_width <= 0:
        return [least * wide / sum(min_widths) for least in min_widths]
    return [
        least + (need - least) * spare_width / total_need
        for least, need in zip(min_widths, needs, strict=True)
    ]


def _width_needs(block: Block) -> tuple[list[float], list[float]]:
    """Return the width of every column on one line, and its minimum."""
    needs, min_widths = [], []
    for number, column in enumerate(block.columns):
        cells = [row[number] for row in block.rows]
        wide = max((width(printable_text(cell), SIZE) for cell in cells), default=0.0)
        part = max((longest_part(cell, SMALLEST) for cell in cells), default=0.0)
        # A little more than the text itself, so that rounding of sums does not wrap it.
        needs.append(max(width(printable_text(column.head), SMALLEST, bold=True), wide) + GAP + 0.1)
        min_widths.append(
            max(longest_part(column.head, SMALLEST, bold=True), min(WIDEST_MIN_COLUMN, part)) + GAP + 0.1
        )
    return needs, min_widths
