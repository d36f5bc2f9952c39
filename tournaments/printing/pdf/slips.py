"""Match slips: a small paper for each match, to be cut, with a code to scan and boxes for the score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import segno

from tournaments.printing.pdf.drawings import FIRM, RIGHT, Drawing, Fill, Stroke, TextBlock, box
from tournaments.printing.pdf.pages import Page, Paper
from tournaments.printing.pdf.typography import SMALLEST, fit_text

MARGIN, INSET = 20.0, 14.0
FOUR, SIX = 4, 6
CODE = 72.0
# The side of a box for points, and how much wider than high it is.
BOX, TALLEST_BOX, BOX_WIDE = 30.0, 50.0, 1.25
NAME, NUMBER = 13.0, 26.0


@dataclass(frozen=True, slots=True)
class Slip:
    """What stands on the slip of one match. `table` is empty while none is given; `link` is scanned."""

    event: str
    title: str
    length: str
    table: str
    names: tuple[str, str]
    link: str
    sign: str


def slip_pages(slips: Sequence[Slip], paper: Paper, count: int = SIX) -> list[Page]:
    """Pages of `count` slips each (four or six), two side by side, with lines to cut along."""
    rows = count // 2
    wide, high = (paper.wide - 2 * MARGIN) / 2, (paper.high - 2 * MARGIN) / rows
    pages = []
    for start in range(0, len(slips), count):
        parts = [
            _draw_slip(slip, wide, high).moved(MARGIN + at % 2 * wide, MARGIN + at // 2 * high)
            for at, slip in enumerate(slips[start : start + count])
        ]
        cuts = Drawing(paper.wide, paper.high, strokes=tuple(_cut_lines(paper, wide, high, rows)))
        pages.append(Page(paper, cuts.over(*parts)))
    return pages


def _draw_slip(slip: Slip, wide: float, high: float) -> Drawing:
    inner = wide - 2 * INSET
    beside = inner - CODE - 8
    texts = [TextBlock(INSET, INSET, fit_text(slip.event, beside, SMALLEST))]
    low = texts[-1].bottom + 1
    for text, size, bold in ((slip.title, 10.0, True), (slip.length, 9.0, False), (slip.table, NUMBER, True)):
        if text:
            texts.append(TextBlock(INSET, low, fit_text(text, beside, size, bold=bold), bold=bold))
            low = texts[-1].bottom + 1
    left_edge = wide - INSET - CODE
    fills = tuple(_code_fills(slip.link, left_edge, INSET, CODE))
    low = max(low, INSET + CODE) + 8
    line = high - INSET - 12
    # What is left between the head and the line to sign on is for the names and their boxes.
    side = min(TALLEST_BOX, max(BOX, (line - low - 24) / 2 - 6))
    fitted_names = [
        fit_text(name, inner - side * BOX_WIDE - 8, NAME + (side - BOX) / 4, bold=True) for name in slip.names
    ]
    strokes: list[Stroke] = []
    for name in fitted_names:
        tall = max(side, name.height)
        texts.append(TextBlock(INSET, low + (tall - name.height) / 2, name, bold=True))
        left_edge, top = wide - INSET - side * BOX_WIDE, low + (tall - side) / 2
        strokes += box(left_edge, top, side * BOX_WIDE, side, FIRM)
        low += tall + 6
    line = max(low + 16, line)
    sign = fit_text(slip.sign, inner, SMALLEST)
    strokes.append(Stroke(INSET, line, wide - INSET, line))
    texts.append(TextBlock(wide - INSET, line + 2, sign, at=RIGHT))
    return Drawing(wide, high, tuple(texts), tuple(strokes), fills)


def _code_fills(link: str, x: float, y: float, size: float) -> Iterator[Fill]:
    """The code to scan as black runs of its rows."""
    rows = [bytes(row) for row in segno.make(link, error="m", micro=False).matrix]
    dot = size / len(rows)
    for number, row in enumerate(rows):
        start = None
        for at, dark in enumerate((*row, 0)):
            if dark and start is None:
                start = at
            elif not dark and start is not None:
                yield Fill(x + start * dot, y + number * dot, (at - start) * dot, dot)
                start = None


def _cut_lines(paper: Paper, wide: float, high: float, rows: int) -> Iterator[Stroke]:
    yield Stroke(MARGIN + wide, 8, MARGIN + wide, paper.high - 8, is_dashed=True)
    for row in range(1, rows):
        yield Stroke(8, MARGIN + row * high, paper.wide - 8, MARGIN + row * high, is_dashed=True)
