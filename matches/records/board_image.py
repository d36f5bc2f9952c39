"""The image of a position that other sites show with a link: a PNG of 1200 by 630 pixels, without names."""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from rules import diagram_layout
from rules.diagram import cube_face
from rules.diagram_layout import Spot, View
from rules.dice import Dice
from rules.position import BAR, OFF, Position
from rules.sides import SIDES, Side

WIDTH, HEIGHT = 1200, 630
# Incremented when the drawing changes: the digest in the address of an image depends on it.
VERSION = 1
# Shapes are drawn larger and scaled down, for smooth edges.
SCALE = 2
BOARD_SCALE = HEIGHT / diagram_layout.HEIGHT * SCALE
PAPER, INK, FRAME, GROUND, BAR_COLOUR, TRAY = "#fcf8ee", "#1e1a14", "#23493a", "#f4ecda", "#1c3c30", "#18352a"
POINTS, ON_FRAME = ("#9db79f", "#d9c49c"), "#e9e2cf"
FACE = {Side.WHITE: "#fffaf0", Side.BLACK: "#6d1f2b"}
LINE = {Side.WHITE: "#23493a", Side.BLACK: "#43101a"}
MARK = {Side.WHITE: "#23493a", Side.BLACK: "#f3dccf"}
PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class BoardImage:
    """The content of an image. `cube` is None if there is none; `offered_by` is the side that doubles."""

    position: Position
    dice: Dice | None
    to_move: Side
    cube: int | None
    cube_owner: Side | None
    offered_by: Side | None
    score: tuple[int, int]
    length: int
    below: Side = Side.WHITE
    home_on_left: bool = False

    @property
    def digest(self) -> str:
        """A digest of the content: equal for equal images."""
        return sha256(f"{VERSION} {self!r}".encode()).hexdigest()[:20]


def draw_board_image(board: BoardImage) -> bytes:
    """Return the PNG; the same content gives the same bytes."""
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), PAPER)
    canvas = _Canvas(ImageDraw.Draw(image))
    view = View(board.below, board.home_on_left)
    _draw_ground(canvas, view)
    for side in SIDES:
        _draw_checkers(canvas, view, side, board.position)
    _draw_dice(canvas, view, board)
    _draw_cube(canvas, view, board)
    _draw_panel(canvas, board)
    file = BytesIO()
    image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


class _Canvas:
    """Draws in the coordinates of `rules.diagram_layout`."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw

    def box(self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0) -> None:
        corners = [value * BOARD_SCALE for value in (x, y, x + width, y + height)]
        self._draw.rounded_rectangle(corners, radius * BOARD_SCALE, fill=fill)

    def polygon(self, corners: list[tuple[float, float]], fill: str) -> None:
        self._draw.polygon([(x * BOARD_SCALE, y * BOARD_SCALE) for x, y in corners], fill=fill)

    def circle(self, spot: Spot, radius: float, fill: str, line: str = "") -> None:
        x, y = spot
        corners = [value * BOARD_SCALE for value in (x - radius, y - radius, x + radius, y + radius)]
        self._draw.ellipse(corners, fill=fill, outline=line or None, width=round(1.8 * BOARD_SCALE))

    def text(self, x: float, y: float, text: str, size: int, fill: str, anchor: str = "mm") -> None:
        place = (x * BOARD_SCALE, y * BOARD_SCALE)
        self._draw.text(place, text, fill=fill, font=_font(round(size * BOARD_SCALE)), anchor=anchor)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw_ground(canvas: _Canvas, view: View) -> None:
    canvas.box(0, 0, diagram_layout.WIDTH, diagram_layout.HEIGHT, FRAME)
    for x in (diagram_layout.LEFT_FIELD, diagram_layout.RIGHT_FIELD):
        canvas.box(x, diagram_layout.TOP, diagram_layout.HALF, diagram_layout.FIELD_HEIGHT, GROUND)
    for x in (diagram_layout.FRAME, diagram_layout.WIDTH - diagram_layout.FRAME - diagram_layout.TRAY):
        for y in (diagram_layout.TOP, diagram_layout.BOTTOM - 200):
            canvas.box(x, y, diagram_layout.TRAY, 200, TRAY, 5)
    bar = diagram_layout.LEFT_FIELD + diagram_layout.HALF
    canvas.box(bar, diagram_layout.TOP, diagram_layout.BAR_WIDTH, diagram_layout.FIELD_HEIGHT, BAR_COLOUR)
    half = diagram_layout.POINT // 2 - 1
    for point in range(1, 25):
        middle, is_top = view.centre(point), view.is_top(point)
        base = diagram_layout.TOP if is_top else diagram_layout.BOTTOM
        tip = base + diagram_layout.TRIANGLE if is_top else base - diagram_layout.TRIANGLE
        canvas.polygon([(middle - half, base), (middle + half, base), (middle, tip)], POINTS[point % 2])
        canvas.text(
            middle,
            diagram_layout.TOP - 18 if is_top else diagram_layout.BOTTOM + 18,
            str(point),
            18,
            ON_FRAME,
        )


def _draw_checkers(canvas: _Canvas, view: View, side: Side, position: Position) -> None:
    for place, count in enumerate(position.of(side)):
        if place == OFF:
            for level in range(count):
                x, y = view.off_slab(side, level)
                canvas.box(x, y, diagram_layout.TRAY - 12, diagram_layout.SLAB - 2, FACE[side], 3)
            continue
        is_bar = place == BAR
        limit = diagram_layout.TALLEST_ON_BAR if is_bar else diagram_layout.TALLEST
        for level in range(min(count, limit)):
            spot = view.on_bar(side, level) if is_bar else view.on_point(side, place, level)
            label = str(count) if count > limit and level == limit - 1 else ""
            _draw_checker(canvas, side, spot, label)


def _draw_checker(canvas: _Canvas, side: Side, spot: Spot, label: str = "") -> None:
    canvas.circle(spot, diagram_layout.RADIUS, FACE[side], LINE[side])
    x, y = spot
    if label:
        canvas.text(x, y, label, 20, MARK[side])
    elif side is Side.WHITE:
        canvas.circle(spot, diagram_layout.RADIUS - 8, FACE[side], "#a9b5a4")
    else:
        canvas.polygon([(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)], MARK[side])


def _draw_dice(canvas: _Canvas, view: View, board: BoardImage) -> None:
    corner = diagram_layout.DIE / 2
    for number, value in enumerate(board.dice or ()):
        x, y = view.die(board.to_move, number, 2)
        canvas.box(
            x - corner - 1,
            y - corner - 1,
            diagram_layout.DIE + 2,
            diagram_layout.DIE + 2,
            LINE[board.to_move],
            8,
        )
        canvas.box(x - corner, y - corner, diagram_layout.DIE, diagram_layout.DIE, FACE[board.to_move], 7)
        for dx, dy in PIPS.get(value, ()):
            canvas.circle(Spot(x + dx * 10, y + dy * 10), 3.6, MARK[board.to_move])


def _draw_cube(canvas: _Canvas, view: View, board: BoardImage) -> None:
    if board.cube is None:
        return
    x, y = view.offered_cube(board.offered_by) if board.offered_by else view.cube(board.cube_owner)
    corner = diagram_layout.CUBE / 2
    canvas.box(
        x - corner - 1, y - corner - 1, diagram_layout.CUBE + 2, diagram_layout.CUBE + 2, LINE[Side.WHITE], 7
    )
    canvas.box(x - corner, y - corner, diagram_layout.CUBE, diagram_layout.CUBE, FACE[Side.WHITE], 6)
    canvas.text(x, y, str(cube_face(board.cube)), 22 if board.cube < 100 else 16, LINE[Side.WHITE])


def _draw_panel(canvas: _Canvas, board: BoardImage) -> None:
    """Draw score and pip count of both sides beside the board, and a mark at the side to move."""
    left, right = diagram_layout.WIDTH + 36, WIDTH * SCALE / BOARD_SCALE
    for side in SIDES:
        middle = diagram_layout.HEIGHT * (3 if side is board.below else 1) / 4
        _draw_checker(canvas, side, Spot(left + diagram_layout.RADIUS, round(middle - 24)))
        canvas.text(left + 54, middle - 24, _shorten(str(board.score[side.index])), 58, INK, "lm")
        canvas.text(left, middle + 40, f"pip {board.position.pips(side)}", 30, INK, "lm")
        if side is board.to_move:
            tip, edge = right - 92, right - 66
            canvas.polygon([(edge, middle - 40), (edge, middle - 8), (tip, middle - 24)], FACE[Side.BLACK])
    if board.length:
        canvas.text(left, diagram_layout.HEIGHT / 2, f"/ {board.length}", 40, "#5d5546", "lm")


def _shorten(text: str) -> str:
    """Return the score, shortened to the width of the panel."""
    return text if len(text) < 5 else f"{text[:3]}…"
