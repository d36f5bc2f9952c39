"""Crosstables: the results of a group, with blank cells for matches still to be played."""

from dataclasses import dataclass
from itertools import accumulate

from tournaments.printing.pdf.bracket_pages import OVERLAP, tile_drawing
from tournaments.printing.pdf.lists import Column
from tournaments.printing.pdf.pages import (
    A3,
    A4,
    FIRM,
    MIDDLE,
    Fill,
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

SIZE, HEADING, PAD = 9.0, 12.0, 6.0
# Cell widths, of which the first that fits is used; ratio of row height to cell width.
CELLS, ROW_RATIO = (30.0, 26.0, 22.0, 19.0), 0.74
WIDEST_NAME, NARROWEST_NAME = 200.0, 80.0
DIAGONAL_GREY = 0.8


@dataclass(frozen=True, slots=True)
class PrintedCrosstable:
    """The crosstable of a group: names in the order of its lines, results, and further figures.

    `cells` has a row for every name and in it a cell for every name; the diagonal is empty. `columns` are
    headings of the further figures, `figures` has a row of them for every name.
    """

    title: str
    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    columns: tuple[Column, ...] = ()
    figures: tuple[tuple[str, ...], ...] = ()


def crosstable_pages(crosses: tuple[PrintedCrosstable, ...], paper: Paper, head: Head) -> list[Page]:
    """Return crosstables one below the other, portrait or landscape, in the largest cells that fit.

    One that fits no page is divided into sheets to be joined. On A3 those of one A4 page are enlarged.
    """
    if paper == A3:
        small_pages = crosstable_pages(crosses, A4, head)
        if len(small_pages) == 1:
            return [enlarge_page(small_pages[0])]
    for cell in CELLS:
        for side in (paper, paper.rotate()):
            space = content_area(side, head)
            drawings = [_draw_crosstable(cross, space.wide, cell) for cross in crosses]
            if all(drawing.wide <= space.wide and drawing.high <= space.high for drawing in drawings):
                return _stack_drawings(drawings, side, head, space.high)
    landscape = paper.rotate()
    space = content_area(landscape, head)
    return [
        page
        for cross in crosses
        for page in tile_drawing(
            _draw_crosstable(cross, space.wide, CELLS[0]), landscape, head, space.wide - OVERLAP
        )
    ]


def _stack_drawings(drawings: list[PageDrawing], paper: Paper, head: Head, high: float) -> list[Page]:
    pages: list[list[PageDrawing]] = [[]]
    low = 0.0
    for drawing in drawings:
        if pages[-1] and low + drawing.high > high:
            pages.append([])
            low = 0.0
        pages[-1].append(drawing.shift(0, low))
        low += drawing.high + 2 * PAD
    blank = PageDrawing(0, 0)
    return [
        framed_page(paper, head, blank.overlay(*parts), number, len(pages))
        for number, parts in enumerate(pages, start=1)
    ]


def _draw_crosstable(cross: PrintedCrosstable, wide: float, cell: float) -> PageDrawing:
    number_wide = width(str(len(cross.names)), SIZE, bold=True) + PAD
    cells = [max([cell, *(width(row[at], SIZE) + PAD for row in cross.cells)]) for at in _name_indexes(cross)]
    figures = [_figure_width(cross, at, cell) for at in range(len(cross.columns))]
    # A name to be filled in manually gets as much space as possible.
    needed = (
        max((width(printable_text(name), SIZE) if name else WIDEST_NAME for name in cross.names), default=0.0)
        + PAD
    )
    free = wide - number_wide - sum(cells) - sum(figures)
    name_wide = max(NARROWEST_NAME, min(needed, WIDEST_NAME, free))
    widths = [number_wide, name_wide, *cells, *figures]
    names = [fit_text(name, name_wide - PAD, SIZE) for name in cross.names]
    title = fit_text(cross.title, min(wide, sum(widths)), HEADING, bold=True)
    heads = [fit_text("", 1, SIZE), fit_text("", 1, SIZE)]
    heads += [fit_text(str(at + 1), cells[at], SIZE, bold=True) for at in _name_indexes(cross)]
    heads += [
        fit_text(column.head, figures[at] - 3, SMALLEST, bold=True) for at, column in enumerate(cross.columns)
    ]
    top = title.height + 2
    highs = [
        max(one.height for one in heads) + 4,
        *(max(cell * ROW_RATIO, name.height + 4) for name in names),
    ]
    grid = _Grid(tuple(accumulate(widths, initial=0.0)), tuple(accumulate(highs, initial=top)))
    texts = [TextBlock(0, 0, title, bold=True)]
    texts += [grid.middle(0, at, head, bold=True) for at, head in enumerate(heads) if head.lines != ("",)]
    for row, name in enumerate(names, start=1):
        texts.append(grid.middle(row, 0, fit_text(str(row), number_wide, SIZE, bold=True), bold=True))
        texts.append(grid.first(row, 1, name))
        row_texts = (*cross.cells[row - 1], *(cross.figures[row - 1] if cross.figures else ()))
        texts += [
            grid.middle(row, at, fit_text(text, widths[at] - 1, SIZE))
            for at, text in enumerate(row_texts, start=2)
            if text
        ]
    diagonal_fills = tuple(grid.fill(row, row + 1) for row in range(1, len(names) + 1))
    return PageDrawing(grid.columns[-1], grid.rows[-1] + 2, tuple(texts), grid.lines(), diagonal_fills)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The edges of the columns and rows of a table; the last of each is its end."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]

    def middle(self, row: int, column: int, text: FittedText, *, bold: bool = False) -> TextBlock:
        x = (self.columns[column] + self.columns[column + 1]) / 2
        return TextBlock(x, self._top(row, text), text, bold=bold, at=MIDDLE)

    def first(self, row: int, column: int, text: FittedText) -> TextBlock:
        return TextBlock(self.columns[column] + 3, self._top(row, text), text)

    def fill(self, row: int, column: int) -> Fill:
        x, y = self.columns[column], self.rows[row]
        return Fill(x, y, self.columns[column + 1] - x, self.rows[row + 1] - y, DIAGONAL_GREY)

    def lines(self) -> tuple[Stroke, ...]:
        right, low = self.columns[-1], self.rows[-1]
        across = (Stroke(0, y, right, y, FIRM if y == self.rows[1] else 0.5) for y in self.rows)
        return (*across, *(Stroke(x, self.rows[0], x, low) for x in self.columns))

    def _top(self, row: int, text: FittedText) -> float:
        return (self.rows[row] + self.rows[row + 1] - text.height) / 2


def _figure_width(cross: PrintedCrosstable, at: int, cell: float) -> float:
    head = cross.columns[at].head
    min_width = max(
        min(width(printable_text(head), SMALLEST, bold=True), 2 * cell),
        longest_part(head, SMALLEST, bold=True),
    )
    return max([cell, min_width + PAD, *(width(row[at], SIZE) + PAD for row in cross.figures)])


def _name_indexes(cross: PrintedCrosstable) -> range:
    return range(len(cross.names))
