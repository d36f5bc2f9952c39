"""Match slips: four or six to a page, each with a QR code, boxes for the points and a signature line."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.printing.pdf.cut_sheets import cut_sheet_pages, get_piece_size
from tournaments.printing.pdf.pages import FIRM, RIGHT, Page, PageDrawing, Paper, Stroke, TextBlock, box
from tournaments.printing.pdf.qr_codes import qr_code_fills
from tournaments.printing.pdf.typography import SMALLEST, fit_text

INSET = 14.0
FOUR_PER_PAGE, SIX_PER_PAGE = 4, 6
CODE_SIZE = 72.0
# The height of a box for points, from the smallest to the largest, and its ratio of width to height.
BOX, TALLEST_BOX, BOX_RATIO = 30.0, 50.0, 1.25
NAME_SIZE, TABLE_SIZE = 13.0, 26.0


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
    wide, high = get_piece_size(paper, rows)
    return cut_sheet_pages([_draw_slip(slip, wide, high) for slip in slips], paper, rows)


def _draw_slip(slip: Slip, wide: float, high: float) -> PageDrawing:
    inner = wide - 2 * INSET
    beside = inner - CODE_SIZE - 8
    texts = [TextBlock(INSET, INSET, fit_text(slip.event, beside, SMALLEST))]
    low = texts[-1].bottom + 1
    details = ((slip.title, 10.0, True), (slip.length, 9.0, False), (slip.table, TABLE_SIZE, True))
    for text, size, bold in details:
        if text:
            texts.append(TextBlock(INSET, low, fit_text(text, beside, size, bold=bold), bold=bold))
            low = texts[-1].bottom + 1
    left_edge = wide - INSET - CODE_SIZE
    fills = tuple(qr_code_fills(slip.link, left_edge, INSET, CODE_SIZE))
    low = max(low, INSET + CODE_SIZE) + 8
    line = high - INSET - 12
    # The space between the head and the signature line is for the names and their boxes.
    side = min(TALLEST_BOX, max(BOX, (line - low - 24) / 2 - 6))
    fitted_names = [
        fit_text(name, inner - side * BOX_RATIO - 8, NAME_SIZE + (side - BOX) / 4, bold=True)
        for name in slip.names
    ]
    strokes: list[Stroke] = []
    for name in fitted_names:
        tall = max(side, name.height)
        texts.append(TextBlock(INSET, low + (tall - name.height) / 2, name, bold=True))
        left_edge, top = wide - INSET - side * BOX_RATIO, low + (tall - side) / 2
        strokes += box(left_edge, top, side * BOX_RATIO, side, FIRM)
        low += tall + 6
    line = max(low + 16, line)
    sign = fit_text(slip.sign, inner, SMALLEST)
    strokes.append(Stroke(INSET, line, wide - INSET, line))
    texts.append(TextBlock(wide - INSET, line + 2, sign, at=RIGHT))
    return PageDrawing(wide, high, tuple(texts), tuple(strokes), fills)
