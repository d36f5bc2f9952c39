"""Pages of running text: headings and paragraphs in two columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.printing.pdf.lists import PageFlow
from tournaments.printing.pdf.pages import (
    Head,
    Page,
    PageDrawing,
    Paper,
    TextBlock,
    content_area,
    framed_page,
)
from tournaments.printing.pdf.typography import LEADING, FittedText, break_lines, printable_text

HEADING, SUBHEADING, BODY, SMALL = 14.0, 10.0, 9.0, 8.0
GUTTER = 22.0
COLUMNS = 2
# A heading stands above at least this many lines of its text.
LINES_BELOW = 3


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `space` is left free above it, and one that `keeps_next` never ends a column."""

    text: str
    size: float = BODY
    is_bold: bool = False
    indent: float = 0.0
    space: float = 2.0
    keeps_next: bool = False


def booklet_pages(paragraphs: Sequence[Paragraph], paper: Paper, head: Head) -> list[Page]:
    """Return pages of paragraphs in two columns, read downwards."""
    area = content_area(paper, head)
    wide = (area.wide - GUTTER * (COLUMNS - 1)) / COLUMNS
    flow = PageFlow(wide, area.high)
    for paragraph in paragraphs:
        _add_paragraph(flow, paragraph)
    flow.end_page()
    columns = flow.finished_pages
    pages_of_columns = [columns[first : first + COLUMNS] for first in range(0, len(columns), COLUMNS)]
    drawings = [
        PageDrawing(area.wide, area.high).overlay(
            *(column.shift(place * (wide + GUTTER), 0) for place, column in enumerate(page_columns))
        )
        for page_columns in pages_of_columns
    ]
    return [
        framed_page(paper, head, drawing, number, len(drawings))
        for number, drawing in enumerate(drawings, start=1)
    ]


def _add_paragraph(flow: PageFlow, paragraph: Paragraph) -> None:
    wide, size = flow.wide - paragraph.indent, paragraph.size
    lines = break_lines(printable_text(paragraph.text), wide, size, bold=paragraph.is_bold)
    high = size * LEADING
    flow.low += paragraph.space if flow.low else 0.0
    if paragraph.keeps_next:
        flow.ensure_space(len(lines) * high + paragraph.space + LINES_BELOW * SUBHEADING * LEADING)
    for line in lines:
        flow.ensure_space(high)
        block = TextBlock(paragraph.indent, flow.low, FittedText((line,), size), bold=paragraph.is_bold)
        flow.texts.append(block)
        flow.low += high
