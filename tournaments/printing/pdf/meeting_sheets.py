"""Sheets of team meetings: the boards with space for the points, and signature lines of both captains."""

from dataclasses import dataclass
from itertools import accumulate

from tournaments.printing.pdf.pages import (
    A3,
    A4,
    FIRM,
    LEFT,
    MIDDLE,
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
from tournaments.printing.pdf.typography import SMALLEST, fit_text

# Shares of the width: the board, a name, the points of each side, the other name.
COLUMN_SHARES = (1.2, 4.0, 1.2, 1.2, 4.0)
ROW_HEIGHT, TEXT_SIZE = 30.0, 10.0


@dataclass(frozen=True, slots=True)
class MeetingSheet:
    """The sheet of two teams: its column headings, its rows and the sum below.

    Rows are (board, White, points of both, Black), with empty cells to fill in.
    """

    columns: tuple[str, str, str, str, str]
    rows: tuple[tuple[str, str, str, str, str], ...]
    total: tuple[str, str, str]
    sign: str


def meeting_pages(meeting: MeetingSheet, paper: Paper, head: Head) -> list[Page]:
    """Return one page: every board with its players and space for the points, the sum, two signatures."""
    if paper == A3:
        return [enlarge_page(page) for page in meeting_pages(meeting, A4, head)]
    space = content_area(paper, head)
    unit = space.wide / sum(COLUMN_SHARES)
    lefts = tuple(accumulate((share * unit for share in COLUMN_SHARES), initial=0.0))
    label, white, black = meeting.total
    rows = (meeting.columns, *meeting.rows, ("", label, white, black, ""))
    texts = [
        _cell_text(lefts, column, number * ROW_HEIGHT, text, bold=number in {0, len(rows) - 1})
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
        if text
    ]
    low = ROW_HEIGHT * len(rows)
    strokes = [
        *(
            Stroke(0, n * ROW_HEIGHT, space.wide, n * ROW_HEIGHT, FIRM if n == 1 else 0.5)
            for n in range(len(rows) + 1)
        ),
        *(Stroke(x, 0, x, low) for x in lefts),
    ]
    half, foot = space.wide / 2 - 16, low + 2 * ROW_HEIGHT
    sign = fit_text(meeting.sign, half, SMALLEST)
    for x in (0.0, space.wide - half):
        strokes.append(Stroke(x, foot, x + half, foot))
        texts.append(TextBlock(x + half / 2, foot + 2, sign, at=MIDDLE))
    drawing = PageDrawing(space.wide, foot + ROW_HEIGHT, tuple(texts), tuple(strokes))
    return [framed_page(paper, head, drawing, 1, 1)]


def _cell_text(lefts: tuple[float, ...], column: int, top: float, text: str, *, bold: bool) -> TextBlock:
    left_edge, wide = lefts[column], lefts[column + 1] - lefts[column]
    fitted_text = fit_text(text, wide - 8, TEXT_SIZE, bold=bold)
    is_name = column in {1, 4}
    x = left_edge + 4 if is_name else left_edge + wide / 2
    y = top + (ROW_HEIGHT - fitted_text.height) / 2
    return TextBlock(x, y, fitted_text, bold=bold, at=LEFT if is_name else MIDDLE)
