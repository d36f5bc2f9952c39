"""How names are made to fit: smaller first, then in lines; never cut.

Sizes and widths are in points (1/72 inch).
"""

import re
import unicodedata
from dataclasses import dataclass

from tournaments.printing.pdf.letters import printable_text, width

# Nothing on paper is set smaller: what does not fit is broken into lines.
SMALLEST = 8.0
STEP = 0.5
LEADING = 1.2
HYPHENS = ("-", "‐")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text as it fits: its lines and the size they are set in."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """How tall the lines are together."""
        return len(self.lines) * self.size * LEADING


def fit_text(text: str, max_width: float, size: float, *, bold: bool = False) -> Fitted:
    """A text made to fit a width: smaller first, down to `SMALLEST`, then broken; never cut."""
    clean_text = printable_text(text)
    wide = width(clean_text, 1.0, bold=bold)
    fitting_size = size if wide * size <= max_width else _round_down(max_width / wide)
    if fitting_size >= SMALLEST:
        return Fitted((clean_text,), min(fitting_size, size))
    return Fitted(break_lines(clean_text, max_width, SMALLEST, bold=bold), SMALLEST)


def break_lines(text: str, max_width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """A text in lines no wider than `room`: between words and after hyphens, elsewhere only in a part that is
    wider itself."""
    lines: list[str] = []
    for text_part in breakable_parts(text):
        longer = f"{lines[-1]}{'' if lines[-1][-1:] in HYPHENS else ' '}{text_part}" if lines else text_part
        if lines and width(longer, size, bold=bold) <= max_width:
            lines[-1] = longer
        else:
            lines += _break_part(text_part, max_width, size, bold=bold)
    return tuple(lines)


def breakable_parts(text: str) -> list[str]:
    """What a text may be broken into."""
    return [part for text_part in text.split(" ") for part in re.findall(r"[^-‐]+[-‐]*|[-‐]+", text_part)]


def longest_part(text: str, size: float, *, bold: bool = False) -> float:
    """The width of what may not be broken."""
    return max((width(part, size, bold=bold) for part in breakable_parts(printable_text(text))), default=0.0)


def _break_part(text_part: str, max_width: float, size: float, *, bold: bool) -> list[str]:
    if width(text_part, size, bold=bold) <= max_width:
        return [text_part]
    pieces = [""]
    for char in text_part:
        is_mark = unicodedata.combining(char) > 0
        if pieces[-1] and not is_mark and width(pieces[-1] + char, size, bold=bold) > max_width:
            pieces.append("")
        pieces[-1] += char
    return pieces


def _round_down(size: float) -> float:
    return size // STEP * STEP
