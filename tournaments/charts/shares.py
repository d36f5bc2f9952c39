"""Shares of matches won by their length, beside what the ratings promised."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.frame import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    level_line,
    percent,
    svg_chart,
    svg_text,
)

LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)
WIDEST = 44


@dataclass(frozen=True, slots=True)
class Share:
    """Of one length: the share won, the share expected (None: not rated), what stands below, what is said."""

    won: float
    expected: float | None
    name: str
    label: str


def share_chart(shares: Sequence[Share], *, title: str, description: str, ids: str) -> str:
    """The picture, shortest matches first; empty without any."""
    if not shares:
        return ""
    grid = "".join(level_line(_y(each), percent(each)) for each in LEVELS)
    slot = (WIDTH - LEFT - RIGHT) / len(shares)
    columns = "".join(
        _column(share, LEFT + slot * (index + 0.5), min(slot * 0.66, WIDEST))
        for index, share in enumerate(shares)
    )
    return svg_chart(grid + columns, title, description, ids)


def _column(share: Share, x: float, wide: float) -> str:
    left_edge, right_edge, base_y = x - wide / 2, x + wide / 2, _y(0)
    path = f"M{left_edge:.1f} {base_y:.1f}V{_y(share.won):.1f}H{right_edge:.1f}V{base_y:.1f}z"
    parts = [f'<path class="chart-bar" d="{path}"><title>{escape(share.label)}</title></path>']
    if share.expected is not None:
        y = _y(share.expected)
        parts.append(f'<path class="chart-promise" d="M{left_edge - 5:.1f} {y:.1f}H{right_edge + 5:.1f}"/>')
    parts.append(svg_text("chart-name", x, HEIGHT - 12, share.name))
    return "".join(parts)


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
