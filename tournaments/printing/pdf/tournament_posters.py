"""The poster of a tournament or club on one page: name, days, venue, events, and a QR code of its page."""

from dataclasses import dataclass

from tournaments.printing.pdf.pages import FIRM, MIDDLE, Fill, Page, PageDrawing, Paper, Stroke, TextBlock
from tournaments.printing.pdf.qr_codes import qr_code_fills
from tournaments.printing.pdf.typography import (
    FittedText,
    break_lines,
    fit_text,
    longest_part,
    printable_text,
)

INSET, CODE, BAND = 54.0, 150.0, 12.0
NAME_SIZES, MOST_NAME_LINES = range(54, 19, -2), 4
DAYS_SIZE, VENUE_SIZE, EVENT_SIZE, SMALL_SIZE = 26.0, 18.0, 16.0, 11.0
GAP = 9.0


@dataclass(frozen=True, slots=True)
class Poster:
    """The texts of a poster; `lines` are its events and details in pairs of a large and a small line.

    That of a club has no `days`, and its name in `name` alone. `link` is encoded as QR code.
    """

    club: str
    name: str
    days: str
    venue: str
    lines: tuple[tuple[str, str], ...]
    link: str
    hint: str


def poster_page(poster: Poster, paper: Paper) -> Page:
    """Return the poster; lines that do not fit are left out, as the page of the QR code has all of them."""
    wide, middle = paper.wide - 2 * INSET, paper.wide / 2
    low = paper.high - INSET - CODE - 64
    texts: list[TextBlock] = []
    top = INSET + BAND + 22

    def add(text: FittedText, gap: float, *, bold: bool = False) -> None:
        nonlocal top
        texts.append(TextBlock(middle, top, text, bold=bold, at=MIDDLE))
        top += text.height + gap

    if poster.club:
        add(fit_text(poster.club, wide, VENUE_SIZE), 26)
    add(_fit_name(poster.name, wide), 22, bold=True)
    if poster.days:
        add(fit_text(poster.days, wide, DAYS_SIZE), 10)
    if poster.venue:
        add(fit_text(poster.venue, wide, VENUE_SIZE), 8)
    top += 20
    for line, detail in poster.lines:
        parts = [fit_text(line, wide, EVENT_SIZE), *([fit_text(detail, wide, SMALL_SIZE)] if detail else ())]
        if top + sum(part.height for part in parts) > low:
            break
        for part in parts:
            add(part, 1)
        top += GAP
    code_top = paper.high - INSET - CODE - 24
    for line, line_top in ((poster.hint, code_top - 18), (poster.link, code_top + CODE + 8)):
        texts.append(TextBlock(middle, line_top, fit_text(line, wide, SMALL_SIZE), at=MIDDLE))
    bands = (
        Fill(INSET, INSET, wide, BAND),
        *qr_code_fills(poster.link, middle - CODE / 2, code_top, CODE),
    )
    rule = Stroke(INSET, low + 6, paper.wide - INSET, low + 6, FIRM)
    return Page(paper, PageDrawing(paper.wide, paper.high, tuple(texts), (rule,), bands))


def _fit_name(name: str, wide: float) -> FittedText:
    """Return a name in the largest type in which it takes few lines and is not divided inside a part."""
    text = printable_text(name)
    for size in NAME_SIZES:
        if longest_part(text, size, bold=True) <= wide:
            fitted = FittedText(break_lines(text, wide, size, bold=True), float(size))
            if len(fitted.lines) <= MOST_NAME_LINES:
                return fitted
    return fit_text(name, wide, NAME_SIZES[-1], bold=True)
