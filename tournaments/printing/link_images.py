"""The image of a tournament that social networks show with a link: name, days, venue and club."""

from dataclasses import dataclass
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from tournaments.printing.pdf.typography import (
    FILES,
    FONT_DIRECTORY,
    LEADING,
    FittedText,
    break_lines,
    fit_text,
    font_runs,
    longest_part,
    printable_text,
    visual_order,
)

WIDTH, HEIGHT, MARGIN = 1200, 630, 72
PAPER, INK, SOFT, FELT, OXBLOOD = "#fcf8ee", "#1e1a14", "#5d5546", "#1c5a3b", "#7c1d27"
NAME_SIZES, MOST_LINES = range(72, 39, -4), 3
DETAIL_SIZE, CLUB_SIZE, POINTS, POINT_HEIGHT = 38.0, 30.0, 12, 84
# Longer texts are cut before they are measured.
LONGEST = 160


@dataclass(frozen=True, slots=True)
class ImageText:
    """The lines of an image."""

    name: str
    days: str
    venue: str
    club: str


def draw_link_image(text: ImageText) -> bytes:
    """Return a PNG of 1200 by 630 pixels; the same text gives the same image."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    _draw_points(draw)
    wide = WIDTH - 2 * MARGIN
    top = float(MARGIN)
    club = fit_text(text.club[:LONGEST], wide, CLUB_SIZE)
    top = _draw_lines(draw, club, top, SOFT, bold=False) + 18
    top = _draw_lines(draw, _fit_name(text.name[:LONGEST], wide), top, INK, bold=True) + 22
    for line, colour in ((text.days, FELT), (text.venue, INK)):
        if line:
            top = _draw_lines(draw, fit_text(line[:LONGEST], wide, DETAIL_SIZE), top, colour, bold=False) + 8
    file = BytesIO()
    image.quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_points(draw: ImageDraw.ImageDraw) -> None:
    """Draw the points of a backgammon board along the foot, and the stripe at the top."""
    wide = WIDTH / POINTS
    for number in range(POINTS):
        left, colour = number * wide, FELT if number % 2 == 0 else OXBLOOD
        corners = [(left, HEIGHT), (left + wide, HEIGHT), (left + wide / 2, HEIGHT - POINT_HEIGHT)]
        draw.polygon(corners, fill=colour)
    draw.rectangle((0, 0, WIDTH, 14), fill=FELT)


def _fit_name(name: str, wide: float) -> FittedText:
    """Return a name in the largest type in which it takes few lines and is not divided inside a part."""
    text = printable_text(name)
    for size in NAME_SIZES:
        if longest_part(text, size, bold=True) <= wide:
            fitted = FittedText(break_lines(text, wide, size, bold=True), float(size))
            if len(fitted.lines) <= MOST_LINES:
                return fitted
    return fit_text(name, wide, NAME_SIZES[-1], bold=True)


def _draw_lines(draw: ImageDraw.ImageDraw, text: FittedText, top: float, colour: str, *, bold: bool) -> float:
    """Draw lines from the left margin on, and return their bottom."""
    for line in text.lines:
        x = float(MARGIN)
        for run in font_runs(visual_order(line), bold=bold):
            font = _open_font(run.font, round(text.size))
            draw.text((x, top + text.size), run.text, font=font, fill=colour, anchor="ls")
            x += run.width(text.size)
        top += text.size * LEADING
    return top


@cache
def _open_font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_DIRECTORY / FILES[name], size, layout_engine=ImageFont.Layout.BASIC)
