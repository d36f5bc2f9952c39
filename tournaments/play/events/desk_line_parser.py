"""Quick lines of the desk: a score by table or by name, or a search."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

LONGEST = 60
SCORES = re.compile(r"^(?P<named>.*?\D|\d{1,3}\D+)(?P<first>\d{1,2})\D+(?P<second>\d{1,2})$")
TABLE = re.compile(r"^\D*(\d{1,3})\D*$")
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A parsed quick line: `table` or `letters` identify the match; `scores` is empty for a search.

    By table the first score is that of the upper name, by letters that of the named player.
    """

    table: int = 0
    letters: str = ""
    scores: tuple[int, ...] = ()


class SeenMatch(NamedTuple):
    """A match on the page of the writer: its table, if any, and its version."""

    table: int | None
    version: int


SeenMatches = Mapping[str, SeenMatch]


def read_seen_matches(value: Any) -> SeenMatches | None:
    """Read what a page says was on it: table and version of each match, by its code. Raises ValueError.

    None if the page does not say.
    """
    if value is None:
        return None
    try:
        return {code: SeenMatch(table and int(table), int(number)) for code, (table, number) in value.items()}
    except (AttributeError, OverflowError, TypeError) as error:
        raise ValueError from error


def parse_desk_line(line: str) -> DeskLine:
    """Parse a line: "4 7-3" is a score by table, "ro 7-3" one by name prefix, others are a search."""
    text = " ".join(line.split())[:LONGEST]
    score_match = SCORES.match(text)
    if score_match is None:
        return DeskLine(letters=text)
    table_or_name = score_match["named"].strip(" :,-–")
    scores = (int(score_match["first"]), int(score_match["second"]))
    table = TABLE.match(table_or_name)
    if table and not LETTER.search(table_or_name):
        return DeskLine(table=int(table[1]), scores=scores)
    if not LETTER.search(table_or_name):
        return DeskLine(letters=text)
    return DeskLine(letters=table_or_name, scores=scores)
