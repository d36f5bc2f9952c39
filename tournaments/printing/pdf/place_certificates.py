"""Certificates for places: one page for each place, with the name in large letters and lines to sign on."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.printing.pdf.pages import (
    FIRM,
    MIDDLE,
    Page,
    PageDrawing,
    Paper,
    Stroke,
    TextBlock,
    box,
    place_logos,
)
from tournaments.printing.pdf.typography import (
    FittedText,
    break_lines,
    fit_text,
    longest_part,
    printable_text,
)

FRAME, INSET = 28.0, 64.0
NAME_SIZES, MOST_NAME_LINES = range(46, 17, -2), 3
CLUB_SIZE, TITLE_SIZE, SENTENCE_SIZE, MEMBER_SIZE, SIGNATURE_SIZE = 16.0, 34.0, 18.0, 13.0, 10.0
SIGNATURE_WIDE, LOGO_HIGH = 170.0, 30.0


@dataclass(frozen=True, slots=True)
class PrintedCertificate:
    """The texts of a certificate; `members` are the players of a team, `signatures` below each line."""

    club: str
    title: str
    name: str
    members: tuple[str, ...]
    sentence: str
    signatures: tuple[str, ...]


def certificate_pages(
    certificates: Sequence[PrintedCertificate], paper: Paper, logos: Sequence[bytes] = ()
) -> list[Page]:
    """Return one page in landscape for each certificate, with the logos of sponsors at its foot."""
    sheet = paper.rotate()
    return [Page(sheet, _draw_certificate(certificate, sheet, logos)) for certificate in certificates]


def _draw_certificate(certificate: PrintedCertificate, sheet: Paper, logos: Sequence[bytes]) -> PageDrawing:
    wide, middle = sheet.wide - 2 * INSET, sheet.wide / 2
    logo_top = sheet.high - FRAME - 16 - (LOGO_HIGH if logos else 0)
    sign_line = logo_top - 34
    parts = [
        (fit_text(certificate.club, wide, CLUB_SIZE), 16.0, False),
        (_fit_large(certificate.title, wide, TITLE_SIZE), 24.0, True),
        (_fit_name(certificate.name, wide), 10.0, True),
        (fit_text(" · ".join(certificate.members), wide, MEMBER_SIZE), 10.0, False),
        (fit_text(certificate.sentence, wide, SENTENCE_SIZE), 0.0, False),
    ]
    shown_parts = [part for part in parts if any(part[0].lines)]
    needed = sum(text.height + gap for text, gap, _bold in shown_parts)
    top = FRAME + max(20.0, (sign_line - 40 - FRAME - needed) / 2)
    texts = []
    for text, gap, bold in shown_parts:
        texts.append(TextBlock(middle, top, text, bold=bold, at=MIDDLE))
        top += text.height + gap
    signature_texts, lines = _draw_signatures(certificate.signatures, sheet, sign_line)
    frame = (
        *box(FRAME, FRAME, sheet.wide - 2 * FRAME, sheet.high - 2 * FRAME, FIRM * 2),
        *box(FRAME + 5, FRAME + 5, sheet.wide - 2 * FRAME - 10, sheet.high - 2 * FRAME - 10),
    )
    images = place_logos(logos, INSET, logo_top, wide, LOGO_HIGH)
    return PageDrawing(sheet.wide, sheet.high, (*texts, *signature_texts), (*frame, *lines), images=images)


def _draw_signatures(
    signatures: Sequence[str], sheet: Paper, low: float
) -> tuple[list[TextBlock], list[Stroke]]:
    """Return the lines to sign on side by side, each with its text below."""
    column = (sheet.wide - 2 * INSET) / max(1, len(signatures))
    half = min(SIGNATURE_WIDE, column - 20) / 2
    middles = [INSET + column * (number + 0.5) for number in range(len(signatures))]
    texts = [
        TextBlock(x, low + 4, fit_text(text, 2 * half, SIGNATURE_SIZE), at=MIDDLE)
        for x, text in zip(middles, signatures, strict=True)
    ]
    return texts, [Stroke(x - half, low, x + half, low, FIRM) for x in middles]


def _fit_large(text: str, wide: float, size: float) -> FittedText:
    return fit_text(text, wide, size, bold=True)


def _fit_name(name: str, wide: float) -> FittedText:
    """Return a name in the largest type in which it takes few lines and is not divided inside a part."""
    text = printable_text(name)
    for size in NAME_SIZES:
        if longest_part(text, size, bold=True) <= wide:
            fitted = FittedText(break_lines(text, wide, size, bold=True), float(size))
            if len(fitted.lines) <= MOST_NAME_LINES:
                return fitted
    return fit_text(name, wide, NAME_SIZES[-1], bold=True)
