"""Season standings: a fold of evenings under the season's rules, in which every number explains itself."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain

from tournaments.standings.facts import PLAYED, UNPLAYED, Evening, Placing, Settled
from tournaments.standings.places import places
from tournaments.standings.rules import SeasonRules


@dataclass(frozen=True, slots=True)
class Line:
    """One reason for points: `code` is win, loss, attendance or bonus.

    A win or loss names the opponent and the length; a bonus the flight and the places it pays for.
    """

    code: str
    amount: Fraction
    opponent: int | None = None
    length: int | None = None
    ending: str = ""
    flight: str = ""
    places: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class EveningScore:
    """What one evening brought a player; an evening outside the best ones is kept but does not count."""

    evening: int
    lines: tuple[Line, ...]
    is_counted: bool = True

    @property
    def total(self) -> Fraction:
        return sum((line.amount for line in self.lines), Fraction())


@dataclass(frozen=True, slots=True)
class Row:
    """One player's season. `place` is None below the minimum of evenings."""

    player: int
    total: Fraction
    evenings: tuple[EveningScore, ...]
    place: int | None = None
    is_shared: bool = False
    won: int = 0
    lost: int = 0
    breaks: tuple[tuple[str, int], ...] = ()


def season_table(evenings: Sequence[Evening], rules: SeasonRules) -> tuple[Row, ...]:
    """The table of a season: the placed by place, then those who have not come often enough by total."""
    matches = tuple(chain.from_iterable(evening.matches for evening in evenings))
    won, lost = Counter(match.winner for match in matches), Counter(match.loser for match in matches)
    rows = {
        player: replace(_row(player, evenings, rules), won=won[player], lost=lost[player])
        for player in _everyone(evenings)
    }
    placed = {p: row.total for p, row in rows.items() if len(row.evenings) >= rules.minimum_evenings}
    table = [
        replace(rows[found.player], place=found.place, is_shared=found.is_shared, breaks=found.breaks)
        for found in places(placed, matches, rules.tiebreaks)
    ]
    waiting = [row for player, row in rows.items() if player not in placed]
    return (*table, *sorted(waiting, key=lambda row: (-row.total, row.player)))


def evening_score(player: int, evening: Evening, rules: SeasonRules) -> EveningScore:
    """What `player` earned at one evening he came to."""
    lines = [Line("attendance", Fraction(rules.attendance))] if rules.attendance else []
    lines.extend(_match_lines(player, evening.matches, rules))
    lines.extend(_bonus_lines(player, evening.placings, rules))
    return EveningScore(evening.id, tuple(lines))


def _row(player: int, evenings: Iterable[Evening], rules: SeasonRules) -> Row:
    scores = [evening_score(player, evening, rules) for evening in evenings if player in evening.players]
    counted = _best(scores, rules.best_evenings)
    total = sum((score.total for score in counted if score.is_counted), Fraction())
    return Row(player=player, total=total, evenings=counted)


def _best(scores: Sequence[EveningScore], limit: int) -> tuple[EveningScore, ...]:
    """The same evenings in their order, only the best `limit` of them counted; of equals the earlier."""
    if not limit:
        return tuple(scores)
    ranked = sorted(range(len(scores)), key=lambda index: (-scores[index].total, index))
    chosen = frozenset(ranked[:limit])
    return tuple(EveningScore(s.evening, s.lines, index in chosen) for index, s in enumerate(scores))


def _match_lines(player: int, matches: Iterable[Settled], rules: SeasonRules) -> Iterable[Line]:
    for match in matches:
        if match.winner == player and (rules.walkovers_count or match.ending not in UNPLAYED):
            worth = rules.win_value * (match.length if rules.win == "length" else 1)
            yield Line("win", Fraction(worth), match.loser, match.length, match.ending)
        elif match.loser == player and match.ending == PLAYED and rules.loss_value:
            yield Line("loss", Fraction(rules.loss_value), match.winner, match.length, match.ending)


def _bonus_lines(player: int, placings: Iterable[Placing], rules: SeasonRules) -> list[Line]:
    own = (placing for placing in placings if placing.player == player)
    lines = [line for line in (_bonus(placing, rules) for placing in own) if line.amount]
    if rules.best_bonus_only and lines:
        return [max(lines, key=lambda line: line.amount)]
    return lines


def _bonus(placing: Placing, rules: SeasonRules) -> Line:
    """The mean of what the shared places pay; places past the end of the table pay nothing."""
    worths = rules.bonuses.get(placing.flight, ())[placing.first - 1 : placing.last]
    share = Fraction(sum(worths), placing.last - placing.first + 1)
    amount = share * placing.field / 100 if rules.bonus_unit == "percent" else share
    return Line("bonus", amount, flight=placing.flight, places=(placing.first, placing.last))


def _everyone(evenings: Iterable[Evening]) -> list[int]:
    return sorted(frozenset(chain.from_iterable(evening.players for evening in evenings)))
