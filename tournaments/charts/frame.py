"""What every picture shares: its size, its name for those who do not see it, lines of a scale."""

from html import escape

WIDTH, HEIGHT = 640, 230
LEFT, RIGHT, TOP, BOTTOM = 58, 24, 18, 36


def svg_chart(
    body: str, title: str, description: str, ids: str, *, size: tuple[int, int] = (WIDTH, HEIGHT)
) -> str:
    """A picture read aloud as its title and description; `ids` prefixes the ids that name it."""
    name = escape(ids, quote=True)
    return (
        f'<svg class="chart" viewBox="0 0 {size[0]} {size[1]}" role="img" '
        f'aria-labelledby="{name}-title {name}-description" xmlns="http://www.w3.org/2000/svg">'
        f'<title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-description">{escape(description)}</desc>{body}</svg>'
    )


def level_line(y: float, text: str, *, left_edge: float = LEFT, right_edge: float = WIDTH - RIGHT) -> str:
    """A line across at a height, and what it stands for."""
    return (
        f'<path class="chart-grid" d="M{left_edge} {y:.1f}H{right_edge}"/>'
        f'<text class="chart-level" x="{left_edge - 8}" y="{y + 4:.1f}">{escape(text)}</text>'
    )


def svg_text(kind: str, x: float, y: float, text: str) -> str:
    """A text in the picture; `kind` is its class."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def percent(share: float) -> str:
    """A share as people read it."""
    return f"{100 * share:.0f} %"
