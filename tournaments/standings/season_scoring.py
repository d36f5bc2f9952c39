"""The points of players in a tournament of a season: by the rules of the season, each with its reason."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import log2, sqrt

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

ATTENDANCE, WIN, LOSS, BONUS, IMPORTED = "attendance", "win", "loss", "bonus", "imported"


@dataclass(frozen=True, slots=True)
class SeasonReason:
    """One reason for points: `code` is win, loss, attendance, bonus or imported (from a season table).

    A win or loss has the opponent and the length; a bonus the flight, the places, and the number of entrants
    (`field`) if it counts. `factor` is that of event and month, already included in the amount. Of a mini
    bracket that earns a part of the points, `bracket` has its players and those of the event; the amount is
    that part. `event` is the folded name of the event, "" for none.
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
    bracket: tuple[int, int] | None = None
    event: str = ""


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


def compute_scores(tournament: SeasonTournament, rules: SeasonRules) -> Iterable[tuple[int, TournamentScore]]:
    """Yield every player of a tournament with their points in it."""
    if tournament.points:
        for player, points in tournament.points:
            yield player, TournamentScore(tournament.id, (SeasonReason(IMPORTED, points),))
        return
    matches: defaultdict[int, list[SeasonMatch]] = defaultdict(list)
    for match in tournament.matches:
        matches[match.winner].append(match)
        matches[match.loser].append(match)
    placings: defaultdict[int, list[PlaceRange]] = defaultdict(list)
    for placing in tournament.placings:
        placings[placing.player].append(placing)
    for player in tournament.players:
        yield player, _compute_score(player, tournament, matches[player], placings[player], rules)


def _compute_score(
    player: int,
    tournament: SeasonTournament,
    matches: Iterable[SeasonMatch],
    placings: Iterable[PlaceRange],
    rules: SeasonRules,
) -> TournamentScore:
    reasons: list[SeasonReason] = []
    if rules.attendance and tournament.is_club_tournament:
        factor = rules.factor_of_month(tournament.month)
        reasons.append(SeasonReason(ATTENDANCE, rules.attendance * factor, factor=factor))
    reasons.extend(_list_match_reasons(player, matches, tournament.month, rules))
    reasons.extend(_list_bonus_reasons(placings, tournament.month, rules))
    return TournamentScore(tournament.id, tuple(reasons), is_club_tournament=tournament.is_club_tournament)


def _list_match_reasons(
    player: int, matches: Iterable[SeasonMatch], month: int, rules: SeasonRules
) -> Iterable[SeasonReason]:
    for match in matches:
        factor = rules.factor(match.event, month)
        if match.winner == player and (rules.walkovers_count or match.ending not in UNPLAYED):
            amount = rules.win_value * _win_multiplier(match.length, rules.win) * factor
            amount = _round_irrational(amount) if rules.win == ROOT else amount
            if amount:
                yield _make_match_reason(WIN, amount, match, match.loser, factor)
        elif match.loser == player and match.ending == PLAYED and rules.loss_value:
            amount = rules.loss_value * factor
            yield _make_match_reason(LOSS, amount, match, match.winner, factor)


def _make_match_reason(
    code: str, amount: Figure, match: SeasonMatch, opponent: int, factor: Figure
) -> SeasonReason:
    return SeasonReason(code, amount, opponent, match.length, match.ending, factor=factor, event=match.event)


def _win_multiplier(length: int, kind: str) -> Figure:
    """Return the multiplier of the value of a win in a match of this length."""
    if kind == FLAT:
        return 1
    return length if kind == LENGTH else Fraction(sqrt(length))


def _list_bonus_reasons(placings: Iterable[PlaceRange], month: int, rules: SeasonRules) -> list[SeasonReason]:
    reasons = [
        reason for reason in (_compute_bonus(placing, month, rules) for placing in placings) if reason.amount
    ]
    if rules.best_bonus_only and reasons:
        return [max(reasons, key=lambda reason: reason.amount)]
    return reasons


def _compute_bonus(placing: PlaceRange, month: int, rules: SeasonRules) -> SeasonReason:
    """Return the mean bonus of the shared places; places without a bonus count 0."""
    bonuses = rules.bonuses.get(placing.flight, ())[placing.first - 1 : placing.last]
    amount = sum(map(Fraction, bonuses), Fraction()) / (placing.last - placing.first + 1)
    if rules.bonus_unit == PERCENT:
        amount = amount * placing.field / 100
    elif rules.bonus_unit == POOL:
        # The parts of the paid places among the entrants.
        pool = sum(map(Fraction, rules.bonuses.get(placing.flight, ())[: placing.field]), Fraction())
        amount = amount * placing.field / pool if pool else Fraction()
    factor = rules.factor(placing.event, month)
    if rules.bonus_unit == LOG:
        amount *= Fraction(log2(max(placing.field, 1)))
    # The other units count the players of a mini bracket already.
    share = placing.share if rules.bonus_unit == POINTS else Fraction(1)
    amount *= factor * share
    return SeasonReason(
        BONUS,
        _round_irrational(amount) if rules.bonus_unit == LOG else amount,
        flight=placing.flight,
        places=(placing.first, placing.last),
        factor=factor,
        field=0 if rules.bonus_unit == POINTS else placing.field,
        bracket=None if share == 1 else (placing.field, int(placing.field / share)),
        event=placing.event,
    )


def _round_irrational(amount: Figure) -> Figure:
    """Round a value with a root or logarithm, so that it is the same on all platforms."""
    return amount if amount.denominator <= FINEST else Fraction(round(amount * FINEST), FINEST)
