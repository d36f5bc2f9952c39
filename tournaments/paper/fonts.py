"""The two faces everything on paper is set in, how wide words are in them, and how names are made to fit.

Sizes and widths are in points (1/72 inch).
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import arabic_reshaper
from bidi import get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
HOME = Path(__file__).parent / "faces"
# Nothing on paper is set smaller: what does not fit is broken into lines.
SMALLEST = 8.0
STEP = 0.5
LEADING = 1.2
HYPHENS = ("-", "‐")
FRAME = "▯"
RIGHT_TO_LEFT = frozenset({"R", "AL"})
MOST_KEPT = 8192
# Controls, marks that turn the direction of writing or have no width, halves of pairs, what nobody assigned.
NOT_SET = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text as it fits: its lines and the size they are set in."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """How tall the lines are together."""
        return len(self.lines) * self.size * LEADING


def face(*, bold: bool = False) -> str:
    """The name of a face, at hand from the first call on."""
    _load()
    return BOLD if bold else PLAIN


def plain(text: str) -> str:
    """A text as it can be set: one line, no controls, no marks that have no width; spaces are single.

    Arabic letters are joined, still in the order they are said. A letter the faces do not have is set as an
    empty frame, so that it is seen that there is one.
    """
    kept = "".join(" " if unicodedata.category(char) in NOT_SET else char for char in _composed(text))
    return " ".join("".join(map(_settable, _joined(kept))).split())


def is_whole(text: str) -> bool:
    """Whether the faces have every letter of a text."""
    return FRAME not in plain(text)


def as_read(line: str) -> str:
    """A line that is plain in the order its letters stand from left to right."""
    runs_left = any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in line)
    return str(get_display(line)) if runs_left else line


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is."""
    return _unit(text, face(bold=bold)) * size


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


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _joined(text: str) -> str:
    is_arabic = any(unicodedata.bidirectional(char) == "AL" for char in text)
    return str(arabic_reshaper.reshape(text)) if is_arabic else text


def _settable(char: str) -> str:
    return char if ord(char) in _shapes() else FRAME


@cache
def _shapes() -> frozenset[int]:
    """The letters that both faces have."""
    faces: list[Any] = [pdfmetrics.getFont(face(bold=bold)) for bold in (False, True)]
    return frozenset.intersection(*(frozenset(one.face.charToGlyph) for one in faces))


def _down(size: float) -> float:
    return size // STEP * STEP


@lru_cache(MOST_KEPT)
def _unit(text: str, name: str) -> float:
    return float(pdfmetrics.stringWidth(text, name, 1.0))


@cache
def _load() -> None:
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(HOME / f"{name}.ttf")))
