"""Badges and name cards: eight on a page of A4, with cutting lines; a badge has a code to scan."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.printing.pdf.cut_sheets import MARGIN, cut_sheet_pages, get_piece_size
from tournaments.printing.pdf.pages import MIDDLE, Page, PageDrawing, Paper, TextBlock
from tournaments.printing.pdf.qr_codes import qr_code_fills
from tournaments.printing.pdf.typography import (
    SMALLEST,
    FittedText,
    break_lines,
    fit_text,
    longest_part,
    printable_text,
)

INSET, CODE, GAP = 16.0, 100.0, 10.0
LOWEST_CARD = 185.0
DETAIL, MOST_LINES = 11.0, 3
LARGEST_BESIDE_CODE, LARGEST_ALONE, SMALLEST_NAME = 20, 34, 10


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """One card: event, name, club or country. A badge has a `link`, encoded as QR code, and a `hint`."""

    event: str
    name: str
    detail: str
    link: str = ""
    hint: str = ""


def card_pages(cards: Sequence[PlayerCard], paper: Paper) -> list[Page]:
    """Return pages of cards, two side by side, with cutting lines; eight on A4 and Letter."""
    rows = int((paper.high - 2 * MARGIN) // LOWEST_CARD)
    wide, high = get_piece_size(paper, rows)
    return cut_sheet_pages([_draw_card(card, wide, high) for card in cards], paper, rows)


def _draw_card(card: PlayerCard, wide: float, high: float) -> PageDrawing:
    inner = wide - 2 * INSET
    event = fit_text(card.event, inner, SMALLEST + 1)
    hint = fit_text(card.hint, inner, SMALLEST)
    top, low = INSET + event.height, high - INSET - (hint.height if card.hint else 0)
    beside = inner - CODE - GAP if card.link else inner
    largest = LARGEST_BESIDE_CODE if card.link else LARGEST_ALONE
    detail = fit_text(card.detail, beside, DETAIL)
    detail_height = detail.height + 4 if card.detail else 0
    name = _fit_name(card.name, beside, low - top - detail_height - 4, largest)
    name_top = (top + low - name.height - detail_height) / 2
    x = INSET + beside / 2
    texts = [
        TextBlock(wide / 2, INSET, event, at=MIDDLE),
        TextBlock(x, name_top, name, bold=True, at=MIDDLE),
    ]
    if card.detail:
        texts.append(TextBlock(x, name_top + name.height + 4, detail, at=MIDDLE))
    if card.hint:
        texts.append(TextBlock(wide / 2, low, hint, at=MIDDLE))
    fills = qr_code_fills(card.link, wide - INSET - CODE, (top + low - CODE) / 2, CODE) if card.link else ()
    return PageDrawing(wide, high, tuple(texts), (), tuple(fills))


def _fit_name(name: str, wide: float, high: float, largest: int) -> FittedText:
    """Return a name in the largest type in which it takes few lines and no word is divided."""
    text = printable_text(name)
    for size in range(largest, SMALLEST_NAME - 1, -1):
        if longest_part(text, size, bold=True) <= wide:
            fitted_name = FittedText(break_lines(text, wide, size, bold=True), float(size))
            if len(fitted_name.lines) <= MOST_LINES and fitted_name.height <= high:
                return fitted_name
    return fit_text(name, wide, SMALLEST_NAME, bold=True)
