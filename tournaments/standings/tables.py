"""Tables of flights, ranked by tie-breaks, and tables of teams. Tied entries share a place."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.errors import Refusal
from tournaments.standings.round_scores import FlightResults, Results, TieBreakValue
from tournaments.standings.tiebreaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row of a table: the first and the last of the shared places, and the tie-break values in order."""

    entry: int
    place: int
    last: int
    values: tuple[TieBreakValue, ...] = ()

    @property
    def is_shared(self) -> bool:
        """Whether others have the same place."""
        return self.last > self.place


def list_tie_breaks(rows: Sequence[TableRow]) -> tuple[str, ...]:
    """Return the tie-breaks of a table in order; a row has only those that were needed to place it."""
    longest = max((tuple(value.name for value in row.values) for row in rows), key=len, default=())
    return tuple(dict.fromkeys([*longest, *(value.name for row in rows for value in row.values)]))


@dataclass(slots=True)
class _Tie:
    """Entries that are tied so far, with the values of the tie-breaks applied."""

    entries: tuple[int, ...]
    values: dict[int, tuple[TieBreakValue, ...]] = field(default_factory=dict)


def table(results: Results, tie_breaks: Sequence[str]) -> tuple[TableRow, ...]:
    """Return every entry with its place from 1, best first; tied entries in order of their numbers.

    Every entry gets the value of every tie-break, except that head-to-head and play-off give one only to the
    entries they compare.
    Refuses ("criteria_unknown") a name that is not in `TIE_BREAKS`.
    """
    unknown = [name for name in tie_breaks if name not in TIE_BREAKS]
    if unknown:
        raise Refusal("criteria_unknown", names=unknown)
    flight_results = FlightResults(results)
    ties = [_Tie(tuple(sorted(results.entries)), dict.fromkeys(results.entries, ()))]
    for name in tie_breaks:
        ties = [part for tie in ties for part in _split_tie(flight_results, tie, name)]
    return tuple(_rows(ties))


def _split_tie(flight_results: FlightResults, tie: _Tie, name: str) -> list[_Tie]:
    compute_figure, compare = TIE_BREAKS[name].figure, TIE_BREAKS[name].ranking
    if compute_figure is not None:
        figures = {entry: compute_figure(flight_results, entry) for entry in tie.entries}
        return _make_ties(tie, _group_by_amount(figures), figures)
    if compare is None or len(tie.entries) < 2:
        return [tie]
    comparison = compare(flight_results, tie.entries)
    return _make_ties(tie, comparison.blocks, comparison.values)


def _group_by_amount(figures: Mapping[int, TieBreakValue]) -> list[tuple[int, ...]]:
    entries_by_amount: dict[Fraction, list[int]] = {}
    for entry, value in figures.items():
        entries_by_amount.setdefault(value.amount, []).append(entry)
    return [tuple(sorted(entries_by_amount[amount])) for amount in sorted(entries_by_amount, reverse=True)]


def _make_ties(
    tie: _Tie, blocks: Sequence[tuple[int, ...]], values: Mapping[int, TieBreakValue]
) -> list[_Tie]:
    return [_Tie(block, {one: (*tie.values[one], values[one]) for one in block}) for block in blocks]


def _rows(ties: Sequence[_Tie]) -> list[TableRow]:
    rows: list[TableRow] = []
    for tie in ties:
        place = len(rows) + 1
        last = place + len(tie.entries) - 1
        rows.extend(TableRow(entry, place, last, tie.values[entry]) for entry in tie.entries)
    return rows


# Points of a team match.
WIN, DRAW = 2, 1


@dataclass(frozen=True, slots=True)
class DecidedBoard:
    """A decided board of a team match: round, both entries, winner (0: none)."""

    round: int
    white: int
    black: int
    winner: int


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team's row: its places (shared when `place` and `last` differ), team matches, boards and points.

    Two points for a team match won, one for one drawn. Team matches count when all their boards are decided;
    `in_progress` is the number of others.
    """

    team: str
    place: int
    last: int
    points: int
    won: int
    drawn: int
    lost: int
    in_progress: int
    boards_for: int
    boards_against: int


def team_table(
    members: Mapping[int, str], boards: Iterable[DecidedBoard], *, size: int
) -> tuple[TeamRow, ...]:
    """Return the teams by points, then boards won minus boards lost; remaining ties are shared.

    `members` gives the team of each entry, `size` the boards of a team match.
    """
    matches: dict[tuple[int, frozenset[str]], list[DecidedBoard]] = {}
    for board in boards:
        teams = frozenset({members[board.white], members[board.black]})
        matches.setdefault((board.round, teams), []).append(board)
    tallies = {team: Counter[str]() for team in dict.fromkeys(members.values())}
    for (_, teams), played in matches.items():
        _count_team_match(tallies, members, sorted(teams), played, is_over=len(played) == size)
    return _team_rows(tallies)


def _count_team_match(
    tallies: Mapping[str, Counter[str]],
    members: Mapping[int, str],
    teams: Sequence[str],
    played: Sequence[DecidedBoard],
    *,
    is_over: bool,
) -> None:
    won = Counter(members[board.winner] for board in played if board.winner)
    for team, other in (teams, teams[::-1]):
        tally = tallies[team]
        tally["for"] += won[team]
        tally["against"] += won[other]
        outcome = "won" if won[team] > won[other] else "drawn" if won[team] == won[other] else "lost"
        tally[outcome if is_over else "in_progress"] += 1


def _team_rows(tallies: Mapping[str, Counter[str]]) -> tuple[TeamRow, ...]:
    order = sorted(tallies, key=lambda team: (_ranking_key(tallies[team]), team), reverse=True)
    keys = [_ranking_key(tallies[team]) for team in order]
    return tuple(
        TeamRow(
            team=team,
            place=keys.index(key) + 1,
            last=len(keys) - keys[::-1].index(key),
            points=key[0],
            won=tallies[team]["won"],
            drawn=tallies[team]["drawn"],
            lost=tallies[team]["lost"],
            in_progress=tallies[team]["in_progress"],
            boards_for=tallies[team]["for"],
            boards_against=tallies[team]["against"],
        )
        for team, key in zip(order, keys, strict=True)
    )


def _ranking_key(tally: Counter[str]) -> tuple[int, int]:
    return WIN * tally["won"] + DRAW * tally["drawn"], tally["for"] - tally["against"]
