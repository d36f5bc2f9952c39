"""Pages and the PDF file made of them: drawings, heads and feet.

Coordinates and sizes are in points (1/72 inch) from the upper left corner, `y` and `low` downwards;
`wide` and `high` are a width and a height.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import pairwise
from typing import Any, Final

from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pdf.typography import (
    LEADING,
    MISSING_LETTER,
    SMALLEST,
    FittedText,
    fit_text,
    font_name,
    font_runs,
    visual_order,
    width,
)

THIN, FIRM = 0.5, 1.0
LEFT, RIGHT, MIDDLE = "left", "right", "middle"


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Lines of text one below the other: `x` is their left, right or middle, `y` the top of the first."""

    x: float
    y: float
    text: FittedText
    bold: bool = False
    at: str = LEFT

    @property
    def wide(self) -> float:
        """The width of the longest line."""
        return max((width(line, self.text.size, bold=self.bold) for line in self.text.lines), default=0.0)

    @property
    def left(self) -> float:
        """The left edge of the longest line."""
        return self.x - {LEFT: 0.0, RIGHT: 1.0, MIDDLE: 0.5}[self.at] * self.wide

    @property
    def bottom(self) -> float:
        """The bottom of the last line."""
        return self.y + self.text.height

    def baseline(self, number: int) -> float:
        """Return the baseline of line `number`, counted from 0."""
        return self.y + self.text.size * (number * LEADING + 0.95)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    weight: float = THIN
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled rectangle with its upper left corner; `grey` is 0 for black, 1 for white."""

    x: float
    y: float
    wide: float
    high: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """A JPEG file with its upper left corner and its size."""

    x: float
    y: float
    wide: float
    high: float
    data: bytes


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """A drawing in its own coordinates."""

    wide: float
    high: float
    texts: tuple[TextBlock, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    fills: tuple[Fill, ...] = ()
    images: tuple[PlacedImage, ...] = ()

    def shift(self, x: float, y: float) -> "PageDrawing":
        """Return the drawing moved right by `x` and down by `y`."""
        return PageDrawing(
            self.wide,
            self.high,
            tuple(replace(one, x=one.x + x, y=one.y + y) for one in self.texts),
            tuple(
                replace(one, x=one.x + x, y=one.y + y, to_x=one.to_x + x, to_y=one.to_y + y)
                for one in self.strokes
            ),
            tuple(replace(one, x=one.x + x, y=one.y + y) for one in self.fills),
            tuple(replace(one, x=one.x + x, y=one.y + y) for one in self.images),
        )

    def overlay(self, *others: "PageDrawing") -> "PageDrawing":
        """Return this drawing, in its size, with others on top."""
        drawings = (self, *others)
        return PageDrawing(
            self.wide,
            self.high,
            tuple(one for part in drawings for one in part.texts),
            tuple(one for part in drawings for one in part.strokes),
            tuple(one for part in drawings for one in part.fills),
            tuple(one for part in drawings for one in part.images),
        )

    def crop(self, x: float, y: float, wide: float, high: float) -> "PageDrawing":
        """Return the part inside a rectangle, with strokes clipped.

        Texts and fills that are not entirely inside are left out.
        """
        inside = tuple(
            one
            for one in self.texts
            if x <= one.left and one.left + one.wide <= x + wide and y <= one.y and one.bottom <= y + high
        )
        strokes = tuple(cut for one in self.strokes if (cut := _clip_stroke(one, x, y, x + wide, y + high)))
        fills = tuple(
            one
            for one in self.fills
            if x <= one.x and one.x + one.wide <= x + wide and y <= one.y and one.y + one.high <= y + high
        )
        return PageDrawing(wide, high, inside, strokes, fills).shift(-x, -y)


def box(x: float, y: float, wide: float, high: float, weight: float = THIN) -> tuple[Stroke, ...]:
    """Return the four sides of a rectangle."""
    right, low = x + wide, y + high
    corners = ((x, y), (right, y), (right, low), (x, low), (x, y))
    return tuple(Stroke(*start, *end, weight=weight) for start, end in pairwise(corners))


def _clip_stroke(
    stroke: Stroke, left_edge: float, top_edge: float, right_edge: float, bottom_edge: float
) -> Stroke | None:
    """Return a horizontal or vertical stroke clipped to a rectangle; None where nothing is inside."""
    x, to_x = max(left_edge, min(stroke.x, stroke.to_x)), min(right_edge, max(stroke.x, stroke.to_x))
    y, to_y = max(top_edge, min(stroke.y, stroke.to_y)), min(bottom_edge, max(stroke.y, stroke.to_y))
    is_outside = x > to_x or y > to_y or (x, y) == (to_x, to_y)
    return None if is_outside else replace(stroke, x=x, y=y, to_x=to_x, to_y=to_y)


MARGIN = 28.0
TITLE, SUBTITLE = 15.0, 10.0
FOOT = 14.0
# The row of logos above the foot, with a space above and below; the longest logo, and the space between two.
LOGO_ROW, LOGO_HIGH, LOGO_WIDE, LOGO_SPACE = 30.0, 22.0, 88.0, 10.0
# Text rendering mode for a bold letter of a font without bold: outlined, with this relative line width.
OUTLINED: Final = 2
OUTLINE_WIDTH = 0.035


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in portrait, in points."""

    name: str
    wide: float
    high: float

    def rotate(self) -> "Paper":
        """Return the same paper in landscape."""
        return Paper(self.name, self.high, self.wide)


A4, LETTER, A3 = Paper("a4", 595.28, 841.89), Paper("letter", 612.0, 792.0), Paper("a3", 841.89, 1190.55)
PAPERS = {paper.name: paper for paper in (A4, LETTER, A3)}


@dataclass(frozen=True, slots=True)
class Head:
    """The head and foot of a page: `title` above `subtitle`, `foot` at the bottom left, page numbers right.

    `page` is the text of the page numbers, with %(page)s and %(pages)s. `missing_letter_note`
    follows the foot of a page on which a character could not be printed. `logos` are JPEG files, in a row
    above the foot.
    """

    title: str
    subtitle: str
    foot: str
    page: str = "%(page)s / %(pages)s"
    missing_letter_note: str = ""
    logos: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet of paper and its drawing."""

    paper: Paper
    drawing: PageDrawing


def enlarge_page(page: Page) -> Page:
    """Return an A4 page on A3, which hangs on a wall: the same drawing in larger letters."""
    paper = A3 if page.paper.wide < page.paper.high else A3.rotate()
    factor = min(paper.wide / page.paper.wide, paper.high / page.paper.high)
    drawing = page.drawing
    texts = (
        replace(
            block,
            x=block.x * factor,
            y=block.y * factor,
            text=replace(block.text, size=block.text.size * factor),
        )
        for block in drawing.texts
    )
    strokes = (
        Stroke(
            line.x * factor,
            line.y * factor,
            line.to_x * factor,
            line.to_y * factor,
            line.weight * factor,
            line.is_dashed,
        )
        for line in drawing.strokes
    )
    fills = (
        Fill(fill.x * factor, fill.y * factor, fill.wide * factor, fill.high * factor, fill.grey)
        for fill in drawing.fills
    )
    images = (
        replace(one, x=one.x * factor, y=one.y * factor, wide=one.wide * factor, high=one.high * factor)
        for one in drawing.images
    )
    return Page(
        paper,
        PageDrawing(paper.wide, paper.high, tuple(texts), tuple(strokes), tuple(fills), tuple(images)),
    )


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
    top = MARGIN + sum(one.height for one in _fit_titles(head, wide)) + 8
    logo_row = LOGO_ROW if head.logos else 0.0
    return ContentArea(MARGIN, top, wide, paper.high - top - MARGIN - FOOT - logo_row)


def framed_page(paper: Paper, head: Head, drawing: PageDrawing, page: int, pages: int) -> Page:
    """Return a page with its head and foot around a drawing."""
    area = content_area(paper, head)
    title, subtitle = _fit_titles(head, area.wide)
    page_number_text = fit_text(head.page % {"page": page, "pages": pages}, area.wide / 3, SMALLEST)
    low = paper.high - MARGIN - page_number_text.height
    has_missing_letter = any(
        MISSING_LETTER in line
        for text in (title, subtitle, *(one.text for one in drawing.texts))
        for line in text.lines
    )
    foot = " · ".join(filter(None, (head.foot, head.missing_letter_note if has_missing_letter else "")))
    texts = (
        TextBlock(MARGIN, MARGIN, title, bold=True),
        TextBlock(MARGIN, MARGIN + title.height, subtitle),
        TextBlock(MARGIN, low, fit_text(foot, area.wide * 2 / 3 - 6, SMALLEST)),
        TextBlock(paper.wide - MARGIN, low, page_number_text, at=RIGHT),
    )
    rule = Stroke(MARGIN, area.y - 5, paper.wide - MARGIN, area.y - 5, FIRM)
    row = place_logos(head.logos, MARGIN, area.y + area.high + 4, area.wide)
    frame = PageDrawing(paper.wide, paper.high, texts, (rule,), images=row)
    return Page(paper, frame.overlay(drawing.shift(area.x, area.y)))


def place_logos(
    logos: Sequence[bytes], x: float, y: float, wide: float, high: float = LOGO_HIGH
) -> tuple[PlacedImage, ...]:
    """Return JPEG files in a row in the middle of a width; all are smaller where there are many."""
    sizes = [_fit_logo(*ImageReader(BytesIO(data)).getSize(), high) for data in logos]
    needed = sum(width for width, _height in sizes) + LOGO_SPACE * (len(sizes) - 1)
    shrunk = min(1.0, wide / needed) if sizes else 1.0
    logo_left, images = x + (wide - needed * shrunk) / 2, []
    for data, (logo_wide, logo_high) in zip(logos, sizes, strict=True):
        top = y + (high - logo_high * shrunk) / 2
        images.append(PlacedImage(logo_left, top, logo_wide * shrunk, logo_high * shrunk, data))
        logo_left += (logo_wide + LOGO_SPACE) * shrunk
    return tuple(images)


def _fit_logo(width: float, height: float, high: float) -> tuple[float, float]:
    """Return the size of a logo that is as high as its row, or lower if it would be too wide."""
    scale = min(high / height, LOGO_WIDE * high / LOGO_HIGH / width)
    return width * scale, height * scale


def write_pdf(pages: Sequence[Page], title: str, language: str) -> bytes:
    """Return the pages as a PDF file. The same pages make the same bytes."""
    file = BytesIO()
    # The default initial font is not embedded, and every page would refer to it.
    first: Any = {"initialFontName": font_name()}
    canvas = Canvas(file, invariant=1, pageCompression=1, lang=language, **first)
    canvas.setTitle(title)
    canvas.setAuthor("Crawford")
    canvas.setCreator("Crawford")
    canvas.setSubject(title)
    for page in pages:
        canvas.setPageSize((page.paper.wide, page.paper.high))
        _draw_page(canvas, page)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _fit_titles(head: Head, wide: float) -> tuple[FittedText, FittedText]:
    return fit_text(head.title, wide, TITLE, bold=True), fit_text(head.subtitle, wide, SUBTITLE)


def _draw_page(canvas: Canvas, page: Page) -> None:
    high = page.paper.high
    for fill in page.drawing.fills:
        canvas.setFillGray(fill.grey)
        canvas.rect(fill.x, high - fill.y - fill.high, fill.wide, fill.high, stroke=0, fill=1)
    canvas.setFillGray(0)
    for stroke in page.drawing.strokes:
        canvas.setLineWidth(stroke.weight)
        canvas.setDash([2, 2] if stroke.is_dashed else [])
        canvas.line(stroke.x, high - stroke.y, stroke.to_x, high - stroke.to_y)
    for image in page.drawing.images:
        reader = ImageReader(BytesIO(image.data))
        canvas.drawImage(reader, image.x, high - image.y - image.high, image.wide, image.high)
    for text_block in page.drawing.texts:
        _draw_text(canvas, text_block, high)


def _draw_text(canvas: Canvas, text_block: TextBlock, high: float) -> None:
    size = text_block.text.size
    part = {LEFT: 0.0, MIDDLE: 0.5, RIGHT: 1.0}[text_block.at]
    canvas.setDash([])
    canvas.setLineWidth(size * OUTLINE_WIDTH)
    for number, line in enumerate(text_block.text.lines):
        x = text_block.x - part * width(line, size, bold=text_block.bold)
        for run in font_runs(visual_order(line), bold=text_block.bold):
            canvas.setFont(run.font, size)
            canvas.drawString(
                x, high - text_block.baseline(number), run.text, mode=OUTLINED if run.is_thick else None
            )
            x += run.width(size)
