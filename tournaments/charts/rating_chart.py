"""The chart of a player's rating, match by match."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.svg import BOTTOM, HEIGHT, LEFT, TOP, WIDTH, draw_level_line, wrap_chart

RIGHT = 72
# Above this many matches the marks would overlap, so only the line is drawn.
MOST_MARKS = 40
# Distances between two horizontal lines.
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5
# The largest distance of the starting rating from the first match.
MOST_LEAD = 24


@dataclass(frozen=True, slots=True)
class RatedPoint:
    """The rating after one match at a time in days. `label` describes it, `date` is shown at the ends."""

    rating: float
    won: bool
    label: str
    date: str
    day: float = 0.0


@dataclass(frozen=True, slots=True)
class _Scale:
    """Positions of the ratings: by the time of the matches, the starting rating first."""

    days: tuple[float, ...]
    low: float
    high: float

    @property
    def count(self) -> int:
        """The number of ratings, the starting one included."""
        return len(self.days) + 1

    def x(self, index: int) -> float:
        """Return the x of a rating by its index; matches of one moment are spread evenly."""
        wide = WIDTH - LEFT - RIGHT
        first, span = self.days[0], self.days[-1] - self.days[0]
        if not span:
            return LEFT + wide * index / (self.count - 1)
        lead = min(MOST_LEAD, wide / self.count)
        return LEFT if not index else LEFT + lead + (wide - lead) * (self.days[index - 1] - first) / span

    def y(self, rating: float) -> float:
        """Return the y of a rating."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - rating) / (self.high - self.low)


def draw_rating_chart(
    start: float, points: Sequence[RatedPoint], *, title: str, description: str, ids: str
) -> str:
    """Return an SVG chart of a rating from `start` through `points`, or "" without points.

    `title` and `description` are its accessible texts; `ids` prefixes their element ids.
    """
    if not points:
        return ""
    ratings = [start, *(point.rating for point in points)]
    step = _get_step(max(ratings) - min(ratings))
    low, high = step * (min(ratings) // step), step * (max(ratings) // step + 1)
    scale = _Scale(tuple(point.day for point in points), low, high)
    marks = _draw_marks(scale, points) if len(points) <= MOST_MARKS else [_draw_last_dot(scale, ratings[-1])]
    parts = [
        *_draw_grid(scale, step),
        _draw_line(scale, ratings),
        *marks,
        _draw_last_value(scale, ratings[-1]),
        *_draw_dates(points),
    ]
    return wrap_chart("".join(parts), title, description, ids)


def _draw_grid(scale: _Scale, step: int) -> list[str]:
    levels = range(int(scale.low), int(scale.high) + 1, step)
    return [draw_level_line(scale.y(level), str(level), right_edge=WIDTH - RIGHT) for level in levels]


def _draw_line(scale: _Scale, ratings: Sequence[float]) -> str:
    path = "L".join(f"{scale.x(index):.1f} {scale.y(rating):.1f}" for index, rating in enumerate(ratings))
    base_y = HEIGHT - BOTTOM
    area = f'<path class="chart-area" d="M{LEFT} {base_y}L{path}V{base_y}Z"/>'
    return f'{area}<path class="chart-line" d="M{path}"/>'


def _draw_marks(scale: _Scale, points: Sequence[RatedPoint]) -> list[str]:
    return [_draw_mark(scale.x(index), scale.y(point.rating), point) for index, point in enumerate(points, 1)]


def _draw_mark(x: float, y: float, point: RatedPoint) -> str:
    tip, kind = (-9, "won") if point.won else (9, "lost")
    return (
        f'<path class="chart-mark chart-{kind}" d="M{x - 5:.1f} {y:.1f}h10l-5 {tip}z">'
        f"<title>{escape(point.label)}</title></path>"
    )


def _draw_last_dot(scale: _Scale, rating: float) -> str:
    return (
        f'<circle class="chart-last" cx="{scale.x(scale.count - 1):.1f}" cy="{scale.y(rating):.1f}" r="4"/>'
    )


def _draw_last_value(scale: _Scale, rating: float) -> str:
    x, y = scale.x(scale.count - 1) + 10, scale.y(rating) + 6
    return f'<text class="chart-now" x="{x:.1f}" y="{y:.1f}">{rating:.0f}</text>'


def _draw_dates(points: Sequence[RatedPoint]) -> list[str]:
    x, y = WIDTH - RIGHT, HEIGHT - 8
    first = f'<text class="chart-date" x="{LEFT}" y="{y}">{escape(points[0].date)}</text>'
    if points[-1].date == points[0].date:
        return [first]
    last = f'<text class="chart-date chart-date-last" x="{x}" y="{y}">{escape(points[-1].date)}</text>'
    return [first, last]


def _get_step(spread: float) -> int:
    """Return the smallest distance of level lines that needs only a handful of them."""
    return next((step for step in STEPS if spread / step < MOST_LINES - 1), STEPS[-1])
