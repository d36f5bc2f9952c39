"""Lines of a text that people typed or copied from a chat: list numbers, bullets, senders, emojis. Pure."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tournaments.exchange.lists.person_rows import fold_text

LONGEST_LINE = 400
KEYCAP = re.compile("([0-9])\ufe0f?\u20e3|\N{KEYCAP TEN}")
TEN = "\N{KEYCAP TEN}"
MESSAGE = re.compile(
    r"^\u200e?\[?(\d{1,4}[/.\-]\d{1,2}[/.\-]\d{2,4}),?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s*(?:[AaPp]\.?[Mm]\.?)?\]?"
    r"\s*[-–]?\s*([^:]{1,60}):\s?(.*)$"
)
NUMBER = re.compile(
    r"^\s*[(\[]?#?(\d{1,3})(?:st|nd|rd|th|º|ª|°)?\s*(?:[.):\]\-–]+|(?=\s+[^\W\d_]))\s*", re.IGNORECASE
)
QUOTED_LINE = re.compile(r'^"[^"]*"$')
BULLET = re.compile(r"^\s*(?:[-*•·▪◦○●►▶>➢→✦–—]+|\[[ xX✓]?\])\s*(?=\S)")
EMOJI = re.compile(
    "[\U0001f300-\U0001f5ff\U0001f600-\U0001f64f\U0001f680-\U0001f6ff\U0001f7e0-\U0001f7ff\U0001f900-\U0001faff"
    "\u2600-\u26ff\u23e9-\u23ff\u2b00-\u2bff\u2764\ufe0f\u200d\u200e\u200f\U0001f3fb-\U0001f3ff]"
)
# A flag of a part of Great Britain is a black flag with letters that are not seen.
REGION_FLAG = re.compile("\U0001f3f4([\U000e0061-\U000e007a]+)\U000e007f")
FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
PHONE_SENDER = re.compile(r"^\+?[\d ()\-]{6,}$")
ME_TOO = re.compile(
    r"^(me too|me|i m in|im in|i am in|in|count me in|i ll come|i play|add me|\+? ?1|me please|same here|"
    r"ich auch|bin dabei|ich bin dabei|dabei|anch io|ci sono|io ci sono|presente|moi aussi|je viens|"
    r"j en suis|"
    r"yo tambien|me apunto|yo|jeg ogsa|jeg er med|jeg kommer|ben de|ben varim|ja tez)\b"
)


class TypedLine(NamedTuple):
    """A line: its number in the file, its text without number and bullet, and who sent it in a chat.

    `number` is the one before the text (0 without any), `is_message` whether a message of a chat begins here.
    """

    line: int
    text: str
    number: int = 0
    has_bullet: bool = False
    sender: str = ""
    is_message: bool = False


def split_lines(text: str) -> list[TypedLine]:
    """Return the lines of a text that are not blank."""
    numbered = enumerate(text.splitlines(), start=1)
    return [_read_line(number, line[:LONGEST_LINE]) for number, line in numbered if line.strip()]


def is_chat(lines: Iterable[TypedLine]) -> bool:
    """Return whether the text is copied from a chat."""
    return any(line.is_message for line in lines)


def means_me_too(line: TypedLine) -> bool:
    """Return whether a message says that its sender comes too."""
    return line.is_message and not line.number and ME_TOO.match(fold_text(line.text)) is not None


def is_phone(sender: str) -> bool:
    """Return whether a sender is shown by a telephone number."""
    return PHONE_SENDER.match(sender.strip("~ ")) is not None


def _read_line(line: int, raw: str) -> TypedLine:
    text = "".join(letter if letter.isprintable() or _is_joined(letter) else " " for letter in raw)
    message = MESSAGE.match(text)
    sender = message[2].strip("~ ") if message else ""
    text = message[3] if message else text
    text = text.strip()
    if QUOTED_LINE.match(text):
        text = text[1:-1]
    number, text = _take_number(text)
    bullet = BULLET.match(text) if not number else None
    text = text[bullet.end() :] if bullet else text
    return TypedLine(
        line, " ".join(text.split(" ")).strip(), number, bullet is not None, sender, message is not None
    )


def _is_joined(letter: str) -> bool:
    """Return whether a letter that is not seen is part of a flag or emoji, or a blank within a figure."""
    return (
        "\U000e0061" <= letter <= "\U000e007f"
        or letter in "\ufe0f\u20e3\u200d\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}\N{NO-BREAK SPACE}"
    )


def _take_number(text: str) -> tuple[int, str]:
    """Return the number before a text, in figures or keycaps (0 without any), and the text."""
    digits = ""
    while keycap := KEYCAP.match(text):
        digits += keycap[1] or "10"
        text = text[keycap.end() :]
    if digits:
        return int(digits), text.strip()
    match = NUMBER.match(text)
    if match is None:
        return (int(text), "") if text.isdecimal() and len(text) <= 3 else (0, text)
    return int(match[1]), text[match.end() :].strip()
