"""The geometry of a drawn board: points, stacks, trays, bar, cube, dice, and the arrows of a play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from .plays import CheckerMoves
from .position import BAR, OFF, Checkers
from .sides import Side

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
    """A point in the diagram."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class View:
    """The viewer's orientation: which side sits below, and on which end it bears off."""

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


TALLEST = 5
TALLEST_ON_BAR = 4
LEFT, TAKEN = "-left", "-taken"
_BOW = 70
_HEAD, _SPREAD = 15, 8

Way = tuple[int, ...]


def draw_play_made(
    view: View, side: Side, play: CheckerMoves, after: Checkers, ground: str = ""
) -> Iterator[str]:
    """Arrows of a play that has been made; `after` are the mover's checkers after it.

    With `ground`, the prefix of the shared symbols of a page, their circles are taken from there.
    """
    counts, removed = list(after), Counter[int]()
    for path in join_paths(play):
        start, *stops, end = path
        begin = _spot(view, side, start, counts[start] + removed[start])
        removed[start] += 1
        counts[end] -= 1
        finish = _spot(view, side, end, counts[end])
        between = [_spot(view, side, stop, counts[stop]) for stop in stops]
        yield use_shared_symbol(ground, LEFT, begin) or _circle("trace-empty", begin, RADIUS - 1)
        yield from _arrow([begin, *between, finish], is_off=end == OFF)
        if end != OFF:
            yield use_shared_symbol(ground, TAKEN, finish) or _ring(finish)


def use_shared_symbol(ground: str, part: str, spot: Spot) -> str:
    """Use a shared symbol at a spot; "" without `ground`."""
    return f'<use href="#{escape(ground, quote=True)}{part}" x="{spot.x}" y="{spot.y}"/>' if ground else ""


def make_shared_circles() -> dict[str, str]:
    """The circles that boards of a page share, by the suffix of their names."""
    return {LEFT: _circle("trace-empty", Spot(0, 0), RADIUS - 1), TAKEN: _ring(Spot(0, 0))}


def draw_planned_play(view: View, side: Side, play: CheckerMoves, before: Checkers) -> Iterator[str]:
    """Arrows of a play still to be made; `before` are the mover's checkers before it."""
    counts = list(before)
    for path in join_paths(play):
        counts[path[0]] -= 1
    starts = Counter(path[0] for path in join_paths(play))
    for path in join_paths(play):
        start, *stops, end = path
        starts[start] -= 1
        begin = _spot(view, side, start, counts[start] + starts[start])
        finish = _spot(view, side, end, counts[end])
        between = [_spot(view, side, stop, counts[stop]) for stop in stops]
        counts[end] += 1
        yield _ring(begin)
        yield from _arrow([begin, *between, finish], is_off=end == OFF)
        yield from () if end == OFF else (_circle("trace-empty", finish, RADIUS - 1),)


def join_paths(play: CheckerMoves) -> list[Way]:
    """The places each checker touches, from where it starts to where it ends."""
    paths: list[Way] = []
    for start, end, _ in play:
        before = next((path for path in paths if path[-1] == start), None)
        if before is None:
            paths.append((start, end))
        else:
            paths[paths.index(before)] = (*before, end)
    return paths


def _spot(view: View, side: Side, place: int, level: int) -> Spot:
    if place == OFF:
        corner = view.off_slab(side, max(level, 0))
        return Spot(corner.x + (TRAY - 12) // 2, corner.y + SLAB // 2 - 1)
    if place == BAR:
        return view.on_bar(side, min(level, TALLEST_ON_BAR - 1))
    return view.on_point(side, place, min(max(level, 0), TALLEST - 1))


def _arrow(spots: list[Spot], *, is_off: bool) -> Iterator[str]:
    *_, last, finish = spots
    bend = _bend(last, finish)
    reach = RADIUS - 4 if not is_off else 0
    tip = _towards(finish, bend, reach)
    neck = _towards(finish, bend, reach + _HEAD - 2)
    legs = "".join(_leg(one, other) for one, other in pairwise(spots[:-1]))
    path = f"M{spots[0].x} {spots[0].y}{legs}{_curve(bend, neck)}"
    yield f'<path class="trace-casing" d="{path}"/><path class="trace" d="{path}"/>'
    yield from (_circle("trace-stop", stop, 6) for stop in spots[1:-1])
    base = _towards(finish, bend, reach + _HEAD)
    dx, dy = _sideways(finish, bend)
    wings = f"L{base.x + dx} {base.y + dy}L{base.x - dx} {base.y - dy}z"
    yield f'<path class="trace-head" d="M{tip.x} {tip.y}{wings}"/>'


def _leg(one: Spot, other: Spot) -> str:
    return _curve(_bend(one, other), other)


def _curve(bend: Spot, end: Spot) -> str:
    return f"Q{bend.x} {bend.y} {end.x} {end.y}"


def _bend(one: Spot, other: Spot) -> Spot:
    """The control point of a curve: straight across the board, a bow along one edge."""
    upper, lower = one.y < HEIGHT // 2, other.y < HEIGHT // 2
    inward = (_BOW if upper else -_BOW) if upper == lower else 0
    return Spot((one.x + other.x) // 2, (one.y + other.y) // 2 + inward)


def _towards(end: Spot, bend: Spot, distance: int) -> Spot:
    length = hypot(bend.x - end.x, bend.y - end.y) or 1
    part = distance / length
    return Spot(round(end.x + (bend.x - end.x) * part), round(end.y + (bend.y - end.y) * part))


def _sideways(end: Spot, bend: Spot) -> tuple[int, int]:
    length = hypot(bend.x - end.x, bend.y - end.y) or 1
    return round(-(bend.y - end.y) / length * _SPREAD), round((bend.x - end.x) / length * _SPREAD)


def _ring(spot: Spot) -> str:
    return _circle("trace-casing", spot, RADIUS - 2) + _circle("trace-ring", spot, RADIUS - 2)


def _circle(name: str, spot: Spot, radius: int) -> str:
    return f'<circle class="{name}" cx="{spot.x}" cy="{spot.y}" r="{radius}"/>'
