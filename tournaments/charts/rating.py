"""A rating's history as a picture.

Every match is one step to the right, so a busy evening stays readable. A win is a point standing up, a
loss a point hanging down, as on a board; the colours only repeat what the shape says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.frame import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, svg_chart

RIGHT = 72
# Above this many matches the marks would touch; the line alone tells the story.
MOST_MARKS = 40
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class RatedPoint:
    """The rating after one match. `label` says what happened there, `date` is shown at the ends."""

    rating: float
    won: bool
    label: str
    date: str


@dataclass(frozen=True, slots=True)
class _Scale:
    count: int
    low: float
    high: float

    def x(self, index: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * index / max(self.count - 1, 1)

    def y(self, rating: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - rating) / (self.high - self.low)


def rating_chart(
    start: float, points: Sequence[RatedPoint], *, title: str, description: str, ids: str
) -> str:
    """The picture of a rating from `start` through `points`; `ids` prefixes the ids that name it.

    `title` and `description` are read aloud in place of the picture. Without points there is no picture:
    the answer is empty.
    """
    if not points:
        return ""
    ratings = [start, *(point.rating for point in points)]
    step = _step(max(ratings) - min(ratings))
    low, high = step * (min(ratings) // step), step * (max(ratings) // step + 1)
    scale = _Scale(len(ratings), low, high)
    marks = _marks(scale, points) if len(points) <= MOST_MARKS else [_last_dot(scale, ratings[-1])]
    parts = [
        *_grid(scale, step),
        _line(scale, ratings),
        *marks,
        _last_value(scale, ratings[-1]),
        *_dates(points),
    ]
    return svg_chart("".join(parts), title, description, ids)


def _grid(scale: _Scale, step: int) -> list[str]:
    levels = range(int(scale.low), int(scale.high) + 1, step)
    return [
        f'<path class="chart-grid" d="M{LEFT} {scale.y(level):.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="chart-level" x="{LEFT - 8}" y="{scale.y(level) + 4:.1f}">{level}</text>'
        for level in levels
    ]


def _line(scale: _Scale, ratings: Sequence[float]) -> str:
    path = "L".join(f"{scale.x(index):.1f} {scale.y(rating):.1f}" for index, rating in enumerate(ratings))
    base_y = HEIGHT - BOTTOM
    area = f'<path class="chart-area" d="M{LEFT} {base_y}L{path}V{base_y}Z"/>'
    return f'{area}<path class="chart-line" d="M{path}"/>'


def _marks(scale: _Scale, points: Sequence[RatedPoint]) -> list[str]:
    return [_mark(scale.x(index), scale.y(point.rating), point) for index, point in enumerate(points, 1)]


def _mark(x: float, y: float, point: RatedPoint) -> str:
    tip, kind = (-9, "won") if point.won else (9, "lost")
    return (
        f'<path class="chart-mark chart-{kind}" d="M{x - 5:.1f} {y:.1f}h10l-5 {tip}z">'
        f"<title>{escape(point.label)}</title></path>"
    )


def _last_dot(scale: _Scale, rating: float) -> str:
    return (
        f'<circle class="chart-last" cx="{scale.x(scale.count - 1):.1f}" cy="{scale.y(rating):.1f}" r="4"/>'
    )


def _last_value(scale: _Scale, rating: float) -> str:
    x, y = scale.x(scale.count - 1) + 10, scale.y(rating) + 6
    return f'<text class="chart-now" x="{x:.1f}" y="{y:.1f}">{rating:.0f}</text>'


def _dates(points: Sequence[RatedPoint]) -> list[str]:
    x, y = WIDTH - RIGHT, HEIGHT - 8
    first = f'<text class="chart-date" x="{LEFT}" y="{y}">{escape(points[0].date)}</text>'
    if points[-1].date == points[0].date:
        return [first]
    last = f'<text class="chart-date chart-date-last" x="{x}" y="{y}">{escape(points[-1].date)}</text>'
    return [first, last]


def _step(spread: float) -> int:
    """The distance of the level lines: the smallest that needs no more than a handful of them."""
    return next((step for step in STEPS if spread / step < MOST_LINES - 1), STEPS[-1])
