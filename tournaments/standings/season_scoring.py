"""The table of a season, computed from results by the rules of the season, and differences of two tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import log2, sqrt
from typing import Any

from tournaments.standings.season_results import PLAYED, UNPLAYED, PlaceRange, SeasonMatch, SeasonTournament
from tournaments.standings.season_settings import (
    FINEST,
    FLAT,
    LENGTH,
    LOG,
    PERCENT,
    POINTS,
    POOL,
    ROOT,
    Figure,
    SeasonRules,
)
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


def places(
    totals: Mapping[int, Fraction], matches: Sequence[SeasonMatch], tiebreaks: Sequence[str]
) -> tuple[SeasonPlace, ...]:
    """Return the players of `totals` with places from 1; tied players share the first of their places."""
    ties = [_SeasonTie(group, dict.fromkeys(group, ())) for group in _groups(totals)]
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
    return tuple(_SeasonTie(group, breaks) for group in _groups(levels))


def _groups(values: Mapping[int, Fraction]) -> list[tuple[int, ...]]:
    """Return players of equal value together, the highest value first; inside a group by id."""
    levels = sorted(set(values.values()), reverse=True)
    return [tuple(sorted(player for player in values if values[player] == level)) for level in levels]


ATTENDANCE, WIN, LOSS, BONUS = "attendance", "win", "loss", "bonus"


@dataclass(frozen=True, slots=True)
class SeasonReason:
    """One reason for points: `code` is win, loss, attendance or bonus.

    A win or loss has the opponent and the length; a bonus the flight, the places, and the number of entrants
    (`field`) if it counts. `factor` is that of event and month, already included in the amount.
    """

    code: str
    amount: Figure
    opponent: int | None = None
    length: int | None = None
    ending: str = ""
    flight: str = ""
    places: tuple[int, int] | None = None
    factor: Figure = 1
    field: int = 0


@dataclass(frozen=True, slots=True)
class TournamentScore:
    """The points of one player in a tournament, and whether it is one of the best that count."""

    tournament: int
    reasons: tuple[SeasonReason, ...]
    is_counted: bool = True
    is_club_tournament: bool = True

    @property
    def total(self) -> Figure:
        """The points of the tournament."""
        return sum(reason.amount for reason in self.reasons)


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


def season_table(
    tournaments: Sequence[SeasonTournament], rules: SeasonRules, divisions: Mapping[int, int] | None = None
) -> tuple[SeasonRow, ...]:
    """Return the table of a season: players by place, then those without a place by total.

    `divisions`: player -> division from 1, if the rules have any; the default is the lowest. The table is
    then ordered by division, each with places from 1.
    """
    matches = tuple(chain.from_iterable(tournament.matches for tournament in tournaments))
    rows = _rows(tournaments, matches, rules)
    if not rules.divisions:
        return tuple(_rank_rows(rows, matches, rules))
    lowest = len(rules.divisions)
    division_of = {player: min((divisions or {}).get(player) or lowest, lowest) for player in rows}
    return tuple(
        replace(row, division=number)
        for number in range(1, lowest + 1)
        for row in _rank_rows({one: rows[one] for one in rows if division_of[one] == number}, matches, rules)
    )


def _rows(
    tournaments: Sequence[SeasonTournament], matches: Sequence[SeasonMatch], rules: SeasonRules
) -> dict[int, SeasonRow]:
    won, lost = Counter(match.winner for match in matches), Counter(match.loser for match in matches)
    scores: defaultdict[int, list[TournamentScore]] = defaultdict(list)
    for tournament in tournaments:
        for player, score in _scores(tournament, rules):
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
    for ranked in places(placed, matches, rules.tiebreaks):
        row = rows[ranked.player]
        yield replace(row, place=ranked.place, is_shared=ranked.is_shared, breaks=ranked.breaks)
    waiting = [row for player, row in rows.items() if player not in placed]
    yield from sorted(waiting, key=lambda row: (-row.total, row.player))


def _scores(tournament: SeasonTournament, rules: SeasonRules) -> Iterable[tuple[int, TournamentScore]]:
    matches: defaultdict[int, list[SeasonMatch]] = defaultdict(list)
    for match in tournament.matches:
        matches[match.winner].append(match)
        matches[match.loser].append(match)
    placings: defaultdict[int, list[PlaceRange]] = defaultdict(list)
    for placing in tournament.placings:
        placings[placing.player].append(placing)
    pools = _pools(tournament.placings, rules)
    for player in tournament.players:
        yield player, _score(player, tournament, matches[player], placings[player], pools, rules)


def _score(
    player: int,
    tournament: SeasonTournament,
    matches: Iterable[SeasonMatch],
    placings: Iterable[PlaceRange],
    pools: Mapping[tuple[str, str], Fraction],
    rules: SeasonRules,
) -> TournamentScore:
    reasons: list[SeasonReason] = []
    if rules.attendance and tournament.is_club_tournament:
        factor = rules.factor_of_month(tournament.month)
        reasons.append(SeasonReason(ATTENDANCE, rules.attendance * factor, factor=factor))
    reasons.extend(_match_reasons(player, matches, tournament.month, rules))
    reasons.extend(_bonus_reasons(placings, tournament.month, pools, rules))
    return TournamentScore(tournament.id, tuple(reasons), is_club_tournament=tournament.is_club_tournament)


def _count_best(scores: Sequence[TournamentScore], limit: int) -> tuple[TournamentScore, ...]:
    """Return the scores in order, with only the best `limit` (0: all) counted; of equal ones the earlier."""
    if not limit:
        return tuple(scores)
    totals = [score.total for score in scores]
    ranked = sorted(range(len(scores)), key=lambda index: (-totals[index], index))
    best_indexes = frozenset(ranked[:limit])
    return tuple(replace(score, is_counted=index in best_indexes) for index, score in enumerate(scores))


def _match_reasons(
    player: int, matches: Iterable[SeasonMatch], month: int, rules: SeasonRules
) -> Iterable[SeasonReason]:
    for match in matches:
        factor = rules.factor(match.event, month)
        if match.winner == player and (rules.walkovers_count or match.ending not in UNPLAYED):
            amount = rules.win_value * _win_multiplier(match.length, rules.win) * factor
            amount = _round_irrational(amount) if rules.win == ROOT else amount
            if amount:
                yield SeasonReason(WIN, amount, match.loser, match.length, match.ending, factor=factor)
        elif match.loser == player and match.ending == PLAYED and rules.loss_value:
            amount = rules.loss_value * factor
            yield SeasonReason(LOSS, amount, match.winner, match.length, match.ending, factor=factor)


def _win_multiplier(length: int, kind: str) -> Figure:
    """Return the multiplier of the value of a win in a match of this length."""
    if kind == FLAT:
        return 1
    return length if kind == LENGTH else Fraction(sqrt(length))


def _bonus_reasons(
    placings: Iterable[PlaceRange],
    month: int,
    pools: Mapping[tuple[str, str], Fraction],
    rules: SeasonRules,
) -> list[SeasonReason]:
    reasons = [
        reason for reason in (_bonus(placing, month, pools, rules) for placing in placings) if reason.amount
    ]
    if rules.best_bonus_only and reasons:
        return [max(reasons, key=lambda reason: reason.amount)]
    return reasons


def _bonus(
    placing: PlaceRange, month: int, pools: Mapping[tuple[str, str], Fraction], rules: SeasonRules
) -> SeasonReason:
    """Return the mean bonus of the shared places; places without a bonus count 0."""
    bonuses = rules.bonuses.get(placing.flight, ())[placing.first - 1 : placing.last]
    amount = sum(map(Fraction, bonuses), Fraction()) / (placing.last - placing.first + 1)
    if rules.bonus_unit == PERCENT:
        amount = amount * placing.field / 100
    elif rules.bonus_unit == POOL:
        pool = pools.get((placing.event, placing.flight), Fraction())
        amount = amount * placing.field / pool if pool else Fraction()
    factor = rules.factor(placing.event, month)
    if rules.bonus_unit == LOG:
        amount *= Fraction(log2(max(placing.field, 1)))
    amount *= factor
    return SeasonReason(
        BONUS,
        _round_irrational(amount) if rules.bonus_unit == LOG else amount,
        flight=placing.flight,
        places=(placing.first, placing.last),
        factor=factor,
        field=0 if rules.bonus_unit == POINTS else placing.field,
    )


def _pools(placings: Iterable[PlaceRange], rules: SeasonRules) -> dict[tuple[str, str], Fraction]:
    """Return the sum of the parts of the paid places, by event and flight."""
    if rules.bonus_unit != POOL:
        return {}
    fields: dict[tuple[str, str], int] = {}
    for placing in placings:
        fields[placing.event, placing.flight] = placing.field
    return {
        key: sum(map(Fraction, rules.bonuses.get(key[1], ())[:field]), Fraction())
        for key, field in fields.items()
    }


def _round_irrational(amount: Figure) -> Figure:
    """Round a value with a root or logarithm, so that it is the same on all platforms."""
    return amount if amount.denominator <= FINEST else Fraction(round(amount * FINEST), FINEST)


ZERO = Fraction()


@dataclass(frozen=True, slots=True)
class SeasonPosition:
    """The short form of a player's row, which is stored with changes."""

    place: int | None = None
    total: Fraction = ZERO
    division: int = 0
    parts: Mapping[str, Fraction] = field(default_factory=dict)

    def to_data(self) -> list[Any]:
        """Return the row as JSON."""
        parts = {code: str(amount) for code, amount in self.parts.items()}
        return [self.place, str(self.total), self.division, parts]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "SeasonPosition":
        """Return the row from stored JSON."""
        parts = {code: Fraction(amount) for code, amount in data[3].items()}
        return cls(data[0], Fraction(data[1]), data[2], parts)


NO_POSITION = SeasonPosition()


@dataclass(frozen=True, slots=True)
class ReasonChange:
    """The points for one reason (win, loss, attendance or bonus) before and after."""

    code: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True)
class SeasonRowChange:
    """One player's row before and after."""

    player: int
    before: SeasonPosition
    after: SeasonPosition

    @property
    def has_moved(self) -> bool:
        """Whether the place or the division differs."""
        return (self.before.place, self.before.division) != (self.after.place, self.after.division)

    @property
    def parts(self) -> tuple[ReasonChange, ...]:
        """The reasons whose points changed."""
        old_parts, new_parts = self.before.parts, self.after.parts
        codes = dict.fromkeys((*old_parts, *new_parts))
        all_parts = (
            ReasonChange(code, old_parts.get(code, ZERO), new_parts.get(code, ZERO)) for code in codes
        )
        return tuple(part for part in all_parts if part.before != part.after)

    def to_data(self) -> list[Any]:
        """Return the change as JSON."""
        return [self.player, self.before.to_data(), self.after.to_data()]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "SeasonRowChange":
        """Return the change from stored JSON."""
        return cls(data[0], SeasonPosition.from_data(data[1]), SeasonPosition.from_data(data[2]))


def positions(rows: Sequence[SeasonRow]) -> dict[int, SeasonPosition]:
    """Return the short form of a table, in its order."""
    return {row.player: SeasonPosition(row.place, row.total, row.division, row.parts) for row in rows}


def moves(
    before: Mapping[int, SeasonPosition], after: Mapping[int, SeasonPosition]
) -> tuple[SeasonRowChange, ...]:
    """Return every changed row in the order of the later table; removed players come last."""
    order = [*after, *(player for player in before if player not in after)]
    all_changes = (
        SeasonRowChange(player, before.get(player, NO_POSITION), after.get(player, NO_POSITION))
        for player in order
    )
    return tuple(change for change in all_changes if change.before != change.after)
