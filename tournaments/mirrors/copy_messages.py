"""What one site sends to another about an event: the states of its matches beside the event file. Pure."""

import gzip
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import Refusal
from rules.match import LONGEST_MATCH

FORMAT_VERSION = "copy/2"
# A message is compressed: its size on the way, within the limit of a request, and that of its text.
LONGEST_MESSAGE, LONGEST_TEXT = 1_400_000, 8_000_000
# The states of an open match that are not "scheduled", which is that of all others.
STATES = frozenset({"called", "running", "reported", "disputed", "postponed"})
MAX_MATCHES, MAX_TABLES, MAX_TABLE_NUMBER = 1_000, 256, 32_767
LONGEST_LABEL, LONGEST_PAIRING = 40, 40
# A call or a start is at most so long ago, in seconds.
LONGEST_AGO = 400 * 24 * 3600


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """An open match of an event as it is now: its state, its table by number, 0 for none, and its score.

    `called_seconds` and `started_seconds` are how many seconds ago that was, None if it has not happened: the
    clocks of two sites may differ.
    """

    status: str
    table: int
    white_score: int
    black_score: int
    called_seconds: int | None
    started_seconds: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the match as JSON."""
        return {
            "status": self.status,
            "table": self.table,
            "score": [self.white_score, self.black_score],
            "called": self.called_seconds,
            "started": self.started_seconds,
        }


@dataclass(frozen=True, slots=True)
class LivePart:
    """The open matches of an event by the name of the pairing, and the names of tables that have one."""

    matches: Mapping[str, LiveMatch]
    tables: Mapping[int, str]

    def to_json(self) -> dict[str, Any]:
        """Return the part as JSON."""
        return {
            "matches": {label: match.to_json() for label, match in self.matches.items()},
            "tables": {str(number): label for number, label in self.tables.items()},
        }


def compress_message(text: bytes) -> bytes:
    """Return a message as it is sent; equal texts give equal bytes."""
    return gzip.compress(text, mtime=0)


def decompress_message(data: bytes) -> bytes:
    """Return the text of a message. Raises `copy_damaged`, also if it is longer than a message may be."""
    decompressor = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    try:
        text = decompressor.decompress(data, LONGEST_TEXT)
    except zlib.error as error:
        raise Refusal("copy_damaged") from error
    if not decompressor.eof:
        raise Refusal("copy_damaged")
    return text


def read_live_part(data: Any) -> LivePart:
    """Read the part of a message about the open matches. Raises `copy_damaged`."""
    try:
        return _read_live_part(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Refusal("copy_damaged") from error


def _read_live_part(data: Any) -> LivePart:
    matches_data, tables_data = data["matches"], data["tables"]
    if set(data) != {"matches", "tables"} or len(matches_data) > MAX_MATCHES or len(tables_data) > MAX_TABLES:
        raise ValueError("live")
    matches = {_read_text(label, LONGEST_PAIRING): _read_match(row) for label, row in matches_data.items()}
    tables = {
        _read_number(int(number), 1, MAX_TABLE_NUMBER): _read_text(label, LONGEST_LABEL)
        for number, label in tables_data.items()
    }
    numbers = [match.table for match in matches.values() if match.table]
    if len(set(numbers)) != len(numbers):
        raise ValueError("table")
    return LivePart(matches, tables)


def _read_match(row: Mapping[str, Any]) -> LiveMatch:
    if set(row) != {"status", "table", "score", "called", "started"} or row["status"] not in STATES:
        raise ValueError("match")
    white, black = row["score"]
    return LiveMatch(
        row["status"],
        _read_number(row["table"], 0, MAX_TABLE_NUMBER),
        _read_number(white, 0, LONGEST_MATCH),
        _read_number(black, 0, LONGEST_MATCH),
        *(
            None if row[name] is None else _read_number(row[name], 0, LONGEST_AGO)
            for name in ("called", "started")
        ),
    )


def _read_number(value: Any, minimum: int, maximum: int) -> int:
    if type(value) is not int or not minimum <= value <= maximum:
        raise ValueError("number")
    return value


def _read_text(value: Any, longest: int) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise ValueError("text")
    return value
