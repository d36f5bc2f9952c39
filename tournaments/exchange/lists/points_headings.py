"""Whose points a column has, by a heading such as "Points W" beside "Winner" and "Loser". Pure."""

import re
from collections.abc import Sequence

from tournaments.exchange.lists.token_sets import make_tokens

POINTS_TERMS = make_tokens(
    "points point pts pt p score scores punti punteggio punkte puntos tantos ptos sayi puan punkty"
)
# P1 and PV, 1P and VP.
JOINED_POINTS = re.compile(r"^(?:(p)([a-z\d])|([a-z\d])(p))$")
POSSESSIVES = make_tokens("s of the by del della des du der von de la")
FIRST_SIDES, SECOND_SIDES = make_tokens("1 a one won w"), make_tokens("2 b two lost l")


def find_side(heading: str, players: Sequence[str]) -> int | None:
    """Return 0 if a column has the points of the first player, 1 if those of the second; None if neither.

    `heading` and the headings of both `players` are folded. A letter is that with which one of these begins.
    """
    joined = JOINED_POINTS.sub(r"\1\3 \2\4", heading)
    tokens = joined.split()
    rest = tokens if len(tokens) == 2 else [token for token in tokens if token not in POSSESSIVES]
    points = next((token for token in rest if token in POINTS_TERMS), "")
    if not points or len(rest) != 2:
        return None
    side = rest[1] if rest[0] == points else rest[0]
    fits = [player.startswith(side) or side[:3] == player[:3] or side in player.split() for player in players]
    if fits[0] != fits[1]:
        return fits.index(True)
    return 0 if side in FIRST_SIDES else 1 if side in SECOND_SIDES else None


def find_points_of_each(headings: Sequence[str]) -> list[int]:
    """Return the two columns whose folded headings are the same term of points; none if there are not two."""
    columns = [column for column, heading in enumerate(headings) if heading in POINTS_TERMS]
    is_pair = len(columns) == 2 and headings[columns[0]] == headings[columns[1]]
    return columns if is_pair else []
