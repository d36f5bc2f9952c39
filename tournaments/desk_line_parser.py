"""Quick lines of the desk: a score by table or by name, or a search."""

import re
from dataclasses import dataclass

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
