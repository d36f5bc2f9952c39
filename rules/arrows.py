"""The way of a play on the drawn board: one arrow for each checker that moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from math import hypot

from rules.layout import HEIGHT, RADIUS, SLAB, TRAY, Spot, View
from rules.plays import Hops
from rules.position import BAR, OFF, Checkers
from rules.sides import Side

TALLEST = 5
TALLEST_ON_BAR = 4
LEFT, TAKEN = "-left", "-taken"
_BOW = 70
_HEAD, _SPREAD = 15, 8

Way = tuple[int, ...]


def made(view: View, side: Side, play: Hops, after: Checkers, ground: str = "") -> Iterator[str]:
    """Arrows of a play that has been made; `after` are the mover's checkers as they now stand.

    With `ground`, the name of what boards of a page share, their circles are taken from there.
    """
    counts, removed = list(after), Counter[int]()
    for path in ways(play):
        start, *stops, end = path
        begin = _spot(view, side, start, counts[start] + removed[start])
        removed[start] += 1
        counts[end] -= 1
        finish = _spot(view, side, end, counts[end])
        between = [_spot(view, side, stop, counts[stop]) for stop in stops]
        yield shared(ground, LEFT, begin) or _circle("trace-empty", begin, RADIUS - 1)
        yield from _arrow([begin, *between, finish], is_off=end == OFF)
        if end != OFF:
            yield shared(ground, TAKEN, finish) or _ring(finish)


def shared(ground: str, part: str, spot: Spot) -> str:
    """A part of the ground at its place; nothing where nothing is shared."""
    return f'<use href="#{escape(ground, quote=True)}{part}" x="{spot.x}" y="{spot.y}"/>' if ground else ""


def circles() -> dict[str, str]:
    """The circles that boards of a page share, by their names after that of the ground."""
    return {LEFT: _circle("trace-empty", Spot(0, 0), RADIUS - 1), TAKEN: _ring(Spot(0, 0))}


def planned(view: View, side: Side, play: Hops, before: Checkers) -> Iterator[str]:
    """Arrows of a play still to be made; `before` are the mover's checkers as they now stand."""
    counts = list(before)
    for path in ways(play):
        counts[path[0]] -= 1
    starts = Counter(path[0] for path in ways(play))
    for path in ways(play):
        start, *stops, end = path
        starts[start] -= 1
        begin = _spot(view, side, start, counts[start] + starts[start])
        finish = _spot(view, side, end, counts[end])
        between = [_spot(view, side, stop, counts[stop]) for stop in stops]
        counts[end] += 1
        yield _ring(begin)
        yield from _arrow([begin, *between, finish], is_off=end == OFF)
        yield from () if end == OFF else (_circle("trace-empty", finish, RADIUS - 1),)


def ways(play: Hops) -> list[Way]:
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
    """Where the curve between two spots is drawn to: straight across the board, a bow along one edge."""
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
