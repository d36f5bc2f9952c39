"""The table of a season: players ranked by the points of their tournaments, in divisions if there are any."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from tournaments.standings.season_results import SeasonMatch, SeasonTournament
from tournaments.standings.season_scoring import TournamentScore, compute_scores
from tournaments.standings.season_settings import Figure, SeasonRules
from tournaments.standings.tiebreaks import SEASON_FIGURES


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """One player's place; `breaks` are the names and values of the tie-breaks used, in order."""

    player: int
    place: int
    is_shared: bool
    breaks: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _SeasonTie:
    players: tuple[int, ...]
    breaks: Mapping[int, tuple[tuple[str, int], ...]]


def rank_players(
    totals: Mapping[int, Fraction], matches: Sequence[SeasonMatch], tiebreaks: Sequence[str]
) -> tuple[SeasonPlace, ...]:
    """Return the players of `totals` with places from 1; tied players share the first of their places."""
    ties = [_SeasonTie(group, dict.fromkeys(group, ())) for group in _group_by_value(totals)]
    for name in tiebreaks:
        ties = [part for tie in ties for part in _split_tie(tie, name, matches)]
    ranked_places: list[SeasonPlace] = []
    for tie in ties:
        place = len(ranked_places) + 1
        ranked_places.extend(SeasonPlace(p, place, len(tie.players) > 1, tie.breaks[p]) for p in tie.players)
    return tuple(ranked_places)


def _split_tie(tie: _SeasonTie, name: str, matches: Sequence[SeasonMatch]) -> Iterable[_SeasonTie]:
    if len(tie.players) == 1:
        return (tie,)
    values = SEASON_FIGURES[name](tie.players, matches)
    breaks = {player: (*tie.breaks[player], (name, values[player])) for player in tie.players}
    levels = {player: Fraction(value) for player, value in values.items()}
    return tuple(_SeasonTie(group, breaks) for group in _group_by_value(levels))


def _group_by_value(values: Mapping[int, Fraction]) -> list[tuple[int, ...]]:
    """Return players of equal value together, the highest value first; inside a group by id."""
    levels = sorted(set(values.values()), reverse=True)
    return [tuple(sorted(player for player in values if values[player] == level)) for level in levels]


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player's row. `place` is None below the minimum of tournaments; `division` is 0 for none."""

    player: int
    total: Fraction
    tournaments: tuple[TournamentScore, ...]
    place: int | None = None
    is_shared: bool = False
    won: int = 0
    lost: int = 0
    breaks: tuple[tuple[str, int], ...] = ()
    division: int = 0

    @property
    def tournaments_attended(self) -> int:
        """The number of tournaments of the club that the player attended."""
        return sum(score.is_club_tournament for score in self.tournaments)

    @property
    def parts(self) -> dict[str, Fraction]:
        """The counted points by code of the reason."""
        amounts: dict[str, Fraction] = {}
        for score in self.tournaments:
            for reason in score.reasons if score.is_counted else ():
                amounts[reason.code] = amounts.get(reason.code, Fraction()) + reason.amount
        return amounts


def make_season_table(
    tournaments: Sequence[SeasonTournament], rules: SeasonRules, divisions: Mapping[int, int] | None = None
) -> tuple[SeasonRow, ...]:
    """Return the table of a season: players by place, then those without a place by total.

    `divisions`: player -> division from 1, if the rules have any; the default is the lowest. The table is
    then ordered by division, each with places from 1. What has the factor 0 counts for nothing.
    """
    tournaments = [leave_out_uncounted(tournament, rules) for tournament in tournaments]
    matches = tuple(chain.from_iterable(tournament.matches for tournament in tournaments))
    rows = _compute_rows(tournaments, matches, rules)
    if not rules.divisions:
        return tuple(_rank_rows(rows, matches, rules))
    lowest = len(rules.divisions)
    division_of = {player: min((divisions or {}).get(player) or lowest, lowest) for player in rows}
    return tuple(
        replace(row, division=number)
        for number in range(1, lowest + 1)
        for row in _rank_rows({one: rows[one] for one in rows if division_of[one] == number}, matches, rules)
    )


def leave_out_uncounted(tournament: SeasonTournament, rules: SeasonRules) -> SeasonTournament:
    """Return a tournament without what has the factor 0: matches, places, players who had nothing else."""
    if tournament.points:
        return tournament
    counts = {event: bool(rules.factor(event, tournament.month)) for event in _list_events(tournament)}
    if all(counts.values()):
        return tournament
    matches = tuple(match for match in tournament.matches if counts[match.event])
    placings = tuple(placing for placing in tournament.placings if counts[placing.event])
    left_out = _list_players(tournament) - _list_players(
        replace(tournament, matches=matches, placings=placings)
    )
    return replace(tournament, matches=matches, placings=placings, players=tournament.players - left_out)


def _list_events(tournament: SeasonTournament) -> set[str]:
    in_matches = {match.event for match in tournament.matches}
    return in_matches | {placing.event for placing in tournament.placings}


def _list_players(tournament: SeasonTournament) -> frozenset[int]:
    """Return the players with a match or a place."""
    in_matches = {player for match in tournament.matches for player in (match.winner, match.loser)}
    return frozenset(in_matches | {placing.player for placing in tournament.placings})


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """An event of tournaments with several: how many tournaments had it, its most players, and its factor."""

    event: str
    tournaments: int
    players: int
    factor: Figure


def list_counted_events(
    tournaments: Iterable[SeasonTournament], rules: SeasonRules
) -> tuple[CountedEvent, ...]:
    """Return the events of tournaments that have several, the largest first."""
    sizes: defaultdict[str, list[int]] = defaultdict(list)
    for tournament in tournaments:
        events = _list_events(tournament) - {""}
        for event in events if len(events) > 1 else ():
            rows = replace(
                tournament,
                matches=tuple(match for match in tournament.matches if match.event == event),
                placings=tuple(placing for placing in tournament.placings if placing.event == event),
            )
            sizes[event].append(len(_list_players(rows)))
    counted_events = (
        CountedEvent(event, len(each), max(each), rules.weights.get(event, 1))
        for event, each in sizes.items()
    )
    return tuple(sorted(counted_events, key=lambda one: (-one.players, one.event)))


def _compute_rows(
    tournaments: Sequence[SeasonTournament], matches: Sequence[SeasonMatch], rules: SeasonRules
) -> dict[int, SeasonRow]:
    won, lost = Counter(match.winner for match in matches), Counter(match.loser for match in matches)
    scores: defaultdict[int, list[TournamentScore]] = defaultdict(list)
    for tournament in tournaments:
        for player, score in compute_scores(tournament, rules):
            scores[player].append(score)
    rows = {}
    for player in sorted(scores):
        player_scores = _count_best(scores[player], rules.best_evenings)
        total = sum(score.total for score in player_scores if score.is_counted)
        rows[player] = SeasonRow(player, Fraction(total), player_scores, won=won[player], lost=lost[player])
    return rows


def _rank_rows(
    rows: Mapping[int, SeasonRow], matches: Sequence[SeasonMatch], rules: SeasonRules
) -> Iterable[SeasonRow]:
    placed = {p: row.total for p, row in rows.items() if row.tournaments_attended >= rules.minimum_evenings}
    for ranked in rank_players(placed, matches, rules.tiebreaks):
        row = rows[ranked.player]
        yield replace(row, place=ranked.place, is_shared=ranked.is_shared, breaks=ranked.breaks)
    waiting = [row for player, row in rows.items() if player not in placed]
    yield from sorted(waiting, key=lambda row: (-row.total, row.player))


def _count_best(scores: Sequence[TournamentScore], limit: int) -> tuple[TournamentScore, ...]:
    """Return the scores in order, with only the best `limit` (0: all) counted; of equal ones the earlier."""
    if not limit:
        return tuple(scores)
    totals = [score.total for score in scores]
    ranked = sorted(range(len(scores)), key=lambda index: (-totals[index], index))
    best_indexes = frozenset(ranked[:limit])
    return tuple(replace(score, is_counted=index in best_indexes) for index, score in enumerate(scores))
