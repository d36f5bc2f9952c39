"""Match equity: the chance to win the match from a score, by any of ten published tables.

The tables assume players of equal strength up to 25 points away (three of them up to 15; two give White an
edge of 50 or 100 Elo points). They explain a score on a page; no result, pairing or rating depends on them.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt

from .crawford import CrawfordState, check_state, get_next_state

DEFAULT = "kazaross-xg2"
# After the Crawford game, and in a match without it, the trailer may double at once.
FREE_CUBE = frozenset({"expired", "none"})


@dataclass(frozen=True, slots=True)
class EquityTable:
    """Chances by points away, counted from 1.

    `before[i][j]` is the chance of White needing i + 1 against Black needing j + 1 up to and in the Crawford
    game; `after[0][k]` that of White as trailer needing k + 1 when the Crawford game is over, `after[-1][k]`
    that of Black. `notice` names the makers and has to stay with the figures.
    """

    id: str
    name: str
    notice: str
    before: tuple[tuple[float, ...], ...]
    after: tuple[tuple[float, ...], ...]

    @property
    def reach(self) -> int:
        """The maximum of points away in the table."""
        return min(len(self.before), *map(len, self.after))

    def before_crawford(self, away: int, other_away: int) -> float:
        """The chance of White, `away` points from winning, up to and in the Crawford game.

        Raises ValueError beyond `reach`.
        """
        return self.before[self._index(away)][self._index(other_away)]

    def after_crawford(self, away: int, *, of_black: bool = False) -> float:
        """The chance of a trailer against a leader who needs one point, the cube being free.

        Raises ValueError beyond `reach`.
        """
        return self.after[-1 if of_black else 0][self._index(away)]

    def chance(self, away: int, other_away: int, crawford: str) -> float:
        """White's chance at this score; 1 or 0 when a side needs no more points."""
        if min(away, other_away) <= 0:
            return 1.0 if away <= 0 else 0.0
        if crawford not in FREE_CUBE or min(away, other_away) > 1:
            return self.before_crawford(away, other_away)
        if other_away == 1:
            return self.after_crawford(away)
        return 1.0 - self.after_crawford(other_away, of_black=True)

    def _index(self, away: int) -> int:
        if not 1 <= away <= self.reach:
            raise ValueError(f"the table ends at {self.reach} points away")
        return away - 1


@cache
def equity_tables() -> tuple[str, ...]:
    """The names of the tables that come with this library, in alphabetical order."""
    names = (entry.name for entry in files(__package__).joinpath("data/equity").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def equity_table(name: str = DEFAULT) -> EquityTable:
    """Return a table by its name, loaded on first use. Raises ValueError for an unknown name."""
    if name not in equity_tables():
        raise ValueError(f"no equity table is called {name!r}; there are {', '.join(equity_tables())}")
    data = json.loads(files(__package__).joinpath(f"data/equity/{name}.json").read_text(encoding="utf-8"))
    return EquityTable(
        id=name,
        name=data["name"],
        notice="\n".join(data["notice"]),
        before=tuple(map(tuple, data["pre"])),
        after=tuple(map(tuple, data["post"])),
    )


def win_chance(
    length: int, white: int, black: int, crawford: str, *, table: str = DEFAULT, edge: float = 0
) -> float | None:
    """The chance of White to win the match to `length` at `white` : `black`.

    `crawford` is "pending", "active", "expired" or "none" as a match score has it. `edge` is White's rating
    less Black's, by the scale of FIBS (`by_rating`). None when a player is further away than the table
    reaches; 1 or 0 when the match is over. Raises ValueError for a score below zero or one that both players
    have won, for another value of `crawford` and an unknown table.
    """
    if any(type(number) is not int for number in (length, white, black)):
        raise TypeError(f"length and score are whole numbers, not {length!r}, {white!r}, {black!r}")
    check_state(crawford)
    away, other_away = length - white, length - black
    if min(white, black) < 0 or max(away, other_away) <= 0:
        raise ValueError(f"no match to {length} stands at {white} : {black}")
    table_values = equity_table(table)
    is_over = min(away, other_away) <= 0
    if max(away, other_away) > table_values.reach and not is_over:
        return None
    chance = table_values.chance(away, other_away, crawford)
    return chance if is_over else by_rating(chance, away, other_away, edge)


def by_rating(chance: float, away: int, other_away: int, edge: float) -> float:
    """Adjust a chance between equal players for a difference in rating.

    FIBS gives the better player of an n-point match the odds 10 ^ (edge * sqrt(n) / 2000). Those odds
    multiply the odds of the score, with the mean of the points both still need as n: only the remaining
    points are affected by skill. At the start of a match this is the formula of FIBS itself.
    """
    if not edge:
        return chance
    average_away = (away + other_away) / 2
    return 1 / (1 + (1 / chance - 1) * 10 ** (-edge * sqrt(average_away) / 2000))


def take_point(
    away: int, other_away: int, crawford: str, cube: int = 1, *, table: str = DEFAULT
) -> float | None:
    """The minimum winning chance for a take, without gammons and later doubles.

    `away` points are needed by the player who is doubled, `other_away` by the doubler; `cube` is the value
    before the double. None in the Crawford game, and beyond the table.
    """
    state = check_state(crawford)
    table_values = equity_table(table)
    if max(away, other_away) > table_values.reach or state == "active":
        return None
    dropped = _chance_after_game(table_values, away, other_away - cube, state)
    lost = _chance_after_game(table_values, away, other_away - 2 * cube, state)
    won = _chance_after_game(table_values, away - 2 * cube, other_away, state)
    return (dropped - lost) / (won - lost)


def stakes(length: int, white: int, black: int, crawford: str, cube: int) -> tuple[float, float] | None:
    """White's chances of the match once this game is won, and once it is lost, by `cube` points.

    By the default table, at the score before the game; None when a player is further away than it reaches.
    """
    state = check_state(crawford)
    table_values, away, other_away = equity_table(), length - white, length - black
    if max(away, other_away) > table_values.reach:
        return None
    return (
        _chance_after_game(table_values, away - cube, other_away, state),
        _chance_after_game(table_values, away, other_away - cube, state),
    )


def janowski(away: int, other_away: int) -> float:
    """Estimate a chance before the Crawford game by Rick Janowski's rule: 50 + 85 D / (T + 6) percent.

    D is the leader's lead and T what the trailer needs. Within three points of the percentage of the
    Kazaross-XG2 table from 3 to 15 points away.
    """
    trailing = max(away, other_away)
    gain = 0.85 * (trailing - min(away, other_away)) / (trailing + 6)
    return 0.5 + gain if away < other_away else 0.5 - gain


def _chance_after_game(table: EquityTable, away: int, other_away: int, state: CrawfordState) -> float:
    """Return White's chance at the score after a game; `state` is the Crawford state of that game."""
    next_state = get_next_state(state, is_one_away=1 in (away, other_away))
    return table.chance(away, other_away, next_state)
