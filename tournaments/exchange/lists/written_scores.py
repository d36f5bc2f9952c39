"""Scores as people write them, and what spreadsheets make of them; ways of not playing. Pure."""

import re
from datetime import date
from typing import NamedTuple

from rules.match import LONGEST_MATCH
from tournaments.exchange.lists.file_cells import CellValue, ClockCell, show_cell
from tournaments.exchange.lists.person_rows import fold_text
from tournaments.exchange.lists.reading import DAY_FIRST
from tournaments.exchange.lists.written_dates import find_date_in_text, is_date_text, read_date
from tournaments.exchange.lists.written_numbers import read_whole_number

Score = tuple[int, int]
SCORE = re.compile(r"^\(?(\d{1,2})\s*(?:[-–—:/]|\s|to|a|zu)\s*(\d{1,2})\)?$")
MONTH_DAY = re.compile(r"^(\d{1,2})[-. /]+([^\W\d_]{3,4})\.?$|^([^\W\d_]{3,4})\.?[-. /](\d{1,2})$")
WALKOVER_TERMS = re.compile(
    r"\b(w o|wo|walk ?overs?|ff|forfeit(?:ed)?|forfait|kampflos|no show|noshow|did not come|didn t come|"
    r"absent|"
    r"assente|assenza|a tavolino|per rinuncia|nicht erschienen|nicht angetreten|abwesend|default|dnp|dns|"
    r"no presentado|incomparecencia|np|udeblevet|bortdomt|hukmen|gelmedi|non si e presentat[oa]|"
    r"wo\w?|no se presento|"
    r"ikke modt|modte ikke|cancelled)\b"
)
FORFEIT_TERMS = re.compile(r"\b(forfeit(?:ed)?|a tavolino|squalific\w*|disqualif\w*|descalific\w*)\b")
# The endings of matches that were not played.
UNPLAYED = frozenset(("walkover", "forfeit"))
RETIRED_TERMS = re.compile(
    r"\b(ret|rit|retir\w*|aufgegeben|aufgabe|gab auf|ritir\w*|abb?andon\w*|opgav|trak sig|"
    r"cekildi|abgebrochen|stopped|interrott\w*|opgivet|terk|resigned|"
    r"abandono|unfinished|not finished|nicht beendet|interrumpid\w*|afbrudt)\b"
)
OPEN_TERMS = re.compile(
    r"\b(open|pending|offen|aperta|in corso|underway|not played|nicht gespielt|da giocare|scheduled)\b"
)
# Who won by the signs of programs for Swiss tournaments: 1 - 0, and + - - for a match that was not played.
WON_SIGNS = re.compile(r"^\s*([01+\-])\s*[-:]\s*([01+\-])\s*[FK]?\s*$", re.IGNORECASE)
# 07:05 and 7:05:00, in a text file that a spreadsheet wrote.
CLOCK_TEXT = re.compile(r"^(0\d|\d\d?(?=:\d\d:00)|\d\d?(?=:0)):(\d\d)(?::00)?$")
SET_SEPARATOR = re.compile(r"\s*[,;]\s*")
LENGTH_IN_TITLE = re.compile(
    r"\b(\d{1,2})[\s\-]*(?:points?|pts?|punkte|punti|point|puntos|points|sayi|ptos)\b|"
    r"\b(?:to|best of|auf|bis|ai|a)\s+(\d{1,2})\b",
    re.IGNORECASE,
)


class WrittenScore(NamedTuple):
    """A score in the order of the columns; `sets` if it has several, `code` for what else a cell says.

    Codes: "" for a score or an empty cell, "date" and "time" for what a spreadsheet turned into one (`score`
    is day and month, or hours and minutes), "walkover", "forfeit", "retired", "unread".
    """

    score: Score | None = None
    sets: tuple[Score, ...] = ()
    code: str = ""


def read_score(cell: CellValue) -> WrittenScore:
    """Return the score of a cell."""
    if isinstance(cell, date):
        return WrittenScore((cell.day, cell.month), code="date")
    if isinstance(cell, ClockCell):
        return WrittenScore((cell.hours, cell.minutes), code="time")
    text = show_cell(cell)
    if not text.strip("-–— "):
        return WrittenScore()
    clock, score = CLOCK_TEXT.match(text), SCORE.match(text.casefold())
    if match := clock or score:
        return WrittenScore((int(match[1]), int(match[2])), code="time" if clock else "")
    day, sets = _read_date_text(text), _read_sets(text)
    if day:
        return WrittenScore((day.day, day.month), code="date")
    return WrittenScore(sets=sets) if sets else _read_terms(text)


def _read_sets(text: str) -> tuple[Score, ...]:
    """Return the scores of several sets, such as "7-4,5-7,3-1"; none if it is anything else."""
    parts = SET_SEPARATOR.split(text)
    sets = [SCORE.match(part.casefold()) for part in parts]
    if len(parts) < 2 or not all(sets):
        return ()
    return tuple((int(one[1]), int(one[2])) for one in sets if one)


def read_points(cell: CellValue) -> tuple[int | None, str]:
    """Return the points of one player, and a code as in `WrittenScore` if the cell has tokens instead."""
    points = read_whole_number(cell)
    if points is not None:
        return points, ""
    text = show_cell(cell)
    if not text.strip("-–— "):
        return None, ""
    return None, _read_terms(text).code


def read_won_signs(text: str) -> tuple[int, bool] | None:
    """Return who won by signs, 0 for the first player, and whether it was played; None if they do not say."""
    match = WON_SIGNS.match(text)
    signs = (match[1], match[2]) if match else ("", "")
    if signs in (("1", "0"), ("0", "1")):
        return signs.index("1"), not text.rstrip().upper().endswith(("F", "K"))
    return (signs.index("+"), False) if signs in (("+", "-"), ("-", "+")) else None


def find_how(text: str) -> str:
    """Return "walkover", "forfeit" or "retired" if a remark says so, else ""."""
    folded = fold_text(text)
    if FORFEIT_TERMS.search(folded):
        return "forfeit"
    if WALKOVER_TERMS.search(folded):
        return "walkover"
    return "retired" if RETIRED_TERMS.search(folded) else ""


def is_still_open(text: str) -> bool:
    """Return whether a state or remark says that a match is not played yet."""
    return OPEN_TERMS.search(fold_text(text)) is not None


def _read_date_text(text: str) -> date | None:
    """Return the date that a text file has instead of a score: 2026-05-07, 07.05.2026, 7-May."""
    if MONTH_DAY.match(text):
        return find_date_in_text(text, 2000) or find_date_in_text(" ".join(re.split(r"[-. /]+", text)), 2000)
    return read_date(text, DAY_FIRST) if is_date_text(text) else None


def _read_terms(text: str) -> WrittenScore:
    how = find_how(text)
    inner = re.search(r"(\d{1,2})\s*[-–:]\s*(\d{1,2})", text)
    score = (int(inner[1]), int(inner[2])) if inner else None
    return WrittenScore(score, code=how or "unread")


def find_length(text: str) -> int | None:
    """Return the match length that a title names, such as "7 points"."""
    match = LENGTH_IN_TITLE.search(text)
    length = int(match[1] or match[2]) if match else 0
    return length if 1 <= length <= LONGEST_MATCH else None
