"""Charts as accessible SVG text without scripts, coloured by `static/charts.css` alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt

WIDTH, HEIGHT = 640, 230
LEFT, RIGHT, TOP, BOTTOM = 58, 24, 18, 36


def svg_chart(
    body: str, title: str, description: str, ids: str, *, size: tuple[int, int] = (WIDTH, HEIGHT)
) -> str:
    """Wrap an SVG body with its accessible title and description; `ids` prefixes their element ids."""
    name = escape(ids, quote=True)
    return (
        f'<svg class="chart" viewBox="0 0 {size[0]} {size[1]}" role="img" '
        f'aria-labelledby="{name}-title {name}-description" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-description">{escape(description)}</desc>{body}</svg>'
    )


def level_line(y: float, text: str, *, left_edge: float = LEFT, right_edge: float = WIDTH - RIGHT) -> str:
    """Return a labelled horizontal line at a height."""
    return (
        f'<path class="chart-grid" d="M{left_edge} {y:.1f}H{right_edge}"/>'
        f'<text class="chart-level" x="{left_edge - 8}" y="{y + 4:.1f}">{escape(text)}</text>'
    )


def svg_text(kind: str, x: float, y: float, text: str) -> str:
    """Return an SVG text element with the CSS class `kind`."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.0f} %"


BAR_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MOST_BAR_LINES, MOST_LABELS, WIDEST_BAR = 5, 5, 40


@dataclass(frozen=True, slots=True)
class Bar:
    """One column: its value, axis name and accessible label."""

    value: int
    name: str
    label: str


def bar_chart(bars: Sequence[Bar], *, title: str, description: str, ids: str) -> str:
    """Return an SVG bar chart, or "" without bars."""
    if not bars:
        return ""
    step = next(
        (each for each in BAR_STEPS if max(bar.value for bar in bars) / each < MOST_BAR_LINES), BAR_STEPS[-1]
    )
    top = step * (max(bar.value for bar in bars) // step + 1)
    grid = "".join(level_line(_bar_y(each, top), str(each)) for each in range(0, top + 1, step))
    slot = (WIDTH - LEFT - RIGHT) / len(bars)
    label_step = -(-len(bars) // MOST_LABELS)
    columns = "".join(
        _bar_column(
            bar,
            LEFT + slot * (index + 0.5),
            min(slot * 0.7, WIDEST_BAR),
            top,
            is_named=index % label_step == 0,
        )
        for index, bar in enumerate(bars)
    )
    return svg_chart(grid + columns, title, description, ids)


def _bar_column(bar: Bar, x: float, wide: float, top: int, *, is_named: bool) -> str:
    y, base_y = _bar_y(bar.value, top), _bar_y(0, top)
    path = f"M{x - wide / 2:.1f} {base_y:.1f}V{y:.1f}H{x + wide / 2:.1f}V{base_y:.1f}z"
    name = svg_text("chart-name", x, HEIGHT - 12, bar.name) if is_named else ""
    return f'<path class="chart-bar" d="{path}"><title>{escape(bar.label)}</title></path>{name}'


def _bar_y(value: float, top: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / top


LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
WIDEST_SHARE = 44


@dataclass(frozen=True, slots=True)
class LengthShare:
    """Results at one match length: share won, share expected (None: not rated), axis name and label."""

    won: float
    expected: float | None
    name: str
    label: str


def share_chart(shares: Sequence[LengthShare], *, title: str, description: str, ids: str) -> str:
    """Return an SVG chart of the shares, shortest matches first, or "" without any."""
    if not shares:
        return ""
    grid = "".join(level_line(_share_y(each), percent(each)) for each in LEVELS)
    slot = (WIDTH - LEFT - RIGHT) / len(shares)
    columns = "".join(
        _share_column(share, LEFT + slot * (index + 0.5), min(slot * 0.66, WIDEST_SHARE))
        for index, share in enumerate(shares)
    )
    return svg_chart(grid + columns, title, description, ids)


def _share_column(share: LengthShare, x: float, wide: float) -> str:
    left_edge, right_edge, base_y = x - wide / 2, x + wide / 2, _share_y(0)
    path = f"M{left_edge:.1f} {base_y:.1f}V{_share_y(share.won):.1f}H{right_edge:.1f}V{base_y:.1f}z"
    parts = [f'<path class="chart-bar" d="{path}"><title>{escape(share.label)}</title></path>']
    if share.expected is not None:
        y = _share_y(share.expected)
        parts.append(f'<path class="chart-expected" d="M{left_edge - 5:.1f} {y:.1f}H{right_edge + 5:.1f}"/>')
    parts.append(svg_text("chart-name", x, HEIGHT - 12, share.name))
    return "".join(parts)


def _share_y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


FORM_STEP, FORM_HEIGHT, FORM_MIDDLE = 32, 84, 42
FORM_TIP, FORM_HALF_WIDTH = 30, 11


@dataclass(frozen=True, slots=True)
class FormResult:
    """The result of a match and its label."""

    won: bool
    label: str


def form_chart(matches: Sequence[FormResult], *, title: str, description: str, ids: str) -> str:
    """Return an SVG chart of the last matches, oldest first, or "" without any."""
    if not matches:
        return ""
    wide = FORM_STEP * max(len(matches), 10)
    marks = "".join(_form_point(index, match) for index, match in enumerate(matches))
    body = f'<path class="chart-grid" d="M0 {FORM_MIDDLE}H{wide}"/>{marks}'
    return svg_chart(body, title, description, ids, size=(wide, FORM_HEIGHT))


def _form_point(index: int, match: FormResult) -> str:
    x, kind = FORM_STEP * index + FORM_STEP / 2, "won" if match.won else "lost"
    direction = -1 if match.won else 1
    foot, tip = FORM_MIDDLE + 3 * direction, FORM_MIDDLE + (3 + FORM_TIP) * direction
    path = f"M{x - FORM_HALF_WIDTH:.1f} {foot}H{x + FORM_HALF_WIDTH:.1f}L{x:.1f} {tip}z"
    return f'<path class="chart-mark chart-{kind}" d="{path}"><title>{escape(match.label)}</title></path>'


CALIBRATION_WIDTH, CALIBRATION_HEIGHT = 640, 456
CALIBRATION_LEFT, CALIBRATION_RIGHT, CALIBRATION_TOP, CALIBRATION_BOTTOM = 64, 24, 44, 78
CALIBRATION_MARKS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
SMALLEST_MARK, LARGEST_MARK = 4.0, 16.0


@dataclass(frozen=True, slots=True)
class CalibrationPoint:
    """One bucket: mean predicted chance, actual share won, its interval, number of matches and label."""

    predicted: float
    actual: float
    interval: tuple[float, float]
    count: int
    label: str


def calibration_chart(
    judged: Sequence[CalibrationPoint], *, title: str, description: str, axes: tuple[str, str], ids: str
) -> str:
    """Return an SVG calibration chart, or "" without matches.

    Point size grows with the number of matches. `axes` are the labels of the horizontal and the vertical
    axis.
    """
    if not judged:
        return ""
    max_count = max(each.count for each in judged)
    grid = [
        level_line(
            _calibration_y(each),
            percent(each),
            left_edge=CALIBRATION_LEFT,
            right_edge=CALIBRATION_WIDTH - CALIBRATION_RIGHT,
        )
        for each in LEVELS
    ]
    names = [
        svg_text("chart-name", _calibration_x(each), CALIBRATION_HEIGHT - 48, percent(each))
        for each in CALIBRATION_MARKS
    ]
    names += [
        svg_text("chart-name", _calibration_x(0.75), CALIBRATION_HEIGHT - 12, axes[0]),
        svg_text("chart-date", CALIBRATION_LEFT, 18, axes[1]),
    ]
    diagonal = (
        f'<path class="chart-expected" d="M{_calibration_x(0.5):.1f} {_calibration_y(0.5):.1f}'
        f'L{_calibration_x(1):.1f} {_calibration_y(1):.1f}"/>'
    )
    points = [_calibration_point(each, max_count) for each in judged]
    return svg_chart(
        "".join([*grid, *names, diagonal, *points]),
        title,
        description,
        ids,
        size=(CALIBRATION_WIDTH, CALIBRATION_HEIGHT),
    )


def _calibration_point(each: CalibrationPoint, max_count: int) -> str:
    x, y = _calibration_x(each.predicted), _calibration_y(each.actual)
    low, high = (_calibration_y(share) for share in each.interval)
    size = SMALLEST_MARK + (LARGEST_MARK - SMALLEST_MARK) * sqrt(each.count / max_count)
    return (
        f'<path class="chart-interval" d="M{x:.1f} {low:.1f}V{high:.1f}"/>'
        f'<circle class="chart-observed" cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}">'
        f"<title>{escape(each.label)}</title></circle>"
    )


def _calibration_x(share: float) -> float:
    return (
        CALIBRATION_LEFT
        + 12
        + (CALIBRATION_WIDTH - CALIBRATION_LEFT - CALIBRATION_RIGHT - 36) * (share - 0.5) * 2
    )


def _calibration_y(share: float) -> float:
    return CALIBRATION_TOP + (CALIBRATION_HEIGHT - CALIBRATION_TOP - CALIBRATION_BOTTOM) * (1 - share)


RATING_RIGHT = 72
# Above this many matches the marks would overlap, so only the line is drawn.
MOST_MARKS = 40
RATING_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_RATING_LINES = 5
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
        """Return the number of ratings, the starting one included."""
        return len(self.days) + 1

    def x(self, index: int) -> float:
        """Return the position of a rating; matches of one moment are spread by number."""
        wide = WIDTH - LEFT - RATING_RIGHT
        first, span = self.days[0], self.days[-1] - self.days[0]
        if not span:
            return LEFT + wide * index / (self.count - 1)
        lead = min(MOST_LEAD, wide / self.count)
        return LEFT if not index else LEFT + lead + (wide - lead) * (self.days[index - 1] - first) / span

    def y(self, rating: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - rating) / (self.high - self.low)


def rating_chart(
    start: float, points: Sequence[RatedPoint], *, title: str, description: str, ids: str
) -> str:
    """Return an SVG chart of a rating from `start` through `points`, or "" without points.

    `title` and `description` are its accessible texts; `ids` prefixes their element ids.
    """
    if not points:
        return ""
    ratings = [start, *(point.rating for point in points)]
    step = _step(max(ratings) - min(ratings))
    low, high = step * (min(ratings) // step), step * (max(ratings) // step + 1)
    scale = _Scale(tuple(point.day for point in points), low, high)
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
        f'<path class="chart-grid" d="M{LEFT} {scale.y(level):.1f}H{WIDTH - RATING_RIGHT}"/>'
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
    x, y = WIDTH - RATING_RIGHT, HEIGHT - 8
    first = f'<text class="chart-date" x="{LEFT}" y="{y}">{escape(points[0].date)}</text>'
    if points[-1].date == points[0].date:
        return [first]
    last = f'<text class="chart-date chart-date-last" x="{x}" y="{y}">{escape(points[-1].date)}</text>'
    return [first, last]


def _step(spread: float) -> int:
    """Return the smallest distance of level lines that needs only a handful of them."""
    return next((step for step in RATING_STEPS if spread / step < MOST_RATING_LINES - 1), RATING_STEPS[-1])
