"""Tables of a flight and of teams: places by the tie-breaks in their order, ties share a place."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.errors import Refusal
from tournaments.standings.round_scores import FlightResults, Results, Value
from tournaments.standings.tiebreaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table: the place (the first of those shared), and the figures used, in order."""

    entry: int
    place: int
    last: int
    values: tuple[Value, ...] = ()

    @property
    def is_shared(self) -> bool:
        """Whether others have the same place."""
        return self.last > self.place


@dataclass(slots=True)
class _Tie:
    entries: tuple[int, ...]
    values: dict[int, tuple[Value, ...]] = field(default_factory=dict)


def table(results: Results, tie_breaks: Sequence[str]) -> tuple[TableRow, ...]:
    """Return every entry with its place from 1, best first; tied entries in order of their numbers.

    Figures are given for all entries, even where the place was decided earlier; head to head and play-off
    only for those compared. Refuses ("criteria_unknown") a name that is not in `TIE_BREAKS`.
    """
    unknown = [name for name in tie_breaks if name not in TIE_BREAKS]
    if unknown:
        raise Refusal("criteria_unknown", names=unknown)
    sheet = FlightResults(results)
    ties = [_Tie(tuple(sorted(results.entries)), dict.fromkeys(results.entries, ()))]
    for name in tie_breaks:
        ties = [part for tie in ties for part in _split_tie(sheet, tie, name)]
    return tuple(_rows(ties))


def _split_tie(sheet: FlightResults, tie: _Tie, name: str) -> list[_Tie]:
    figure, rank = TIE_BREAKS[name].figure, TIE_BREAKS[name].ranking
    if figure is not None:
        figures = {entry: figure(sheet, entry) for entry in tie.entries}
        return _ties(tie, _levels(figures), figures)
    if rank is None or len(tie.entries) < 2:
        return [tie]
    ranking = rank(sheet, tie.entries)
    return _ties(tie, ranking.blocks, ranking.values)


def _levels(figures: Mapping[int, Value]) -> list[tuple[int, ...]]:
    entries_by_amount: dict[Fraction, list[int]] = {}
    for entry, value in figures.items():
        entries_by_amount.setdefault(value.amount, []).append(entry)
    return [tuple(sorted(entries_by_amount[amount])) for amount in sorted(entries_by_amount, reverse=True)]


def _ties(tie: _Tie, blocks: Sequence[tuple[int, ...]], values: Mapping[int, Value]) -> list[_Tie]:
    return [_Tie(block, {one: (*tie.values[one], values[one]) for one in block}) for block in blocks]


def _rows(ties: Sequence[_Tie]) -> list[TableRow]:
    rows: list[TableRow] = []
    for tie in ties:
        place = len(rows) + 1
        last = place + len(tie.entries) - 1
        rows.extend(TableRow(entry, place, last, tie.values[entry]) for entry in tie.entries)
    return rows


WIN, DRAW = 2, 1


@dataclass(frozen=True, slots=True)
class BoardWon:
    """One decided board of a team match: its round, both entries and the winner (0: none)."""

    round: int
    white: int
    black: int
    winner: int


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's row: its places (shared when `place` and `last` differ), team matches, boards and points.

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


def team_table(members: Mapping[int, str], boards: Iterable[BoardWon], *, size: int) -> tuple[TeamRow, ...]:
    """Return the teams by points, then boards won minus boards lost; remaining ties are shared.

    `members` gives the team of each entry, `size` the boards of a team match.
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
