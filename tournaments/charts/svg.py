"""Parts of all charts: SVG text without scripts, accessible, coloured by `static/charts.css` alone."""

from html import escape

WIDTH, HEIGHT = 640, 230
LEFT, RIGHT, TOP, BOTTOM = 58, 24, 18, 36
# The shares at which charts of percentages have a horizontal line.
PERCENT_LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)


def wrap_chart(
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


def draw_level_line(
    y: float, text: str, *, left_edge: float = LEFT, right_edge: float = WIDTH - RIGHT
) -> str:
    """Return a labelled horizontal line at a height."""
    return (
        f'<path class="chart-grid" d="M{left_edge} {y:.1f}H{right_edge}"/>'
        f'<text class="chart-level" x="{left_edge - 8}" y="{y + 4:.1f}">{escape(text)}</text>'
    )


def draw_text(kind: str, x: float, y: float, text: str) -> str:
    """Return an SVG text element with the CSS class `kind`."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def format_percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.0f} %"
