"""Season standings: a fold of results under the season's rules, and the differences between two tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import log2, sqrt
from typing import Any

from tournaments.standings.season_results import PLAYED, UNPLAYED, PlaceRange, SeasonMatch, SeasonTournament
from tournaments.standings.season_rules import (
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
    """One player's place; `breaks` are the tie-break figures used, in order."""

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
    """Return all of `totals` with a place from 1; an unbroken tie takes the first of its places."""
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

    A win or loss names the opponent and the length; a bonus the flight and the places it pays for, and the
    size of the field where it counts. `factor` is that of the event or month, already included in the amount.
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
class EveningScore:
    """What one evening brought a player; an evening outside the best ones is listed but does not count."""

    evening: int
    lines: tuple[SeasonReason, ...]
    is_counted: bool = True
    is_night: bool = True

    @property
    def total(self) -> Figure:
        """The total of the evening."""
        return sum(line.amount for line in self.lines)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player's season. `place` is None below the minimum of evenings; `division` is 0 for none."""

    player: int
    total: Fraction
    evenings: tuple[EveningScore, ...]
    place: int | None = None
    is_shared: bool = False
    won: int = 0
    lost: int = 0
    breaks: tuple[tuple[str, int], ...] = ()
    division: int = 0

    @property
    def nights(self) -> int:
        """The number of club evenings the player attended."""
        return sum(score.is_night for score in self.evenings)

    @property
    def parts(self) -> dict[str, Fraction]:
        """The counted total by code of its lines."""
        amounts: dict[str, Fraction] = {}
        for score in self.evenings:
            for line in score.lines if score.is_counted else ():
                amounts[line.code] = amounts.get(line.code, Fraction()) + line.amount
        return amounts


def season_table(
    evenings: Sequence[SeasonTournament], rules: SeasonRules, divisions: Mapping[int, int] | None = None
) -> tuple[SeasonRow, ...]:
    """Return the table of a season: the placed by place, then players below the minimum of evenings by total.

    Where the rules have divisions, `divisions` gives that of each player, from 1; the default is the lowest.
    The table is then ordered by division, each with places from 1.
    """
    matches = tuple(chain.from_iterable(evening.matches for evening in evenings))
    rows = _rows(evenings, matches, rules)
    if not rules.divisions:
        return tuple(_placed(rows, matches, rules))
    lowest = len(rules.divisions)
    division_of = {player: min((divisions or {}).get(player) or lowest, lowest) for player in rows}
    return tuple(
        replace(row, division=number)
        for number in range(1, lowest + 1)
        for row in _placed({one: rows[one] for one in rows if division_of[one] == number}, matches, rules)
    )


def _rows(
    evenings: Sequence[SeasonTournament], matches: Sequence[SeasonMatch], rules: SeasonRules
) -> dict[int, SeasonRow]:
    won, lost = Counter(match.winner for match in matches), Counter(match.loser for match in matches)
    scores: defaultdict[int, list[EveningScore]] = defaultdict(list)
    for evening in evenings:
        for player, score in _scores(evening, rules):
            scores[player].append(score)
    rows = {}
    for player in sorted(scores):
        player_scores = _best(scores[player], rules.best_evenings)
        total = sum(score.total for score in player_scores if score.is_counted)
        rows[player] = SeasonRow(player, Fraction(total), player_scores, won=won[player], lost=lost[player])
    return rows


def _placed(
    rows: Mapping[int, SeasonRow], matches: Sequence[SeasonMatch], rules: SeasonRules
) -> Iterable[SeasonRow]:
    placed = {p: row.total for p, row in rows.items() if row.nights >= rules.minimum_evenings}
    for ranked in places(placed, matches, rules.tiebreaks):
        row = rows[ranked.player]
        yield replace(row, place=ranked.place, is_shared=ranked.is_shared, breaks=ranked.breaks)
    waiting = [row for player, row in rows.items() if player not in placed]
    yield from sorted(waiting, key=lambda row: (-row.total, row.player))


def _scores(evening: SeasonTournament, rules: SeasonRules) -> Iterable[tuple[int, EveningScore]]:
    matches: defaultdict[int, list[SeasonMatch]] = defaultdict(list)
    for match in evening.matches:
        matches[match.winner].append(match)
        matches[match.loser].append(match)
    placings: defaultdict[int, list[PlaceRange]] = defaultdict(list)
    for placing in evening.placings:
        placings[placing.player].append(placing)
    pools = _pools(evening.placings, rules)
    for player in evening.players:
        yield player, _score(player, evening, matches[player], placings[player], pools, rules)


def _score(
    player: int,
    evening: SeasonTournament,
    matches: Iterable[SeasonMatch],
    placings: Iterable[PlaceRange],
    pools: Mapping[tuple[str, str], Fraction],
    rules: SeasonRules,
) -> EveningScore:
    lines: list[SeasonReason] = []
    if rules.attendance and evening.is_night:
        factor = rules.factor_of_month(evening.month)
        lines.append(SeasonReason(ATTENDANCE, rules.attendance * factor, factor=factor))
    lines.extend(_match_lines(player, matches, evening.month, rules))
    lines.extend(_bonus_lines(placings, evening.month, pools, rules))
    return EveningScore(evening.id, tuple(lines), is_night=evening.is_night)


def _best(scores: Sequence[EveningScore], limit: int) -> tuple[EveningScore, ...]:
    """Return the same evenings in order with only the best `limit` counted; of equals the earlier."""
    if not limit:
        return tuple(scores)
    totals = [score.total for score in scores]
    ranked = sorted(range(len(scores)), key=lambda index: (-totals[index], index))
    best_indexes = frozenset(ranked[:limit])
    return tuple(replace(score, is_counted=index in best_indexes) for index, score in enumerate(scores))


def _match_lines(
    player: int, matches: Iterable[SeasonMatch], month: int, rules: SeasonRules
) -> Iterable[SeasonReason]:
    for match in matches:
        factor = rules.factor(match.event, month)
        if match.winner == player and (rules.walkovers_count or match.ending not in UNPLAYED):
            worth = rules.win_value * _win_multiplier(match.length, rules.win) * factor
            worth = _rounded(worth) if rules.win == ROOT else worth
            if worth:
                yield SeasonReason(WIN, worth, match.loser, match.length, match.ending, factor=factor)
        elif match.loser == player and match.ending == PLAYED and rules.loss_value:
            worth = rules.loss_value * factor
            yield SeasonReason(LOSS, worth, match.winner, match.length, match.ending, factor=factor)


def _win_multiplier(length: int, kind: str) -> Figure:
    """Return the multiplier of the value of a win in a match of this length."""
    if kind == FLAT:
        return 1
    return length if kind == LENGTH else Fraction(sqrt(length))


def _bonus_lines(
    placings: Iterable[PlaceRange],
    month: int,
    pools: Mapping[tuple[str, str], Fraction],
    rules: SeasonRules,
) -> list[SeasonReason]:
    lines = [line for line in (_bonus(placing, month, pools, rules) for placing in placings) if line.amount]
    if rules.best_bonus_only and lines:
        return [max(lines, key=lambda line: line.amount)]
    return lines


def _bonus(
    placing: PlaceRange, month: int, pools: Mapping[tuple[str, str], Fraction], rules: SeasonRules
) -> SeasonReason:
    """Return the mean of the bonuses of the shared places; places beyond the table pay nothing."""
    worths = rules.bonuses.get(placing.flight, ())[placing.first - 1 : placing.last]
    amount = sum(map(Fraction, worths), Fraction()) / (placing.last - placing.first + 1)
    if rules.bonus_unit == PERCENT:
        amount = amount * placing.field / 100
    elif rules.bonus_unit == POOL:
        whole = pools.get((placing.event, placing.flight), Fraction())
        amount = amount * placing.field / whole if whole else Fraction()
    factor = rules.factor(placing.event, month)
    if rules.bonus_unit == LOG:
        amount *= Fraction(log2(max(placing.field, 1)))
    worth = amount * factor
    return SeasonReason(
        BONUS,
        _rounded(worth) if rules.bonus_unit == LOG else worth,
        flight=placing.flight,
        places=(placing.first, placing.last),
        factor=factor,
        field=0 if rules.bonus_unit == POINTS else placing.field,
    )


def _pools(placings: Iterable[PlaceRange], rules: SeasonRules) -> dict[tuple[str, str], Fraction]:
    """Return the parts of the pool of every flight, for the paid places."""
    if rules.bonus_unit != POOL:
        return {}
    fields: dict[tuple[str, str], int] = {}
    for placing in placings:
        fields[placing.event, placing.flight] = placing.field
    return {
        key: sum(map(Fraction, rules.bonuses.get(key[1], ())[:field]), Fraction())
        for key, field in fields.items()
    }


def _rounded(amount: Figure) -> Figure:
    """Round a root or logarithm to one ten-thousandth, alike on all platforms; rational values are exact."""
    return amount if amount.denominator <= FINEST else Fraction(round(amount * FINEST), FINEST)


NOTHING = Fraction()


@dataclass(frozen=True, slots=True)
class SeasonPosition:
    """One player's row in short: the place (None without one), the total, the division and its parts."""

    place: int | None = None
    total: Fraction = NOTHING
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
    """The value of one kind of reason before and after: win, loss, attendance or bonus."""

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
        """The kinds of reasons whose value changed."""
        old_parts, new_parts = self.before.parts, self.after.parts
        codes = dict.fromkeys((*old_parts, *new_parts))
        all_parts = (
            ReasonChange(code, old_parts.get(code, NOTHING), new_parts.get(code, NOTHING)) for code in codes
        )
        return tuple(part for part in all_parts if part.before != part.after)

    def to_data(self) -> list[Any]:
        """Return the move as JSON."""
        return [self.player, self.before.to_data(), self.after.to_data()]

    @classmethod
    def from_data(cls, data: Sequence[Any]) -> "SeasonRowChange":
        """Return the move from stored JSON."""
        return cls(data[0], SeasonPosition.from_data(data[1]), SeasonPosition.from_data(data[2]))


def positions(rows: Sequence[SeasonRow]) -> dict[int, SeasonPosition]:
    """Return a table in short, in its order."""
    return {row.player: SeasonPosition(row.place, row.total, row.division, row.parts) for row in rows}


def moves(
    before: Mapping[int, SeasonPosition], after: Mapping[int, SeasonPosition]
) -> tuple[SeasonRowChange, ...]:
    """Return every player whose row differs, in the order of the later table; removed ones come last."""
    order = [*after, *(player for player in before if player not in after)]
    all_moves = (
        SeasonRowChange(player, before.get(player, NO_POSITION), after.get(player, NO_POSITION))
        for player in order
    )
    return tuple(move for move in all_moves if move.before != move.after)
