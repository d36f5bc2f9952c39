"""Match slips with a QR code, blank score sheets, and sheets of team meetings, to be filled in and signed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import segno

from tournaments.printing.pdf.lists import Column
from tournaments.printing.pdf.pages import (
    FIRM,
    LEFT,
    MIDDLE,
    RIGHT,
    Fill,
    Head,
    Page,
    PageDrawing,
    Paper,
    Stroke,
    TextBlock,
    box,
    content_area,
    framed_page,
)
from tournaments.printing.pdf.typography import SMALLEST, fit_text

SLIP_MARGIN, SLIP_INSET = 20.0, 14.0
FOUR_PER_PAGE, SIX_PER_PAGE = 4, 6
CODE = 72.0
# The height of a box for points, and its ratio of width to height.
BOX, TALLEST_BOX, BOX_RATIO = 30.0, 50.0, 1.25
SLIP_NAME, NUMBER = 13.0, 26.0


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of one match. `table` is empty while none is assigned; `link` is encoded as QR code."""

    event: str
    title: str
    length: str
    table: str
    names: tuple[str, str]
    link: str
    sign: str


def slip_pages(slips: Sequence[Slip], paper: Paper, count: int = SIX_PER_PAGE) -> list[Page]:
    """Return pages of `count` slips each (four or six), two side by side, with cutting lines."""
    rows = count // 2
    wide, high = (paper.wide - 2 * SLIP_MARGIN) / 2, (paper.high - 2 * SLIP_MARGIN) / rows
    pages = []
    for start in range(0, len(slips), count):
        parts = [
            _draw_slip(slip, wide, high).shift(SLIP_MARGIN + at % 2 * wide, SLIP_MARGIN + at // 2 * high)
            for at, slip in enumerate(slips[start : start + count])
        ]
        cuts = PageDrawing(paper.wide, paper.high, strokes=tuple(cut_lines(paper, wide, high, rows)))
        pages.append(Page(paper, cuts.overlay(*parts)))
    return pages


def _draw_slip(slip: Slip, wide: float, high: float) -> PageDrawing:
    inner = wide - 2 * SLIP_INSET
    beside = inner - CODE - 8
    texts = [TextBlock(SLIP_INSET, SLIP_INSET, fit_text(slip.event, beside, SMALLEST))]
    low = texts[-1].bottom + 1
    for text, size, bold in ((slip.title, 10.0, True), (slip.length, 9.0, False), (slip.table, NUMBER, True)):
        if text:
            texts.append(TextBlock(SLIP_INSET, low, fit_text(text, beside, size, bold=bold), bold=bold))
            low = texts[-1].bottom + 1
    left_edge = wide - SLIP_INSET - CODE
    fills = tuple(qr_code_fills(slip.link, left_edge, SLIP_INSET, CODE))
    low = max(low, SLIP_INSET + CODE) + 8
    line = high - SLIP_INSET - 12
    # The space between the head and the signature line is for the names and their boxes.
    side = min(TALLEST_BOX, max(BOX, (line - low - 24) / 2 - 6))
    fitted_names = [
        fit_text(name, inner - side * BOX_RATIO - 8, SLIP_NAME + (side - BOX) / 4, bold=True)
        for name in slip.names
    ]
    strokes: list[Stroke] = []
    for name in fitted_names:
        tall = max(side, name.height)
        texts.append(TextBlock(SLIP_INSET, low + (tall - name.height) / 2, name, bold=True))
        left_edge, top = wide - SLIP_INSET - side * BOX_RATIO, low + (tall - side) / 2
        strokes += box(left_edge, top, side * BOX_RATIO, side, FIRM)
        low += tall + 6
    line = max(low + 16, line)
    sign = fit_text(slip.sign, inner, SMALLEST)
    strokes.append(Stroke(SLIP_INSET, line, wide - SLIP_INSET, line))
    texts.append(TextBlock(wide - SLIP_INSET, line + 2, sign, at=RIGHT))
    return PageDrawing(wide, high, tuple(texts), tuple(strokes), fills)


def qr_code_fills(link: str, x: float, y: float, size: float) -> Iterator[Fill]:
    """Return the QR code of a link as black rectangles, each a run of dark dots in a row."""
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


def cut_lines(paper: Paper, wide: float, high: float, rows: int) -> Iterator[Stroke]:
    """Return the cutting lines of a page of two columns, whose pieces have this size."""
    yield Stroke(SLIP_MARGIN + wide, 8, SLIP_MARGIN + wide, paper.high - 8, is_dashed=True)
    for row in range(1, rows):
        yield Stroke(8, SLIP_MARGIN + row * high, paper.wide - 8, SLIP_MARGIN + row * high, is_dashed=True)


MARGIN, INSET = 20.0, 22.0
TITLE, NAME = 12.0, 9.0
ROW, WRITING_HEIGHT = 20.0, 26.0
# Shares of the width: the game, the cube, how it was won, the points of each side.
COLUMN_SHARES = (1.0, 1.2, 3.6, 2.1, 2.1)


@dataclass(frozen=True, slots=True)
class BlankScoreSheet:
    """The texts of a blank score sheet: `details` label match details, `columns` head the five columns."""

    title: str
    details: tuple[str, ...]
    sides: tuple[str, str]
    columns: tuple[Column, ...]
    sign: str


@dataclass(frozen=True, slots=True)
class MeetingSheet:
    """The sheet of two teams: its column headings, its rows and the sum below.

    Rows are (board, White, points of both, Black), with empty cells to fill in.
    """

    columns: tuple[str, str, str, str, str]
    rows: tuple[tuple[str, str, str, str, str], ...]
    total: tuple[str, str, str]
    sign: str


# Shares of the width of a meeting: the board, a name, the points of each side, the other name.
MEETING_SHARES = (1.2, 4.0, 1.2, 1.2, 4.0)
MEETING_ROW_HEIGHT = 30.0


def meeting_pages(meeting: MeetingSheet, paper: Paper, head: Head) -> list[Page]:
    """Return one page: every board with its players and space for the points, the sum, two signatures."""
    space = content_area(paper, head)
    unit = space.wide / sum(MEETING_SHARES)
    lefts = tuple(accumulate((share * unit for share in MEETING_SHARES), initial=0.0))
    label, white, black = meeting.total
    rows = (meeting.columns, *meeting.rows, ("", label, white, black, ""))
    texts = [
        _cell_text(lefts, column, number * MEETING_ROW_HEIGHT, text, bold=number in {0, len(rows) - 1})
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]
    low = MEETING_ROW_HEIGHT * len(rows)
    strokes = [
        *(
            Stroke(0, n * MEETING_ROW_HEIGHT, space.wide, n * MEETING_ROW_HEIGHT, FIRM if n == 1 else 0.5)
            for n in range(len(rows) + 1)
        ),
        *(Stroke(x, 0, x, low) for x in lefts),
    ]
    half, foot = space.wide / 2 - 16, low + 2 * MEETING_ROW_HEIGHT
    sign = fit_text(meeting.sign, half, SMALLEST)
    for x in (0.0, space.wide - half):
        strokes.append(Stroke(x, foot, x + half, foot))
        texts.append(TextBlock(x + half / 2, foot + 2, sign, at=MIDDLE))
    return [
        framed_page(
            paper,
            head,
            PageDrawing(space.wide, foot + MEETING_ROW_HEIGHT, tuple(texts), tuple(strokes)),
            1,
            1,
        )
    ]


def _cell_text(lefts: tuple[float, ...], column: int, top: float, text: str, *, bold: bool) -> TextBlock:
    left_edge, wide = lefts[column], lefts[column + 1] - lefts[column]
    fitted_text = fit_text(text, wide - 8, NAME + 1, bold=bold)
    is_name = column in {1, 4}
    x = left_edge + 4 if is_name else left_edge + wide / 2
    return TextBlock(
        x,
        top + (MEETING_ROW_HEIGHT - fitted_text.height) / 2,
        fitted_text,
        bold=bold,
        at=LEFT if is_name else MIDDLE,
    )


def score_sheet_pages(sheet: BlankScoreSheet, paper: Paper) -> list[Page]:
    """Return one page with the sheet twice, side by side, and a cutting line."""
    landscape = paper.rotate()
    wide, high = landscape.wide / 2, landscape.high - 2 * MARGIN
    one = _draw_score_sheet(sheet, wide - 2 * INSET, high)
    cut = Stroke(wide, 8, wide, landscape.high - 8, is_dashed=True)
    both = (one.shift(INSET, MARGIN), one.shift(wide + INSET, MARGIN))
    return [Page(landscape, PageDrawing(landscape.wide, landscape.high, strokes=(cut,)).overlay(*both))]


def _draw_score_sheet(sheet: BlankScoreSheet, wide: float, high: float) -> PageDrawing:
    texts = [TextBlock(0, 0, fit_text(sheet.title, wide, TITLE, bold=True), bold=True)]
    strokes: list[Stroke] = []
    low = texts[0].bottom + 8
    for text in (*sheet.details, *sheet.sides):
        fitted_text = fit_text(text, wide / 3, NAME, bold=text in sheet.sides)
        texts.append(
            TextBlock(0, low + WRITING_HEIGHT - fitted_text.height - 3, fitted_text, bold=text in sheet.sides)
        )
        strokes.append(
            Stroke(texts[-1].x + texts[-1].wide + 5, low + WRITING_HEIGHT - 3, wide, low + WRITING_HEIGHT - 3)
        )
        low += WRITING_HEIGHT
    foot = high - WRITING_HEIGHT - 12
    table = _draw_games(sheet, wide, low + 10, foot - WRITING_HEIGHT)
    half = wide / 2 - 8
    strokes += [Stroke(x, foot, x + half, foot) for x in (0.0, wide - half)]
    sign = fit_text(sheet.sign, half, SMALLEST)
    texts += [TextBlock(x + half / 2, foot + 2, sign, at=MIDDLE) for x in (0.0, wide - half)]
    return PageDrawing(wide, high, (*texts, *table.texts), (*strokes, *table.strokes))


def _draw_games(sheet: BlankScoreSheet, wide: float, top: float, bottom: float) -> PageDrawing:
    unit = wide / sum(COLUMN_SHARES)
    lefts = tuple(accumulate((share * unit for share in COLUMN_SHARES), initial=0.0))
    heads = [
        fit_text(column.head, lefts[at + 1] - lefts[at] - 3, SMALLEST, bold=True)
        for at, column in enumerate(sheet.columns)
    ]
    first = top + max(head.height for head in heads) + 4
    count = int((bottom - first) // ROW)
    rows = [top, *(first + number * ROW for number in range(count + 1))]
    texts = [
        TextBlock((lefts[at] + lefts[at + 1]) / 2, top + 2, head, bold=True, at=MIDDLE)
        for at, head in enumerate(heads)
    ]
    texts += [
        TextBlock(
            (lefts[0] + lefts[1]) / 2, rows[number] + 4, fit_text(str(number), lefts[1], NAME), at=MIDDLE
        )
        for number in range(1, count + 1)
    ]
    across = (Stroke(0, y, wide, y, FIRM if y == first else 0.5) for y in rows)
    down = (Stroke(x, top, x, rows[-1]) for x in lefts)
    return PageDrawing(wide, rows[-1], tuple(texts), (*across, *down))
