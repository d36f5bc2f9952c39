"""What becomes of results whose pairing got other players: kept under new names, played again, or decided."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.journal.facts import (
    BLACK,
    CHOICES,
    NOBODY,
    RENAME,
    REPLAY,
    RULE_BLACK,
    RULE_WHITE,
    RULED,
    SET_ASIDE,
    VOID,
    WHITE,
    Result,
)
from tournaments.journal.placed import Placed, Seat

Chooser = Callable[[str, tuple[str, ...]], str]
RULED_FOR = {RULE_WHITE: WHITE, RULE_BLACK: BLACK}
Seats = tuple[Seat, Seat]
SWAPPED = {WHITE: BLACK, BLACK: WHITE, NOBODY: NOBODY}


def strictly(choices: Mapping[str, str]) -> Chooser:
    """Chooses what the director chose; refuses ("choices_needed") where he did not, or could not."""

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        if choices.get(pairing) not in allowed:
            raise Refusal("choices_needed", pairings=[pairing], allowed=list(allowed))
        return choices[pairing]

    return choose


def leniently(choices: Mapping[str, str]) -> Chooser:
    """Chooses what the director chose where he could, else the mildest: keep what was played."""

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        chosen = choices.get(pairing)
        return chosen if chosen in allowed else allowed[0]

    return choose


def allowed_choices(seats: tuple[Seat, Seat]) -> tuple[str, ...]:
    """What may become of a begun pairing that gets these seats: without two players it cannot be kept."""
    white, black = seats
    return CHOICES if white and black else (REPLAY,)


def carried(results: Mapping[str, Result], choose: Chooser) -> Callable[[Placed], Result | None]:
    """Gives the result that stands at a pairing: as before where the same people sit, else as chosen."""

    def standing(placed: Placed) -> Result | None:
        result = results.get(placed.id)
        if result is None or placed.seats == (result.white, result.black):
            return result
        return rehomed(placed, result, choose)

    return standing


def rehomed(placed: Placed, result: Result, choose: Chooser) -> Result | None:
    """A result at a pairing that got other players, as chosen; None where nothing stands there now.

    "rename" keeps it under the new names, because the right people sat there; "replay" drops it; "void"
    keeps it on record for nobody; "rule:white" and "rule:black" say who goes on without a match.
    """
    choice = choose(placed.id, allowed_choices(placed.seats))
    white, black = placed.seats
    if choice == REPLAY or not white or not black:
        return None
    if choice == RENAME:
        return replace(result, white=white, black=black)
    if choice == SET_ASIDE:
        return replace(result, white=white, black=black, winner=NOBODY, ending=VOID)
    return replace(result, white=white, black=black, winner=RULED_FOR[choice], ending=RULED)


class Moved:
    """Results that follow the two people who played them to wherever they meet now, in the same stage."""

    def __init__(self, results: Mapping[str, Result], stage_of: Mapping[str, str]) -> None:
        self._stage_of = stage_of
        self._by_pair: dict[tuple[str, frozenset[int]], list[str]] = defaultdict(list)
        self._results = results
        for name, result in results.items():
            self._by_pair[stage_of[name], frozenset((result.white, result.black))].append(name)
        self.left = set(results)

    def take(self, placed: Placed) -> Result | None:
        """The result of the people who sit here now, if they have played; it is taken once."""
        white, black = placed.seats
        if not white or not black:
            return None
        known = self._by_pair.get((self._stage_of[placed.id], frozenset((white, black))), [])
        waiting = [name for name in known if name in self.left]
        if not waiting:
            return None
        name = placed.id if placed.id in waiting else waiting[0]
        self.left.discard(name)
        return turned(self._results[name], white)


def turned(result: Result, white: int) -> Result:
    """A result with this entry on the white seat."""
    if result.white == white:
        return result
    return Result(
        result.black,
        result.white,
        SWAPPED[result.winner],
        result.black_score,
        result.white_score,
        result.ending,
        result.measure.turned,
    )


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A pairing that stands otherwise after an act: before and after; None where it was or is not there."""

    pairing: str
    old: Placed | None
    new: Placed | None

    @property
    def before(self) -> Seats | None:
        """The seats before."""
        return self.old.seats if self.old else None

    @property
    def after(self) -> Seats | None:
        """The seats after."""
        return self.new.seats if self.new else None

    @property
    def had_result(self) -> bool:
        """Whether it had a result."""
        return self.old is not None and self.old.result is not None

    @property
    def keeps_result(self) -> bool:
        """Whether a result stands there after the act."""
        return self.new is not None and self.new.result is not None


def seat_changes(before: Mapping[str, Placed], after: Mapping[str, Placed]) -> tuple[SeatChange, ...]:
    """Every pairing whose seats, winner, result or state differ between two boards, in their order."""
    names = dict.fromkeys((*before, *after))
    return tuple(
        SeatChange(name, before.get(name), after.get(name))
        for name in names
        if before.get(name) != after.get(name)
    )
