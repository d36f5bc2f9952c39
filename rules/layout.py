"""Where things stand on the drawn board: the geometry of points, stacks, trays, bar, cube and dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.sides import Side

RADIUS = 20
STEP = 41
POINT = 44
HALF = 6 * POINT
FRAME = 12
STRIP = 36
TRAY = 54
RAIL = 10
BAR_WIDTH = 50
FIELD_HEIGHT = 462
TRIANGLE = 198
SLAB = 12
CUBE = 38
DIE = 36
LEFT_FIELD = FRAME + TRAY + RAIL
RIGHT_FIELD = LEFT_FIELD + HALF + BAR_WIDTH
WIDTH = RIGHT_FIELD + HALF + RAIL + TRAY + FRAME
HEIGHT = 2 * STRIP + FIELD_HEIGHT
TOP = STRIP
BOTTOM = STRIP + FIELD_HEIGHT
MIDDLE = HEIGHT // 2


class Spot(NamedTuple):
    """A place in the picture."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class View:
    """How the board is looked at: which side sits below, and on which hand it bears off."""

    below: Side = Side.WHITE
    home_on_left: bool = False

    def point_of(self, side: Side, place: int) -> int:
        """The viewer's number of a point given in a side's own numbering."""
        return place if side is self.below else 25 - place

    def is_top(self, point: int) -> bool:
        """Whether a point, in the viewer's numbering, hangs from the upper edge."""
        return point > 12

    def centre(self, point: int) -> int:
        """The middle line of a point in the viewer's numbering."""
        column = point - 13 if self.is_top(point) else 12 - point
        column = 11 - column if self.home_on_left else column
        return (LEFT_FIELD if column < 6 else RIGHT_FIELD - HALF) + column * POINT + POINT // 2

    def on_point(self, side: Side, place: int, level: int) -> Spot:
        """The centre of the checker at this level (0 at the edge) of a stack."""
        point = self.point_of(side, place)
        inward = RADIUS + 1 + level * STEP
        return Spot(self.centre(point), TOP + inward if self.is_top(point) else BOTTOM - inward)

    def on_bar(self, side: Side, level: int) -> Spot:
        """The centre of a checker on the bar, on the half where it will enter."""
        away = 46 + level * STEP
        return Spot(
            LEFT_FIELD + HALF + BAR_WIDTH // 2, MIDDLE - away if side is self.below else MIDDLE + away
        )

    def off_slab(self, side: Side, level: int) -> Spot:
        """The upper left corner of a borne-off checker lying edge-on in its tray."""
        x = FRAME if self.home_on_left else WIDTH - FRAME - TRAY
        depth = 6 + level * SLAB
        return Spot(x + 6, BOTTOM - depth - SLAB + 2 if side is self.below else TOP + depth)

    def cube(self, owner: Side | None) -> Spot:
        """The centre of the cube: in the middle, or at its owner's edge."""
        x = WIDTH - FRAME - TRAY // 2 if self.home_on_left else FRAME + TRAY // 2
        if owner is None:
            return Spot(x, MIDDLE)
        return Spot(x, BOTTOM - 30 if owner is self.below else TOP + 30)

    def offered_cube(self, doubler: Side) -> Spot:
        """The centre of a cube being offered: on the half of the board to the doubler's left."""
        is_below = doubler is self.below
        return Spot((LEFT_FIELD if is_below else RIGHT_FIELD) + HALF // 2, MIDDLE)

    def die(self, side: Side, number: int, count: int) -> Spot:
        """The centre of one of `count` dice, on the half of the board to the thrower's right."""
        right = side is self.below
        middle = (RIGHT_FIELD if right else LEFT_FIELD) + HALF // 2
        return Spot(middle + (2 * number - count + 1) * (DIE + 10) // 2, MIDDLE)

    def score(self, side: Side) -> Spot:
        """Where a side's score is written, in the strip on its edge above the cube tray."""
        x = WIDTH - FRAME - TRAY // 2 if self.home_on_left else FRAME + TRAY // 2
        return Spot(x, BOTTOM + 25 if side is self.below else TOP - 12)

    def pips(self, side: Side) -> Spot:
        """Where a side's pip count is written, in the strip on its edge beside the bear-off tray."""
        x = FRAME + TRAY // 2 if self.home_on_left else WIDTH - FRAME - TRAY // 2
        return Spot(x, BOTTOM + 25 if side is self.below else TOP - 12)

    def turn_mark(self, side: Side) -> Spot:
        """Where the mark of the side to play stands: on the bar, at that side's edge."""
        return Spot(LEFT_FIELD + HALF + BAR_WIDTH // 2, BOTTOM + 18 if side is self.below else TOP - 18)
