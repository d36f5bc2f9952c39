"""How names are made to fit: smaller first, then in lines; never cut.

Sizes and widths are in points (1/72 inch).
"""

import re
import unicodedata
from dataclasses import dataclass

from tournaments.printing.pdf.letters import plain, width

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


def fitted(text: str, room: float, size: float, *, bold: bool = False) -> Fitted:
    """A text made to fit a width: smaller first, down to `SMALLEST`, then broken; never cut."""
    said = plain(text)
    wide = width(said, 1.0, bold=bold)
    most = size if wide * size <= room else _down(room / wide)
    if most >= SMALLEST:
        return Fitted((said,), min(most, size))
    return Fitted(broken(said, room, SMALLEST, bold=bold), SMALLEST)


def broken(text: str, room: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """A text in lines no wider than `room`: between words and after hyphens, elsewhere only in a part that is
    wider itself."""
    lines: list[str] = []
    for word in parts(text):
        longer = f"{lines[-1]}{'' if lines[-1][-1:] in HYPHENS else ' '}{word}" if lines else word
        if lines and width(longer, size, bold=bold) <= room:
            lines[-1] = longer
        else:
            lines += _pieces(word, room, size, bold=bold)
    return tuple(lines)


def parts(text: str) -> list[str]:
    """What a text may be broken into."""
    return [part for word in text.split(" ") for part in re.findall(r"[^-‐]+[-‐]*|[-‐]+", word)]


def longest_part(text: str, size: float, *, bold: bool = False) -> float:
    """The width of what may not be broken."""
    return max((width(part, size, bold=bold) for part in parts(plain(text))), default=0.0)


def _pieces(word: str, room: float, size: float, *, bold: bool) -> list[str]:
    if width(word, size, bold=bold) <= room:
        return [word]
    pieces = [""]
    for char in word:
        is_mark = unicodedata.combining(char) > 0
        if pieces[-1] and not is_mark and width(pieces[-1] + char, size, bold=bold) > room:
            pieces.append("")
        pieces[-1] += char
    return pieces


def _down(size: float) -> float:
    return size // STEP * STEP
