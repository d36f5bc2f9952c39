"""The image of the winner of an event for shared links: PNG, 1200 by 630 pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont, ImageOps

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
# The portrait of the winner at the right edge, and the texts left of it.
PORTRAIT, GAP, INITIALS_SIZE = 300, 32, 120
PORTRAIT_CORNER = (WIDTH - MARGIN - PORTRAIT, 64)
PORTRAIT_BOTTOM = PORTRAIT_CORNER[1] + PORTRAIT
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
    initials: str = ""


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


def draw_podium(podium: PodiumText, photo: bytes | None = None) -> bytes:
    """Draw the image and return it as PNG; with the photograph (a JPEG) of the winner, or the initials."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _draw_triangles(draw)
    texts = (podium.club, podium.event, podium.label, podium.winner, *podium.lines)
    for text, line in zip(texts, (CLUB, EVENT, LABEL, WINNER, *LINES), strict=False):
        _draw_line(draw, text, line)
    if photo is not None:
        _paste_photo(image, photo)
    elif podium.initials:
        _draw_initials(draw, podium.initials)
    output = BytesIO()
    image.save(output, "PNG", optimize=True)
    return output.getvalue()


def _paste_photo(image: Image.Image, photo: bytes) -> None:
    """Paste a photograph, cut to a circle, at the right edge."""
    with Image.open(BytesIO(photo), formats=("JPEG",)) as opened:
        portrait = ImageOps.fit(opened.convert("RGB"), (PORTRAIT, PORTRAIT))
    mask = Image.new("L", (PORTRAIT, PORTRAIT), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, PORTRAIT - 1, PORTRAIT - 1), fill=255)
    image.paste(portrait, PORTRAIT_CORNER, mask)


def _draw_initials(draw: ImageDraw.ImageDraw, initials: str) -> None:
    """Draw initials on a disc at the right edge."""
    left, top = PORTRAIT_CORNER
    draw.ellipse((left, top, left + PORTRAIT, top + PORTRAIT), fill=FELT)
    text = printable_text(initials)
    x = left + (PORTRAIT - width(text, INITIALS_SIZE, bold=True)) / 2
    for run in font_runs(visual_order(text), bold=True):
        font = _font(run.font, INITIALS_SIZE)
        draw.text((x, top + PORTRAIT / 2), run.text, font=font, fill=PAPER, anchor="lm")
        x += run.width(INITIALS_SIZE)


def _draw_triangles(draw: ImageDraw.ImageDraw) -> None:
    step = WIDTH / TRIANGLES
    for number in range(TRIANGLES):
        left, colour = number * step, OXBLOOD if number % 2 else FELT
        tip = (left + step / 2, HEIGHT - TRIANGLE_HEIGHT)
        draw.polygon([(left, HEIGHT), tip, (left + step, HEIGHT)], fill=colour)


def _draw_line(draw: ImageDraw.ImageDraw, text: str, line: _Line) -> None:
    """Draw a text on one line, as large as it fits."""
    printable = printable_text(text[:MOST_LETTERS])
    max_width, size = WIDTH - 2 * MARGIN - (PORTRAIT + GAP if line.y < PORTRAIT_BOTTOM else 0), line.size
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
