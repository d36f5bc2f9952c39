"""The chart of a player's last matches, won or lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.svg import wrap_chart

STEP, HEIGHT, MIDDLE = 32, 84, 42
TIP, HALF_WIDTH = 30, 11


@dataclass(frozen=True, slots=True)
class FormResult:
    """The result of a match and its label."""

    won: bool
    label: str


def draw_form_chart(matches: Sequence[FormResult], *, title: str, description: str, ids: str) -> str:
    """Return an SVG chart of the last matches, oldest first, or "" without any."""
    if not matches:
        return ""
    wide = STEP * max(len(matches), 10)
    marks = "".join(_draw_mark(index, match) for index, match in enumerate(matches))
    body = f'<path class="chart-grid" d="M0 {MIDDLE}H{wide}"/>{marks}'
    return wrap_chart(body, title, description, ids, size=(wide, HEIGHT))


def _draw_mark(index: int, match: FormResult) -> str:
    x, kind = STEP * index + STEP / 2, "won" if match.won else "lost"
    direction = -1 if match.won else 1
    foot, tip = MIDDLE + 3 * direction, MIDDLE + (3 + TIP) * direction
    path = f"M{x - HALF_WIDTH:.1f} {foot}H{x + HALF_WIDTH:.1f}L{x:.1f} {tip}z"
    return f'<path class="chart-mark chart-{kind}" d="{path}"><title>{escape(match.label)}</title></path>'
