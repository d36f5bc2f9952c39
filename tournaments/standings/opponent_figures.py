"""Tie-breaks by the strength of the opponents met: Buchholz and cuts, Sonneborn-Berger, Koya, losses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.meetings import WINNING, Appearance, Turn
from tournaments.standings.sheet import Part, Sheet, Value

DUMMY, CUT = "dummy", "cut"


@dataclass(frozen=True, slots=True)
class _Share:
    """What one round adds to a Buchholz."""

    part: Part
    is_chosen: bool


def buchholz(low: int = 0, high: int = 0) -> Callable[[Sheet, int], Value]:
    """Sum of the opponents' scores without the `low` lowest and the `high` highest of them.

    Also called Solkoff; `low` alone is a cut, both together a median. Unplayed rounds follow FIDE C.07,
    article 16: they count against a dummy, and those left out by the entry's own will are cut first.
    """
    name = _name(low, high)

    def value(sheet: Sheet, entry: int) -> Value:
        shares = [_share(sheet, entry, appearance) for appearance in sheet.rounds[entry]]
        left_out = _left_out(shares, low, high)
        parts = tuple(
            Part(CUT, Fraction(0), share.part.round, share.part.opponent) if place in left_out else share.part
            for place, share in enumerate(shares)
        )
        return Value(name, _sum(parts), parts)

    return value


def sonneborn_berger(sheet: Sheet, entry: int) -> Value:
    """Sum over the rounds of what was scored times the opponent's score (Neustadtl)."""
    parts = []
    for appearance in sheet.rounds[entry]:
        share = _share(sheet, entry, appearance).part
        worth = appearance.score / sheet.results.scoring.win if sheet.results.scoring.win else Fraction(0)
        parts.append(Part(share.code, share.amount * worth, share.round, share.opponent))
    return Value("sonneborn_berger", _sum(parts), tuple(parts))


def koya(sheet: Sheet, entry: int) -> Value:
    """What was scored against those who have at least half of what could be scored."""
    half = sheet.round_count * sheet.results.scoring.win / 2
    parts = tuple(
        Part(appearance.turn.value, appearance.score, appearance.round, appearance.opponent)
        for appearance in sheet.rounds[entry]
        if appearance.opponent in sheet.scores and sheet.scores[appearance.opponent] >= half
    )
    return Value("koya", _sum(parts), parts)


def strength_of_losses(sheet: Sheet, entry: int) -> Value:
    """Sum of the wins of those who beat the entry at the board: losing to the strong is less of a loss."""
    parts = tuple(
        Part(Turn.LOST.value, Fraction(_wins(sheet, lost.opponent)), lost.round, lost.opponent)
        for lost in sheet.rounds[entry]
        if lost.turn is Turn.LOST and lost.opponent in sheet.rounds
    )
    return Value("strength_of_losses", _sum(parts), parts)


def _share(sheet: Sheet, entry: int, appearance: Appearance) -> _Share:
    opponent = appearance.opponent
    if appearance.is_played or sheet.results.is_round_robin:
        amount = sheet.adjusted.get(opponent, Fraction(0))
        return _Share(Part(appearance.turn.value, amount, appearance.round, opponent), is_chosen=False)
    dummy = Part(DUMMY, sheet.dummy(entry, appearance), appearance.round, opponent)
    return _Share(dummy, appearance.is_chosen)


def _left_out(shares: Sequence[_Share], low: int, high: int) -> set[int]:
    order = sorted(range(len(shares)), key=lambda place: (shares[place].part.amount, place))
    lowest = sorted(order, key=lambda place: not shares[place].is_chosen)[:low]
    rest = [place for place in order if place not in lowest]
    return {*lowest, *(rest[-high:] if high else ())}


def _wins(sheet: Sheet, entry: int) -> int:
    return sum(appearance.turn in WINNING for appearance in sheet.rounds[entry])


def _name(low: int, high: int) -> str:
    if high:
        return f"median_{high}"
    return f"buchholz_cut_{low}" if low else "buchholz"


def _sum(parts: Sequence[Part]) -> Fraction:
    return sum((part.amount for part in parts), Fraction(0))
