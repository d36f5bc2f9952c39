"""The chart of predicted chances and actual wins of a rating list."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt

from tournaments.charts.svg import PERCENT_LEVELS, draw_level_line, draw_text, format_percent, wrap_chart

WIDTH, HEIGHT = 640, 456
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 44, 78
# The chances of a favourite that are written below the horizontal axis.
NAMED_CHANCES = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
SMALLEST_MARK, LARGEST_MARK = 4.0, 16.0


@dataclass(frozen=True, slots=True)
class CalibrationPoint:
    """A bin of chances: mean predicted chance, share won, its interval, number of matches and label."""

    predicted: float
    actual: float
    interval: tuple[float, float]
    count: int
    label: str


def draw_calibration_chart(
    points: Sequence[CalibrationPoint], *, title: str, description: str, axes: tuple[str, str], ids: str
) -> str:
    """Return an SVG calibration chart, or "" without matches.

    Point size grows with the number of matches. `axes` are the labels of the horizontal and the vertical
    axis.
    """
    if not points:
        return ""
    max_count = max(each.count for each in points)
    grid = [
        draw_level_line(_get_y(each), format_percent(each), left_edge=LEFT, right_edge=WIDTH - RIGHT)
        for each in PERCENT_LEVELS
    ]
    names = [
        draw_text("chart-name", _get_x(each), HEIGHT - 48, format_percent(each)) for each in NAMED_CHANCES
    ]
    names += [
        draw_text("chart-name", _get_x(0.75), HEIGHT - 12, axes[0]),
        draw_text("chart-date", LEFT, 18, axes[1]),
    ]
    diagonal = (
        f'<path class="chart-expected" d="M{_get_x(0.5):.1f} {_get_y(0.5):.1f}'
        f'L{_get_x(1):.1f} {_get_y(1):.1f}"/>'
    )
    marks = [_draw_point(each, max_count) for each in points]
    body = "".join([*grid, *names, diagonal, *marks])
    return wrap_chart(body, title, description, ids, size=(WIDTH, HEIGHT))


def _draw_point(each: CalibrationPoint, max_count: int) -> str:
    x, y = _get_x(each.predicted), _get_y(each.actual)
    low, high = (_get_y(share) for share in each.interval)
    size = SMALLEST_MARK + (LARGEST_MARK - SMALLEST_MARK) * sqrt(each.count / max_count)
    return (
        f'<path class="chart-interval" d="M{x:.1f} {low:.1f}V{high:.1f}"/>'
        f'<circle class="chart-observed" cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}">'
        f"<title>{escape(each.label)}</title></circle>"
    )


def _get_x(share: float) -> float:
    return LEFT + 12 + (WIDTH - LEFT - RIGHT - 36) * (share - 0.5) * 2


def _get_y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
