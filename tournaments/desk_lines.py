"""What a director types into the one box of the desk: a score by table or by name, or a search."""

import re
from dataclasses import dataclass

LONGEST = 60
SCORES = re.compile(r"^(?P<who>.*?\D|\d{1,3}\D+)(?P<first>\d{1,2})\D+(?P<second>\d{1,2})$")
TABLE = re.compile(r"^\D*(\d{1,3})\D*$")
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Spoken:
    """One line. `table` or `letters` say which match is meant, `scores` how it ended; empty without a score.

    By table the score is that of the upper name and of the lower, by letters that of the player named first.
    """

    table: int = 0
    letters: str = ""
    scores: tuple[int, ...] = ()


def read(line: str) -> Spoken:
    """A line as it is meant: "4 7-3" a score by table, "ro 7-3" one by letters of a name, else a search."""
    text = " ".join(line.split())[:LONGEST]
    found = SCORES.match(text)
    if found is None:
        return Spoken(letters=text)
    who = found["who"].strip(" :,-–")
    scores = (int(found["first"]), int(found["second"]))
    table = TABLE.match(who)
    if table and not LETTER.search(who):
        return Spoken(table=int(table[1]), scores=scores)
    return Spoken(letters=who, scores=scores) if LETTER.search(who) else Spoken(letters=text)
