"""The table of teams: team matches won, drawn and lost, and the boards behind them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

WIN, DRAW = 2, 1


@dataclass(frozen=True, slots=True)
class BoardWon:
    """One decided board of a team match: the round it belongs to, who sat there and who won (0: nobody)."""

    round: int
    white: int
    black: int
    winner: int


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's line: its places (shared when `place` and `last` differ), team matches, boards and points.

    Two points for a team match won, one for one drawn. A team match counts when all its boards are decided;
    `going_on` are those that are not.
    """

    team: str
    place: int
    last: int
    points: int
    won: int
    drawn: int
    lost: int
    going_on: int
    boards_for: int
    boards_against: int


def table(members: Mapping[int, str], boards: Iterable[BoardWon], *, size: int) -> tuple[TeamRow, ...]:
    """The teams by points, then boards won less boards lost; what is equal then is shared.

    `members` gives the team of each entry, `size` how many boards a team match has.
    """
    matches: dict[tuple[int, frozenset[str]], list[BoardWon]] = {}
    for board in boards:
        teams = frozenset({members[board.white], members[board.black]})
        matches.setdefault((board.round, teams), []).append(board)
    tallies = {team: Counter[str]() for team in dict.fromkeys(members.values())}
    for (_, teams), played in matches.items():
        _count(tallies, members, sorted(teams), played, is_over=len(played) == size)
    return _ranked(tallies)


def _count(
    tallies: Mapping[str, Counter[str]],
    members: Mapping[int, str],
    teams: Sequence[str],
    played: Sequence[BoardWon],
    *,
    is_over: bool,
) -> None:
    won = Counter(members[board.winner] for board in played if board.winner)
    for team, other in (teams, teams[::-1]):
        tally = tallies[team]
        tally["for"] += won[team]
        tally["against"] += won[other]
        outcome = "won" if won[team] > won[other] else "drawn" if won[team] == won[other] else "lost"
        tally[outcome if is_over else "going_on"] += 1


def _ranked(tallies: Mapping[str, Counter[str]]) -> tuple[TeamRow, ...]:
    order = sorted(tallies, key=lambda team: (_worth(tallies[team]), team), reverse=True)
    worths = [_worth(tallies[team]) for team in order]
    return tuple(
        TeamRow(
            team=team,
            place=worths.index(worth) + 1,
            last=len(worths) - worths[::-1].index(worth),
            points=worth[0],
            won=tallies[team]["won"],
            drawn=tallies[team]["drawn"],
            lost=tallies[team]["lost"],
            going_on=tallies[team]["going_on"],
            boards_for=tallies[team]["for"],
            boards_against=tallies[team]["against"],
        )
        for team, worth in zip(order, worths, strict=True)
    )


def _worth(tally: Counter[str]) -> tuple[int, int]:
    return WIN * tally["won"] + DRAW * tally["drawn"], tally["for"] - tally["against"]
