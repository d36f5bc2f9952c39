"""Text on paper: fonts, character coverage, widths, and fitting text to a width.

Sizes and widths are in points (1/72 inch)."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import arabic_reshaper
from bidi import get_display
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD, EAST_ASIAN, EMOJI = "DejaVuSans", "DejaVuSans-Bold", "WenQuanYiMicroHei", "NotoEmoji"
FILES = {
    PLAIN: "DejaVuSans.ttf",
    BOLD: "DejaVuSans-Bold.ttf",
    EAST_ASIAN: "WenQuanYiMicroHei.ttc",
    EMOJI: "NotoEmoji.ttf",
}
FONT_DIRECTORY = Path(__file__).parent / "fonts"
MISSING_LETTER = "▯"
# First code point of emoji, for which the emoji font is preferred.
FIRST_EMOJI = 0x1F000
RIGHT_TO_LEFT = frozenset({"R", "AL"})
CACHE_SIZE = 8192
# Categories of control, bidirectional and zero-width characters, surrogates and unassigned code points.
UNPRINTABLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Joiners and colour modifiers of emoji, which are not printed.
EMOJI_MODIFIERS = re.compile("[\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")
# Replaced by their full-width forms.
HALF_WIDTH_KATAKANA = re.compile("[\uff61-\uff9f]+")


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text in one font; `is_thick`: bold in a font without bold letters, drawn with outlines."""

    text: str
    font: str
    is_thick: bool

    def width(self, size: float) -> float:
        """Return the width of the run."""
        return float(pdfmetrics.stringWidth(self.text, self.font, size))


def font_name(*, bold: bool = False) -> str:
    """Return the name of the main font, and register it."""
    name = BOLD if bold else PLAIN
    _font_characters(name)
    return name


@lru_cache(CACHE_SIZE)
def printable_text(text: str) -> str:
    """Return a text as it can be printed: one line, no control or zero-width characters, single spaces.

    Arabic letters are joined, still in logical order. A character that no font has is replaced by its
    compatibility form, or else by `MISSING_LETTER`.
    """
    composed = HALF_WIDTH_KATAKANA.sub(
        lambda run: _normalize(run[0]), EMOJI_MODIFIERS.sub("", unicodedata.normalize("NFC", text))
    )
    cleaned = "".join(
        " " if unicodedata.category(char) in UNPRINTABLE_CATEGORIES else char for char in composed
    )
    return " ".join("".join(map(_replace_unprintable, _join_arabic(cleaned))).split())


def is_printable(text: str) -> bool:
    """Whether the fonts have every character of a text."""
    return MISSING_LETTER not in printable_text(text)


def visual_order(line: str) -> str:
    """Return a printable line in visual order, from left to right."""
    has_right_to_left = any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in line)
    return str(get_display(line)) if has_right_to_left else line


def font_runs(text: str, *, bold: bool = False) -> list[Run]:
    """Split a printable text where its font changes."""
    groups = groupby(text, lambda char: _font_of(char, bold=bold) or font_name(bold=bold))
    return [Run("".join(chars), name, bold and name != BOLD) for name, chars in groups]


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text."""
    return _unit_width(text, bold) * size


@lru_cache(CACHE_SIZE)
def _unit_width(text: str, bold: bool) -> float:
    return sum(run.width(1.0) for run in font_runs(text, bold=bold))


def _join_arabic(text: str) -> str:
    """Return a text with Arabic letters in their joined forms, in logical order."""
    is_arabic = any(unicodedata.bidirectional(char) == "AL" for char in text)
    return str(arabic_reshaper.reshape(text)) if is_arabic else text


def _normalize(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _replace_unprintable(char: str) -> str:
    forms = (char, _normalize(char))
    return next((form for form in forms if all(_font_of(one, bold=False) for one in form)), MISSING_LETTER)


@lru_cache(CACHE_SIZE)
def _font_of(char: str, *, bold: bool) -> str:
    """Return the first font that has a character, or an empty string. Fonts are opened on first use."""
    text_fonts = (BOLD, EAST_ASIAN) if bold else (PLAIN, EAST_ASIAN)
    fonts = (EMOJI, *text_fonts) if ord(char) >= FIRST_EMOJI else (*text_fonts, EMOJI)
    return next((name for name in fonts if ord(char) in _font_characters(name)), "")


@cache
def _font_characters(name: str) -> frozenset[int]:
    """Register a font and return the code points it has."""
    font = _UnicodeFont(name, str(FONT_DIRECTORY / FILES[name]), asciiReadable=name in {PLAIN, BOLD})
    pdfmetrics.registerFont(font)
    face: Any = font.face
    return frozenset(face.charToGlyph)


class _UnicodeFont(TTFont):
    """A font whose character map includes code points above 65,535, as surrogate pairs."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802
        """Write the font; code points above 65,535, misread by PDF readers, become surrogate pairs."""
        super().addObjects(doc)
        for name, pdf_object in doc.idToObject.items():
            if name.startswith("toUnicodeCMap:"):
                pdf_object.content = re.sub(r"<([0-9A-F]{5,6})>", _surrogate_pair, pdf_object.content)


def _surrogate_pair(code: re.Match[str]) -> str:
    return f"<{chr(int(code[1], 16)).encode('utf-16-be').hex().upper()}>"


# The minimum font size; text that does not fit in it is wrapped.
SMALLEST = 8.0
SIZE_STEP = 0.5
LEADING = 1.2
HYPHENS = ("-", "‐")


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text fitted to a width: its lines and font size."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """The total height of the lines."""
        return len(self.lines) * self.size * LEADING


def fit_text(text: str, max_width: float, size: float, *, bold: bool = False) -> FittedText:
    """Return a text fitted to a width: smaller first, down to `SMALLEST`, then wrapped; never cut."""
    clean_text = printable_text(text)
    wide = width(clean_text, 1.0, bold=bold)
    fitting_size = size if wide * size <= max_width else _round_down(max_width / wide)
    if fitting_size >= SMALLEST:
        return FittedText((clean_text,), min(fitting_size, size))
    return FittedText(break_lines(clean_text, max_width, SMALLEST, bold=bold), SMALLEST)


def break_lines(text: str, max_width: float, size: float, *, bold: bool = False) -> tuple[str, ...]:
    """Break a text into lines no wider than `max_width`, between parts or inside a part that is too wide.

    Parts end at spaces and hyphens.
    """
    lines: list[str] = []
    for text_part in breakable_parts(text):
        longer = f"{lines[-1]}{'' if lines[-1][-1:] in HYPHENS else ' '}{text_part}" if lines else text_part
        if lines and width(longer, size, bold=bold) <= max_width:
            lines[-1] = longer
        else:
            lines += _break_part(text_part, max_width, size, bold=bold)
    return tuple(lines)


def breakable_parts(text: str) -> list[str]:
    """Return the parts into which a text may be broken."""
    return [part for text_part in text.split(" ") for part in re.findall(r"[^-‐]+[-‐]*|[-‐]+", text_part)]


def longest_part(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of the longest unbreakable part."""
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
    return size // SIZE_STEP * SIZE_STEP
