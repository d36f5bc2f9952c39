"""A chart of whole numbers as bars, such as players per tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.svg import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    draw_level_line,
    draw_text,
    wrap_chart,
)

# Distances between two horizontal lines.
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MOST_LINES, MOST_LABELS, WIDEST_BAR = 5, 5, 40


@dataclass(frozen=True, slots=True)
class Bar:
    """One column: its value, axis name and accessible label."""

    value: int
    name: str
    label: str


def draw_bar_chart(bars: Sequence[Bar], *, title: str, description: str, ids: str) -> str:
    """Return an SVG bar chart, or "" without bars."""
    if not bars:
        return ""
    step = next((each for each in STEPS if max(bar.value for bar in bars) / each < MOST_LINES), STEPS[-1])
    highest = step * (max(bar.value for bar in bars) // step + 1)
    grid = "".join(draw_level_line(_get_y(each, highest), str(each)) for each in range(0, highest + 1, step))
    slot = (WIDTH - LEFT - RIGHT) / len(bars)
    label_step = -(-len(bars) // MOST_LABELS)
    columns = "".join(
        _draw_bar(
            bar,
            LEFT + slot * (index + 0.5),
            min(slot * 0.7, WIDEST_BAR),
            highest,
            is_named=index % label_step == 0,
        )
        for index, bar in enumerate(bars)
    )
    return wrap_chart(grid + columns, title, description, ids)


def _draw_bar(bar: Bar, x: float, wide: float, highest: int, *, is_named: bool) -> str:
    y, base_y = _get_y(bar.value, highest), _get_y(0, highest)
    path = f"M{x - wide / 2:.1f} {base_y:.1f}V{y:.1f}H{x + wide / 2:.1f}V{base_y:.1f}z"
    name = draw_text("chart-name", x, HEIGHT - 12, bar.name) if is_named else ""
    return f'<path class="chart-bar" d="{path}"><title>{escape(bar.label)}</title></path>{name}'


def _get_y(value: float, highest: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (highest - value) / highest
