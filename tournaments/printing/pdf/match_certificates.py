"""The certificate of a match file: one page with what it states, and a large QR code."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.printing.pdf.pages import FIRM, MIDDLE, Page, PageDrawing, Paper, TextBlock, box
from tournaments.printing.pdf.qr_codes import qr_code_fills
from tournaments.printing.pdf.typography import fit_text

FRAME, INSET = 28.0, 64.0
SITE_SIZE, TITLE_SIZE, NAME_SIZE, SCORE_SIZE, FACT_SIZE, NOTE_SIZE = 14.0, 24.0, 22.0, 34.0, 12.0, 10.0
# A code with a signed match has up to 177 dots in a row: here a dot is at least half a millimetre wide.
CODE_SIZE = 270.0


@dataclass(frozen=True, slots=True)
class PrintedMatchCertificate:
    """The texts of a certificate; `link` is encoded as QR code, `address` is printed below it."""

    site: str
    title: str
    names: str
    score: str
    facts: Sequence[str]
    meaning: str
    code_note: str
    address: str
    link: str


def match_certificate_page(certificate: PrintedMatchCertificate, paper: Paper) -> Page:
    """Return the page of a certificate."""
    wide, middle = paper.wide - 2 * INSET, paper.wide / 2
    parts = [
        (certificate.site, SITE_SIZE, False, 10.0),
        (certificate.title, TITLE_SIZE, True, 22.0),
        (certificate.names, NAME_SIZE, True, 6.0),
        (certificate.score, SCORE_SIZE, True, 16.0),
        *((fact, FACT_SIZE, False, 4.0) for fact in certificate.facts),
        (certificate.meaning, FACT_SIZE, False, 16.0),
    ]
    texts, top = [], FRAME + 30.0
    for text, size, bold, gap in parts:
        fitted = fit_text(text, wide, size, bold=bold)
        texts.append(TextBlock(middle, top, fitted, bold=bold, at=MIDDLE))
        top += fitted.height + gap
    fills = tuple(qr_code_fills(certificate.link, middle - CODE_SIZE / 2, top, CODE_SIZE, "l"))
    top += CODE_SIZE + 10
    for text in (certificate.code_note, certificate.address):
        fitted = fit_text(text, wide, NOTE_SIZE)
        texts.append(TextBlock(middle, top, fitted, at=MIDDLE))
        top += fitted.height + 4
    frame = box(FRAME, FRAME, paper.wide - 2 * FRAME, paper.high - 2 * FRAME, FIRM * 2)
    return Page(paper, PageDrawing(paper.wide, paper.high, tuple(texts), frame, fills))
