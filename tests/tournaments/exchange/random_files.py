"""Event files of random tournaments, as a house would have written them."""

from datetime import UTC, datetime, timedelta
from typing import Any

from rules.options import MatchLaws
from tournaments.exchange.event_file import EventFile, Guest, Signed, stamp, write
from tournaments.exchange.telling import told
from tournaments.journal.facts import Row
from tournaments.journal.fold import fold
from tournaments.trials.course import Course
from tournaments.trials.trial import LENGTH

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
BEGAN = datetime(2026, 11, 7, 10, 0, tzinfo=UTC)


def code(word: str) -> str:
    """A player's code that stands for a word of the trial, such as "p17"."""
    number, digits = int.from_bytes(word.encode()), ""
    for _ in range(8):
        number, digit = divmod(number, len(LETTERS))
        digits = LETTERS[digit] + digits
    return digits


def file_of_course(course: Course) -> bytes:
    """The file of a random tournament: every line signed, a minute after the one before."""
    names: dict[str, str] = {}
    rows = [Row(row.seq, row.kind, _coded(row.payload, names)) for row in course.rows]
    lines = tuple(
        Signed(row, BEGAN + timedelta(minutes=row.seq), "director", "", f"{course.seed}-{row.seq}")
        for row in rows
    )
    guests = tuple(Guest(each, f"Player {word}") for each, word in sorted(names.items()))
    return write(EventFile(_event(course), guests, lines, told(fold(rows))))


def _event(course: Course) -> dict[str, Any]:
    return {
        "name": f"Trial {course.form}",
        "tournament": f"Trial {course.seed}",
        "starts_at": stamp(BEGAN),
        "format": "planned",
        "length": LENGTH,
        "consolation_length": LENGTH,
        "settings": {},
        "tables": 3,
        "policy": "desk",
        "laws": MatchLaws().to_json(),
    }


def _coded(payload: Any, names: dict[str, str]) -> Any:
    """The payload with a code for every player."""
    if isinstance(payload, list):
        return [_coded(each, names) for each in payload]
    if not isinstance(payload, dict):
        return payload
    told_of = {key: _coded(value, names) for key, value in payload.items()}
    if isinstance(payload.get("player"), str):
        told_of["player"] = code(payload["player"])
        names[told_of["player"]] = payload["player"]
    return told_of
