"""Blank score sheets of a match, to be filled in game by game and signed."""

from dataclasses import dataclass
from itertools import accumulate

from tournaments.printing.pdf.lists import Column
from tournaments.printing.pdf.pages import (
    A3,
    A4,
    FIRM,
    MIDDLE,
    Page,
    PageDrawing,
    Paper,
    Stroke,
    TextBlock,
    enlarge_page,
)
from tournaments.printing.pdf.typography import SMALLEST, fit_text

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


def score_sheet_pages(sheet: BlankScoreSheet, paper: Paper) -> list[Page]:
    """Return one page with the sheet twice, side by side, and a cutting line."""
    if paper == A3:
        return [enlarge_page(page) for page in score_sheet_pages(sheet, A4)]
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
        # A text of several lines takes a higher row, so that it does not run into the one above.
        line = low + max(WRITING_HEIGHT, fitted_text.height + 8) - 3
        texts.append(TextBlock(0, line - fitted_text.height, fitted_text, bold=text in sheet.sides))
        strokes.append(Stroke(texts[-1].x + texts[-1].wide + 5, line, wide, line))
        low = line + 3
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
