"""Predicted against actual: a point for each class of chances, on the diagonal where predictions hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import sqrt

from tournaments.charts.frame import level_line, percent, svg_chart, svg_text

WIDTH, HEIGHT = 640, 456
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 44, 78
LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
MARKS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
SMALLEST, LARGEST = 4.0, 16.0


@dataclass(frozen=True, slots=True)
class CalibrationPoint:
    """One class: the mean chance predicted, the share won, its interval, how many matches, what is said."""

    predicted: float
    actual: float
    sure: tuple[float, float]
    count: int
    label: str


def calibration_chart(
    judged: Sequence[CalibrationPoint], *, title: str, description: str, axes: tuple[str, str], ids: str
) -> str:
    """The picture; empty without a match. The larger a point, the more matches stand behind it. `axes` say
    what goes across and what upwards."""
    if not judged:
        return ""
    max_count = max(each.count for each in judged)
    grid = [level_line(_y(each), percent(each), left_edge=LEFT, right_edge=WIDTH - RIGHT) for each in LEVELS]
    names = [svg_text("chart-name", _x(each), HEIGHT - 48, percent(each)) for each in MARKS]
    names += [
        svg_text("chart-name", _x(0.75), HEIGHT - 12, axes[0]),
        svg_text("chart-date", LEFT, 18, axes[1]),
    ]
    truth = f'<path class="chart-promise" d="M{_x(0.5):.1f} {_y(0.5):.1f}L{_x(1):.1f} {_y(1):.1f}"/>'
    points = [_point(each, max_count) for each in judged]
    return svg_chart("".join([*grid, *names, truth, *points]), title, description, ids, size=(WIDTH, HEIGHT))


def _point(each: CalibrationPoint, max_count: int) -> str:
    x, y = _x(each.predicted), _y(each.actual)
    low, high = (_y(share) for share in each.sure)
    size = SMALLEST + (LARGEST - SMALLEST) * sqrt(each.count / max_count)
    return (
        f'<path class="chart-sure" d="M{x:.1f} {low:.1f}V{high:.1f}"/>'
        f'<circle class="chart-judged" cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}">'
        f"<title>{escape(each.label)}</title></circle>"
    )


def _x(share: float) -> float:
    return LEFT + 12 + (WIDTH - LEFT - RIGHT - 36) * (share - 0.5) * 2


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
