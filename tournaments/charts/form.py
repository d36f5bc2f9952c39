"""The last matches as points of a board: a win stands up, a loss hangs down; the newest is on the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.frame import svg_chart

STEP, HIGH, MIDDLE = 32, 84, 42
TIP, HALF = 30, 11


@dataclass(frozen=True, slots=True)
class FormResult:
    """The result of a match and its label."""

    won: bool
    label: str


def form_chart(matches: Sequence[FormResult], *, title: str, description: str, ids: str) -> str:
    """The picture of the last matches, the oldest first; empty without any."""
    if not matches:
        return ""
    wide = STEP * max(len(matches), 10)
    marks = "".join(_point(index, match) for index, match in enumerate(matches))
    body = f'<path class="chart-grid" d="M0 {MIDDLE}H{wide}"/>{marks}'
    return svg_chart(body, title, description, ids, size=(wide, HIGH))


def _point(index: int, match: FormResult) -> str:
    x, kind = STEP * index + STEP / 2, "won" if match.won else "lost"
    foot, tip = (MIDDLE - 3, MIDDLE - 3 - TIP) if match.won else (MIDDLE + 3, MIDDLE + 3 + TIP)
    path = f"M{x - HALF:.1f} {foot}H{x + HALF:.1f}L{x:.1f} {tip}z"
    return f'<path class="chart-mark chart-{kind}" d="{path}"><title>{escape(match.label)}</title></path>'
