"""The chart of a player's performance ratings, as SVG styled by `static/charts.css`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape

WIDTH, HEIGHT = 640, 230
LEFT, RIGHT, TOP, BOTTOM = 46, 46, 18, 36
# Distances between two grid lines.
STEPS = (1, 2, 5, 10, 20, 50, 100, 200)
MAX_GRID_LINES = 5


@dataclass(frozen=True, slots=True)
class PerformancePoint:
    """A match in the chart: its rating, the trend, its time, its tooltip, and its date for the axis."""

    rating: float
    trend: float
    at: datetime
    label: str
    date: str


def draw_performance_chart(points: Sequence[PerformancePoint], *, title: str, description: str) -> str:
    """Return an SVG chart on a time axis, the oldest match first: a dot per match and a line of the trend."""
    if not points:
        return ""
    highest = max(max(point.rating, point.trend) for point in points)
    step = next((each for each in STEPS if highest / each < MAX_GRID_LINES), STEPS[-1])
    top = step * (int(highest // step) + 1)
    places = [_get_x(points, index) for index in range(len(points))]
    parts = [_draw_level(level, top) for level in range(0, top + 1, step)]
    parts.append(_draw_trend(points, places, top))
    parts += [
        f'<circle class="chart-observed" cx="{x:.1f}" cy="{_get_y(point.rating, top):.1f}" r="5">'
        f"<title>{escape(point.label)}</title></circle>"
        for x, point in zip(places, points, strict=True)
    ]
    parts += _draw_dates(points)
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-labelledby="pr-title pr-description" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="pr-title">{escape(title)}</title>'
        f'<desc id="pr-description">{escape(description)}</desc>{"".join(parts)}</svg>'
    )


def _get_x(points: Sequence[PerformancePoint], index: int) -> float:
    """Return the x of a match by its time; if all have the same time, by its index."""
    wide = WIDTH - LEFT - RIGHT
    span = (points[-1].at - points[0].at).total_seconds()
    if len(points) == 1:
        return LEFT + wide / 2
    share = (points[index].at - points[0].at).total_seconds() / span if span else index / (len(points) - 1)
    return LEFT + wide * share


def _get_y(rating: float, top: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (top - rating) / top


def _draw_level(level: int, top: int) -> str:
    y = _get_y(level, top)
    return (
        f'<path class="chart-grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="chart-level" x="{LEFT - 8}" y="{y + 4:.1f}">{level}</text>'
    )


def _draw_trend(points: Sequence[PerformancePoint], places: Sequence[float], top: int) -> str:
    if len(points) == 1:
        return ""
    path = "L".join(
        f"{x:.1f} {_get_y(point.trend, top):.1f}" for x, point in zip(places, points, strict=True)
    )
    return f'<path class="chart-line" d="M{path}"/>'


def _draw_dates(points: Sequence[PerformancePoint]) -> list[str]:
    y = HEIGHT - 8
    first = f'<text class="chart-date" x="{LEFT}" y="{y}">{escape(points[0].date)}</text>'
    if points[-1].date == points[0].date:
        return [first]
    last = points[-1].date
    return [
        first,
        f'<text class="chart-date chart-date-last" x="{WIDTH - RIGHT}" y="{y}">{escape(last)}</text>',
    ]
