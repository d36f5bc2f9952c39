"""Match equity: the chance to win the match from a score, by the Kazaross-XG2 table.

The table knows players of equal strength up to 25 points away. It explains a score on a page; no result,
pairing or rating ever depends on it.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

REACH = 25
# After the Crawford game, and in a match without it, the trailer may double at once.
FREE_CUBE = frozenset({"expired", "none"})


@dataclass(frozen=True, slots=True)
class EquityTable:
    """Chances by points away, counted from 1.

    `before[i][j]` is the chance of a player needing i + 1 against one needing j + 1 up to and in the
    Crawford game; `after[k]` that of a trailer needing k + 1 when the Crawford game is over.
    """

    name: str
    notice: str
    before: tuple[tuple[float, ...], ...]
    after: tuple[float, ...]


@cache
def equity_table() -> EquityTable:
    """The table, read once; its notice goes wherever the table goes."""
    data = json.loads(files("rules").joinpath("data/kazaross_xg2.json").read_text(encoding="utf-8"))
    return EquityTable(
        name=data["name"],
        notice="\n".join(data["notice"]),
        before=tuple(tuple(row) for row in data["pre"]),
        after=tuple(data["post"]),
    )


def before_crawford(away: int, other_away: int) -> float:
    """The chance of the player `away` points from winning, up to and in the Crawford game."""
    return equity_table().before[_index(away)][_index(other_away)]


def after_crawford(trailer_away: int) -> float:
    """The chance of the trailer when the leader needs one point and the cube is free."""
    return equity_table().after[_index(trailer_away)]


def win_chance(length: int, white: int, black: int, crawford: str) -> float | None:
    """The chance of White to win a match to `length` at `white` : `black`.

    `crawford` is "pending", "active", "expired" or "none" as a match score has it. None when a player is
    further away than the table reaches; 1 or 0 when the match is over. Raises ValueError for a score
    below zero or one that both players have won.
    """
    white_away, black_away = length - white, length - black
    if min(white, black) < 0 or max(white_away, black_away) <= 0:
        raise ValueError(f"no match to {length} stands at {white} : {black}")
    if min(white_away, black_away) <= 0:
        return 1.0 if white_away <= 0 else 0.0
    if max(white_away, black_away) > REACH:
        return None
    if crawford not in FREE_CUBE or min(white_away, black_away) > 1:
        return before_crawford(white_away, black_away)
    return after_crawford(white_away) if black_away == 1 else 1.0 - after_crawford(black_away)


def _index(away: int) -> int:
    if not 1 <= away <= REACH:
        raise ValueError(f"the table ends at {REACH} points away")
    return away - 1
