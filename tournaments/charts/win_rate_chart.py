"""The chart of a player's wins by match length, and of those the ratings predicted."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.svg import (
    BOTTOM,
    HEIGHT,
    LEFT,
    PERCENT_LEVELS,
    RIGHT,
    TOP,
    WIDTH,
    draw_level_line,
    draw_text,
    format_percent,
    wrap_chart,
)

WIDEST_SHARE = 44


@dataclass(frozen=True, slots=True)
class LengthWinRate:
    """Results at one match length: share won, share expected (None: not rated), axis name and label."""

    won: float
    expected: float | None
    name: str
    label: str


def draw_win_rate_chart(shares: Sequence[LengthWinRate], *, title: str, description: str, ids: str) -> str:
    """Return an SVG chart of the shares, shortest matches first, or "" without any."""
    if not shares:
        return ""
    grid = "".join(draw_level_line(_get_y(each), format_percent(each)) for each in PERCENT_LEVELS)
    slot = (WIDTH - LEFT - RIGHT) / len(shares)
    columns = "".join(
        _draw_column(share, LEFT + slot * (index + 0.5), min(slot * 0.66, WIDEST_SHARE))
        for index, share in enumerate(shares)
    )
    return wrap_chart(grid + columns, title, description, ids)


def _draw_column(share: LengthWinRate, x: float, wide: float) -> str:
    left_edge, right_edge, base_y = x - wide / 2, x + wide / 2, _get_y(0)
    path = f"M{left_edge:.1f} {base_y:.1f}V{_get_y(share.won):.1f}H{right_edge:.1f}V{base_y:.1f}z"
    parts = [f'<path class="chart-bar" d="{path}"><title>{escape(share.label)}</title></path>']
    if share.expected is not None:
        y = _get_y(share.expected)
        parts.append(f'<path class="chart-expected" d="M{left_edge - 5:.1f} {y:.1f}H{right_edge + 5:.1f}"/>')
    parts.append(draw_text("chart-name", x, HEIGHT - 12, share.name))
    return "".join(parts)


def _get_y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
