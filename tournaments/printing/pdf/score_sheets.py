"""Score sheets on paper: of a match, two on a page, and of a meeting of teams; room to write and to sign."""

from dataclasses import dataclass
from itertools import accumulate

from tournaments.printing.pdf.drawings import FIRM, LEFT, MIDDLE, Drawing, Stroke, TextBlock
from tournaments.printing.pdf.lists import Column
from tournaments.printing.pdf.pages import Head, Page, Paper, content_area, framed_page
from tournaments.printing.pdf.typography import SMALLEST, fit_text

MARGIN, INSET = 20.0, 22.0
TITLE, NAME = 12.0, 9.0
ROW, WRITE = 20.0, 26.0
# How the width is shared: the game, the cube, how it was won, the points of each side.
SHARES = (1.0, 1.2, 3.6, 2.1, 2.1)


@dataclass(frozen=True, slots=True)
class ScoreSheetForm:
    """The words of an empty score sheet: `facts` are written beside, five `columns` head the games."""

    title: str
    facts: tuple[str, ...]
    sides: tuple[str, str]
    columns: tuple[Column, ...]
    sign: str


@dataclass(frozen=True, slots=True)
class MeetingSheet:
    """The sheet of two teams: the heads of its columns, its rows (board, White, points of both, Black) with
    empty cells for what is to be written, and the sum below."""

    columns: tuple[str, str, str, str, str]
    rows: tuple[tuple[str, str, str, str, str], ...]
    total: tuple[str, str, str]
    sign: str


# How the width of a meeting is shared: the board, a name, the points of each side, the other name.
MEETING_SHARES = (1.2, 4.0, 1.2, 1.2, 4.0)
TALL = 30.0


def meeting_pages(meeting: MeetingSheet, paper: Paper, head: Head) -> list[Page]:
    """One page: every board with its players and room for the points, the sum, two signatures."""
    space = content_area(paper, head)
    unit = space.wide / sum(MEETING_SHARES)
    lefts = tuple(accumulate((share * unit for share in MEETING_SHARES), initial=0.0))
    label, white, black = meeting.total
    rows = (meeting.columns, *meeting.rows, ("", label, white, black, ""))
    texts = [
        _cell_text(lefts, column, number * TALL, text, bold=number in {0, len(rows) - 1})
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]
    low = TALL * len(rows)
    strokes = [
        *(Stroke(0, n * TALL, space.wide, n * TALL, FIRM if n == 1 else 0.5) for n in range(len(rows) + 1)),
        *(Stroke(x, 0, x, low) for x in lefts),
    ]
    half, foot = space.wide / 2 - 16, low + 2 * TALL
    sign = fit_text(meeting.sign, half, SMALLEST)
    for x in (0.0, space.wide - half):
        strokes.append(Stroke(x, foot, x + half, foot))
        texts.append(TextBlock(x + half / 2, foot + 2, sign, at=MIDDLE))
    return [framed_page(paper, head, Drawing(space.wide, foot + TALL, tuple(texts), tuple(strokes)), 1, 1)]


def _cell_text(lefts: tuple[float, ...], column: int, top: float, text: str, *, bold: bool) -> TextBlock:
    left_edge, wide = lefts[column], lefts[column + 1] - lefts[column]
    fitted_text = fit_text(text, wide - 8, NAME + 1, bold=bold)
    is_name = column in {1, 4}
    x = left_edge + 4 if is_name else left_edge + wide / 2
    return TextBlock(
        x, top + (TALL - fitted_text.height) / 2, fitted_text, bold=bold, at=LEFT if is_name else MIDDLE
    )


def score_sheet_pages(sheet: ScoreSheetForm, paper: Paper) -> list[Page]:
    """One page with the sheet twice, side by side, and a line to cut along."""
    lying = paper.turned()
    wide, high = lying.wide / 2, lying.high - 2 * MARGIN
    one = _draw_score_sheet(sheet, wide - 2 * INSET, high)
    cut = Stroke(wide, 8, wide, lying.high - 8, is_dashed=True)
    both = (one.moved(INSET, MARGIN), one.moved(wide + INSET, MARGIN))
    return [Page(lying, Drawing(lying.wide, lying.high, strokes=(cut,)).over(*both))]


def _draw_score_sheet(sheet: ScoreSheetForm, wide: float, high: float) -> Drawing:
    texts = [TextBlock(0, 0, fit_text(sheet.title, wide, TITLE, bold=True), bold=True)]
    strokes: list[Stroke] = []
    low = texts[0].bottom + 8
    for text in (*sheet.facts, *sheet.sides):
        fitted_text = fit_text(text, wide / 3, NAME, bold=text in sheet.sides)
        texts.append(
            TextBlock(0, low + WRITE - fitted_text.height - 3, fitted_text, bold=text in sheet.sides)
        )
        strokes.append(Stroke(texts[-1].x + texts[-1].wide + 5, low + WRITE - 3, wide, low + WRITE - 3))
        low += WRITE
    foot = high - WRITE - 12
    table = _draw_games(sheet, wide, low + 10, foot - WRITE)
    half = wide / 2 - 8
    strokes += [Stroke(x, foot, x + half, foot) for x in (0.0, wide - half)]
    sign = fit_text(sheet.sign, half, SMALLEST)
    texts += [TextBlock(x + half / 2, foot + 2, sign, at=MIDDLE) for x in (0.0, wide - half)]
    return Drawing(wide, high, (*texts, *table.texts), (*strokes, *table.strokes))


def _draw_games(sheet: ScoreSheetForm, wide: float, top: float, bottom: float) -> Drawing:
    unit = wide / sum(SHARES)
    lefts = tuple(accumulate((share * unit for share in SHARES), initial=0.0))
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
    return Drawing(wide, rows[-1], tuple(texts), (*across, *down))
