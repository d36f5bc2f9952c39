"""The header of a GamesGrid file: names, date, place, ratings and rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_GAME = re.compile(r"\s*Game\s+\d{1,5}\.\d{1,5}\*?-\d")
_DATE = re.compile(r"\w{1,20},?\s+(\w{1,20})\s+(\d{1,2}),?\s+(\d{4})")
_RATINGS = re.compile(r"ELO:\s*(\S{1,20})\s+(\S{1,20})\s+(\S{1,20})\s+(\S{1,20})")
_ISO = re.compile(r"(\d{4})\D(\d{1,2})\D(\d{1,2})\Z")
_KEYS = {
    "Jacoby": "jacoby",
    "Automatic Doubles": "automatic_doubles",
    "Crawford": "crawford",
    "Beavers": "beaver",
    "Raccoons": "raccoon",
    "Doubling Cube": "doubling_cube",
    "Rated": "rated",
    "Variant": "variation",
}
_FLAGS = {"yes": "On", "no": "Off"}
_SPOKEN = {"On": "Yes", "Off": "No"}


def is_game_line(line: str) -> bool:
    """Whether a line announces a game: "Game 1.0-0/7"."""
    return _GAME.match(line) is not None


def read_names(line: str) -> tuple[str, str] | None:
    """The two names of "Anna vs. Bea"; None for another line."""
    white, versus, black = line.partition("vs.")
    return (white.strip(), black.strip()) if versus else None


def read_fact(line: str, facts: dict[str, str]) -> None:
    """Read one line above the first game into the facts; a line without a key is the place.

    The ratings stand in the other order than the names.
    """
    text = line.strip()
    ratings = _RATINGS.match(text)
    key, colon, value = (part.strip() for part in text.partition(":"))
    if text.startswith(_DAYS):
        facts["date"] = _read_date(text)
    elif ratings:
        facts["player_2_elo"] = f"{ratings[1]}/{ratings[2]}"
        facts["player_1_elo"] = f"{ratings[3]}/{ratings[4]}"
    elif colon and key != "Match Length":
        facts[_KEYS.get(key, key.lower().replace(" ", "_"))] = _FLAGS.get(value.lower(), value)
    elif text and not colon:
        facts.setdefault("site", text)


def write_facts(facts: Mapping[str, str], length: int) -> list[str]:
    """The lines of a head that hold what is known; keys of other formats are left out.

    So is the place: GNU Backgammon 1.07 does not survive a line without a key.
    """
    lines = [write_date(facts["date"])] if "date" in facts else []
    ratings = [facts.get(f"player_{number}_elo", "").partition("/") for number in (2, 1)]
    if all(rating and games for rating, _, games in ratings):
        lines.append("ELO: " + " ".join(f"{_clean(rating)} {_clean(games)}" for rating, _, games in ratings))
    for name, key in _KEYS.items():
        if key in facts:
            lines.append(f"{name}: {_SPOKEN.get(facts[key], _clean(facts[key]))}")
    return [*lines, f"Match Length: {length}"]


def write_date(text: str) -> str:
    """A day such as 2026.11.21 as GamesGrid writes it; another text as it is, behind a day of the week."""
    day = _ISO.match(text)
    try:
        when = date(*map(int, day.groups())) if day else None
    except ValueError:
        when = None
    if when is None:
        return text if text.startswith(_DAYS) else f"{_DAYS[0]}, {_clean(text)}"
    return f"{_DAYS[when.weekday()]}, {_MONTHS[when.month - 1]} {when.day}, {when.year}"


def _read_date(text: str) -> str:
    parts = _DATE.match(text)
    if parts is None or parts[1] not in _MONTHS:
        return text
    return f"{parts[3]}.{_MONTHS.index(parts[1]) + 1:02}.{int(parts[2]):02}"


def _clean(text: str) -> str:
    return " ".join(text.replace(":", " ").split())
