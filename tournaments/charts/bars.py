"""Counts as columns, side by side in the order of time: how many came, evening by evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from tournaments.charts.frame import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, level_line, svg_chart, svg_text

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MOST_LINES, MOST_LABELS, WIDEST = 5, 5, 40


@dataclass(frozen=True, slots=True)
class Bar:
    """One column: its height, what stands below it, and what is said of it."""

    value: int
    name: str
    label: str


def bar_chart(bars: Sequence[Bar], *, title: str, description: str, ids: str) -> str:
    """The picture of the columns; empty without any."""
    if not bars:
        return ""
    step = next((each for each in STEPS if max(bar.value for bar in bars) / each < MOST_LINES), STEPS[-1])
    top = step * (max(bar.value for bar in bars) // step + 1)
    grid = "".join(level_line(_y(each, top), str(each)) for each in range(0, top + 1, step))
    slot = (WIDTH - LEFT - RIGHT) / len(bars)
    every = -(-len(bars) // MOST_LABELS)
    columns = "".join(
        _column(bar, LEFT + slot * (index + 0.5), min(slot * 0.7, WIDEST), top, is_named=index % every == 0)
        for index, bar in enumerate(bars)
    )
    return svg_chart(grid + columns, title, description, ids)


def _column(bar: Bar, x: float, wide: float, top: int, *, is_named: bool) -> str:
    y, base_y = _y(bar.value, top), _y(0, top)
    path = f"M{x - wide / 2:.1f} {base_y:.1f}V{y:.1f}H{x + wide / 2:.1f}V{base_y:.1f}z"
    name = svg_text("chart-name", x, HEIGHT - 12, bar.name) if is_named else ""
    return f'<path class="chart-bar" d="{path}"><title>{escape(bar.label)}</title></path>{name}'


def _y(value: float, top: int) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (top - value) / top
