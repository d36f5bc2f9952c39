"""Columns of a table of matches that have scores such as 7-3 in them, whatever their heading says. Pure."""

import re
from collections.abc import Sequence

from tournaments.exchange.lists import headings
from tournaments.exchange.lists.file_cells import CellRow, show_cell
from tournaments.exchange.lists.written_scores import read_score

# A clock and a fraction are written otherwise.
SCORE = re.compile(r"^\(?(\d{1,2})\s*[-–—]\s*(\d{1,2})\)?$")
# What the heading of a column with scores may seem to say.
POSSIBLE_ROLES = frozenset(
    (
        headings.IGNORED,
        headings.LENGTH,
        headings.SCORE_ONE,
        headings.SCORE_OTHER,
        headings.ENDING,
        headings.WON,
        headings.TOTAL,
        headings.NOTE,
        headings.POINTS,
    )
)
PLAYER_ROLES = frozenset((headings.ONE, headings.OTHER, headings.WINNER, headings.LOSER, headings.PLAYERS))
PROBED_ROWS, FEWEST_SCORES, MIN_SHARE = 200, 2, 0.6
# Matches have few lengths; days and months have many numbers.
MOST_LENGTHS = 6


def settle_scores(roles: tuple[str, ...], rows: Sequence[CellRow]) -> tuple[str, ...]:
    """Return the roles of a table of matches with a column that mostly has scores as that of the results."""
    if not PLAYER_ROLES & set(roles):
        return roles
    if headings.RESULT in roles and _list_texts(rows, roles.index(headings.RESULT)):
        return roles
    scores = [
        column
        for column, role in enumerate(roles)
        if role in POSSIBLE_ROLES and _has_scores(_list_texts(rows, column))
    ]
    if not scores:
        return roles
    outcome = [headings.IGNORED if role == headings.RESULT else role for role in roles]
    outcome[scores[0]] = headings.RESULT
    return tuple(outcome)


def _list_texts(rows: Sequence[CellRow], column: int) -> list[str]:
    return [text for row in rows[:PROBED_ROWS] if (text := show_cell(row.get(column)))]


def _has_scores(texts: Sequence[str]) -> bool:
    """Return whether most texts are scores, with as few lengths as matches have."""
    scores = [score for text in texts if SCORE.match(text) and (score := read_score(text).score)]
    lengths = {max(score) for score in scores}
    is_most = len(scores) >= max(FEWEST_SCORES, MIN_SHARE * len(texts))
    return is_most and len(lengths) <= MOST_LENGTHS
