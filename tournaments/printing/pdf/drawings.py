"""Drawings: text blocks, strokes and filled rectangles in points, from the upper left corner."""

from dataclasses import dataclass, replace
from itertools import pairwise

from tournaments.printing.pdf.typography import LEADING, Fitted, width

THIN, FIRM = 0.5, 1.0
LEFT, RIGHT, MIDDLE = "left", "right", "middle"


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Lines of text one below the other: `x` is their left, right or middle, `y` the top of the first."""

    x: float
    y: float
    text: Fitted
    bold: bool = False
    at: str = LEFT

    @property
    def wide(self) -> float:
        """The width of the longest line."""
        return max((width(line, self.text.size, bold=self.bold) for line in self.text.lines), default=0.0)

    @property
    def left(self) -> float:
        """Where the longest line begins."""
        return self.x - {LEFT: 0.0, RIGHT: 1.0, MIDDLE: 0.5}[self.at] * self.wide

    @property
    def bottom(self) -> float:
        """Where the last line ends."""
        return self.y + self.text.height

    def baseline(self, number: int) -> float:
        """Where line `number`, counted from 0, stands."""
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
class Drawing:
    """A drawing in its own coordinates."""

    wide: float
    high: float
    texts: tuple[TextBlock, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    fills: tuple[Fill, ...] = ()

    def moved(self, x: float, y: float) -> "Drawing":
        """The same, further right and down."""
        return Drawing(
            self.wide,
            self.high,
            tuple(replace(one, x=one.x + x, y=one.y + y) for one in self.texts),
            tuple(
                replace(one, x=one.x + x, y=one.y + y, to_x=one.to_x + x, to_y=one.to_y + y)
                for one in self.strokes
            ),
            tuple(replace(one, x=one.x + x, y=one.y + y) for one in self.fills),
        )

    def over(self, *others: "Drawing") -> "Drawing":
        """This plane with others laid upon it."""
        every = (self, *others)
        return Drawing(
            self.wide,
            self.high,
            tuple(one for part in every for one in part.texts),
            tuple(one for part in every for one in part.strokes),
            tuple(one for part in every for one in part.fills),
        )

    def window(self, x: float, y: float, wide: float, high: float) -> "Drawing":
        """Return the part inside a rectangle: whole texts and fills, clipped strokes."""
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
        return Drawing(wide, high, inside, strokes, fills).moved(-x, -y)


def box(x: float, y: float, wide: float, high: float, weight: float = THIN) -> tuple[Stroke, ...]:
    """The four sides of a rectangle."""
    right, low = x + wide, y + high
    corners = ((x, y), (right, y), (right, low), (x, low), (x, y))
    return tuple(Stroke(*start, *end, weight=weight) for start, end in pairwise(corners))


def _clip_stroke(
    stroke: Stroke, left_edge: float, top_edge: float, right_edge: float, bottom_edge: float
) -> Stroke | None:
    """A level or upright stroke as far as it is inside; None where nothing of it is."""
    x, to_x = max(left_edge, min(stroke.x, stroke.to_x)), min(right_edge, max(stroke.x, stroke.to_x))
    y, to_y = max(top_edge, min(stroke.y, stroke.to_y)), min(bottom_edge, max(stroke.y, stroke.to_y))
    is_outside = x > to_x or y > to_y or (x, y) == (to_x, to_y)
    return None if is_outside else replace(stroke, x=x, y=y, to_x=to_x, to_y=to_y)
