"""Pages of paper: their sizes, the head and the foot of each, and the file that is made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pdf.drawings import FIRM, LEFT, MIDDLE, RIGHT, Drawing, Stroke, TextBlock
from tournaments.printing.pdf.typography import (
    FRAME,
    SMALLEST,
    Fitted,
    fit_text,
    font_name,
    font_runs,
    visual_order,
    width,
)

MARGIN = 28.0
TITLE, SUBTITLE = 15.0, 10.0
FOOT = 14.0
# A bold letter of a face that has none: its outline is drawn as well, so thick beside its size.
OUTLINED: Final = 2
THICKER = 0.035


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright, in points."""

    name: str
    wide: float
    high: float

    def turned(self) -> "Paper":
        """The same on its side."""
        return Paper(self.name, self.high, self.wide)


A4, LETTER, A3 = Paper("a4", 595.28, 841.89), Paper("letter", 612.0, 792.0), Paper("a3", 841.89, 1190.55)
PAPERS = {paper.name: paper for paper in (A4, LETTER, A3)}


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above and below: `title` over `under`, `foot` left at the bottom; `page` counts there.

    `page` holds %(page)s and %(pages)s. `lacking` follows the foot where a letter could not be set.
    """

    title: str
    under: str
    foot: str
    page: str = "%(page)s / %(pages)s"
    lacking: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet of paper with what is drawn on it."""

    paper: Paper
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class ContentArea:
    """The area of a page between its head and its foot: upper left corner and size."""

    x: float
    y: float
    wide: float
    high: float


def content_area(paper: Paper, head: Head) -> ContentArea:
    """Return the area between the head and the foot of a page."""
    wide = paper.wide - 2 * MARGIN
    top = MARGIN + sum(one.height for one in _titles(head, wide)) + 8
    return ContentArea(MARGIN, top, wide, paper.high - top - MARGIN - FOOT)


def framed_page(paper: Paper, head: Head, drawing: Drawing, page: int, pages: int) -> Page:
    """Return a page with its head and foot around a drawing."""
    space = content_area(paper, head)
    title, under = _titles(head, space.wide)
    page_number_text = fit_text(head.page % {"page": page, "pages": pages}, space.wide / 3, SMALLEST)
    low = paper.high - MARGIN - page_number_text.height
    is_lacking = any(
        FRAME in line for text in (title, under, *(one.text for one in drawing.texts)) for line in text.lines
    )
    foot = " · ".join(filter(None, (head.foot, head.lacking if is_lacking else "")))
    texts = (
        TextBlock(MARGIN, MARGIN, title, bold=True),
        TextBlock(MARGIN, MARGIN + title.height, under),
        TextBlock(MARGIN, low, fit_text(foot, space.wide * 2 / 3 - 6, SMALLEST)),
        TextBlock(paper.wide - MARGIN, low, page_number_text, at=RIGHT),
    )
    rule = Stroke(MARGIN, space.y - 5, paper.wide - MARGIN, space.y - 5, FIRM)
    frame = Drawing(paper.wide, paper.high, texts, (rule,))
    return Page(paper, frame.over(drawing.moved(space.x, space.y)))


def write_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Return the pages as a PDF file. The same pages make the same bytes."""
    file = BytesIO()
    # Else every page would name a face that does not travel along.
    first: Any = {"initialFontName": font_name()}
    canvas = Canvas(file, invariant=1, pageCompression=1, lang=language, **first)
    canvas.setTitle(title)
    canvas.setAuthor("Crawford")
    canvas.setCreator("Crawford")
    canvas.setSubject(title)
    for page in pages:
        canvas.setPageSize((page.paper.wide, page.paper.high))
        _draw(canvas, page)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _titles(head: Head, wide: float) -> tuple[Fitted, Fitted]:
    return fit_text(head.title, wide, TITLE, bold=True), fit_text(head.under, wide, SUBTITLE)


def _draw(canvas: Canvas, page: Page) -> None:
    high = page.paper.high
    for fill in page.drawing.fills:
        canvas.setFillGray(fill.grey)
        canvas.rect(fill.x, high - fill.y - fill.high, fill.wide, fill.high, stroke=0, fill=1)
    canvas.setFillGray(0)
    for stroke in page.drawing.strokes:
        canvas.setLineWidth(stroke.weight)
        canvas.setDash([2, 2] if stroke.is_dashed else [])
        canvas.line(stroke.x, high - stroke.y, stroke.to_x, high - stroke.to_y)
    for text_block in page.drawing.texts:
        _draw_text(canvas, text_block, high)


def _draw_text(canvas: Canvas, text_block: TextBlock, high: float) -> None:
    size = text_block.text.size
    part = {LEFT: 0.0, MIDDLE: 0.5, RIGHT: 1.0}[text_block.at]
    canvas.setDash([])
    canvas.setLineWidth(size * THICKER)
    for number, line in enumerate(text_block.text.lines):
        x = text_block.x - part * width(line, size, bold=text_block.bold)
        for run in font_runs(visual_order(line), bold=text_block.bold):
            canvas.setFont(run.font, size)
            canvas.drawString(
                x, high - text_block.baseline(number), run.text, mode=OUTLINED if run.is_thick else None
            )
            x += run.width(size)
