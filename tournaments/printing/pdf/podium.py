"""The image of the winner of an event for shared links: PNG, 1200 by 630 pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from tournaments.printing.pdf.typography import (
    FILES,
    FONT_DIRECTORY,
    font_runs,
    printable_text,
    visual_order,
    width,
)

WIDTH, HEIGHT = 1200, 630
MARGIN = 72
PAPER, INK, SOFT, FELT, OXBLOOD = "#f4edde", "#1e1a14", "#5b5142", "#1c5a3b", "#7c1d27"
# Triangles along the lower edge, as on a board.
TRIANGLES, TRIANGLE_HEIGHT = 24, 92
# Letters considered of a text; longer ones are cut.
MOST_LETTERS = 120
SMALLEST = 24
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class PodiumText:
    """What the image says: club, event, label and name of the winner, and lines below."""

    club: str
    event: str
    label: str
    winner: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the image: its top, largest size and colour."""

    y: int
    size: int
    colour: str
    bold: bool = False


CLUB = _Line(56, 34, SOFT)
EVENT = _Line(104, 54, INK, bold=True)
LABEL = _Line(216, 34, FELT, bold=True)
WINNER = _Line(262, 92, INK, bold=True)
LINES = (_Line(404, 36, SOFT), _Line(456, 36, SOFT))


def draw_podium(podium: PodiumText) -> bytes:
    """Draw the image and return it as PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _draw_triangles(draw)
    texts = (podium.club, podium.event, podium.label, podium.winner, *podium.lines)
    for text, line in zip(texts, (CLUB, EVENT, LABEL, WINNER, *LINES), strict=False):
        _draw_line(draw, text, line)
    output = BytesIO()
    image.save(output, "PNG", optimize=True)
    return output.getvalue()


def _draw_triangles(draw: ImageDraw.ImageDraw) -> None:
    step = WIDTH / TRIANGLES
    for number in range(TRIANGLES):
        left, colour = number * step, OXBLOOD if number % 2 else FELT
        tip = (left + step / 2, HEIGHT - TRIANGLE_HEIGHT)
        draw.polygon([(left, HEIGHT), tip, (left + step, HEIGHT)], fill=colour)


def _draw_line(draw: ImageDraw.ImageDraw, text: str, line: _Line) -> None:
    """Draw a text on one line, as large as it fits."""
    printable = printable_text(text[:MOST_LETTERS])
    max_width, size = WIDTH - 2 * MARGIN, line.size
    while size > SMALLEST and width(printable, size, bold=line.bold) > max_width:
        size -= 2
    while width(printable, size, bold=line.bold) > max_width:
        printable = printable.removesuffix(ELLIPSIS)[:-1] + ELLIPSIS
    x = float(MARGIN)
    for run in font_runs(visual_order(printable), bold=line.bold):
        draw.text((x, line.y), run.text, font=_font(run.font, size), fill=line.colour)
        x += run.width(size)


@lru_cache(64)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_DIRECTORY / FILES[name], size, layout_engine=ImageFont.Layout.BASIC)
