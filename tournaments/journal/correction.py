"""What becomes of the results of pairings whose players change, by a correction or a change of lines."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.journal.facts import (
    BLACK,
    CHOICES,
    MAKE_VOID,
    NO_SIDE,
    RENAME,
    REPLAY,
    RULE_BLACK,
    RULE_WHITE,
    RULED,
    VOID,
    WHITE,
    PairingResult,
)
from tournaments.journal.state import Placement, Seat

# Returns one of the allowed choices (second argument, of `facts.CHOICES`) for a pairing.
Chooser = Callable[[str, tuple[str, ...]], str]
RULED_FOR = {RULE_WHITE: WHITE, RULE_BLACK: BLACK}
Seats = tuple[Seat, Seat]
SWAPPED = {WHITE: BLACK, BLACK: WHITE, NO_SIDE: NO_SIDE}


def strict_chooser(choices: Mapping[str, str]) -> Chooser:
    """Return a chooser of the director's choices. It refuses ("choices_needed") missing or invalid ones."""

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        if choices.get(pairing) not in allowed:
            raise Refusal("choices_needed", pairings=[pairing], allowed=list(allowed))
        return choices[pairing]

    return choose


def lenient_chooser(choices: Mapping[str, str]) -> Chooser:
    """Return a chooser of the director's choices; the default is the first allowed one, which keeps most."""

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        choice = choices.get(pairing)
        return choice if choice in allowed else allowed[0]

    return choose


def allowed_choices(seats: tuple[Seat, Seat]) -> tuple[str, ...]:
    """Return the choices for a begun pairing that gets these seats: only "replay" without two players."""
    white, black = seats
    return CHOICES if white and black else (REPLAY,)


def results_after_change(
    results: Mapping[str, PairingResult], choose: Chooser
) -> Callable[[Placement], PairingResult | None]:
    """Return a function that returns the result of a pairing after a change.

    The same two entries keep their result, also with colours exchanged; for other entries `choose` decides.
    """

    def result_for(placed: Placement) -> PairingResult | None:
        result = results.get(placed.id)
        if result is None:
            return None
        if placed.white and have_same_players(placed.seats, (result.white, result.black)):
            return with_white_entry(result, placed.white)
        return reassign_result(placed, result, choose)

    return result_for


def have_same_players(seats: Seats, others: Seats) -> bool:
    """Whether the same two entries sit here, in either order."""
    return seats in (others, others[::-1])


def reassign_result(placed: Placement, result: PairingResult, choose: Chooser) -> PairingResult | None:
    """Return the result of a pairing that got other players, as chosen; None if it has none any more.

    "rename": the new players have played it, only the names were wrong. "replay": it is dropped. "void": it
    stays on record, without a winner. "rule:white", "rule:black": that side wins by a ruling.
    """
    choice = choose(placed.id, allowed_choices(placed.seats))
    white, black = placed.seats
    if choice == REPLAY or not white or not black:
        return None
    if choice == RENAME:
        return replace(result, white=white, black=black)
    if choice == MAKE_VOID:
        return replace(result, white=white, black=black, winner=NO_SIDE, ending=VOID)
    return replace(result, white=white, black=black, winner=RULED_FOR[choice], ending=RULED)


Meetings = Mapping[tuple[str, frozenset[int]], Sequence[str]]


class ResultRelocation:
    """Relocation of results to the pairing where their two players meet now, in the same stage.

    Repeated meetings are matched in order: the result of the second meeting goes to the second. `before` are
    the pairings of each stage and pair of entries before the change, `after` those certain now.
    """

    def __init__(
        self,
        results: Mapping[str, PairingResult],
        stage_of: Mapping[str, str],
        before: Meetings,
        after: Meetings,
    ) -> None:
        self._results, self._stage_of = results, stage_of
        self._before, self._after = before, after
        self._passed: Counter[tuple[str, frozenset[int]]] = Counter()
        # Pairings before the change whose result has not found a new pairing.
        self.unused = set(results)

    def take(self, placed: Placement) -> PairingResult | None:
        """Return, and use up, a result of the two entries of this placement; None if there is none."""
        white, black = placed.seats
        if not white or not black:
            return None
        pair = (self._stage_of[placed.id], frozenset((white, black)))
        number, pairing_ids = self._passed[pair], self._before.get(pair, ())
        self._passed[pair] += 1
        waiting = [pairing_id for pairing_id in pairing_ids if pairing_id in self.unused]
        to_come = len(self._after.get(pair, ())) - self._passed[pair]
        # A meeting takes the result of the meeting that had its number before the change.
        if number < len(pairing_ids) and pairing_ids[number] in waiting:
            pairing_id = pairing_ids[number]
        elif len(waiting) > max(0, to_come):
            # The two meet less often than before: the remaining meetings take the remaining results.
            pairing_id = waiting[0]
        else:
            return None
        self.unused.discard(pairing_id)
        return with_white_entry(self._results[pairing_id], white)


def pairings_by_pair(pairings: Iterable[Placement], stage_of: Mapping[str, str]) -> Meetings:
    """Return the pairings of each stage and pair of entries, in order."""
    ids_by_pair: dict[tuple[str, frozenset[int]], list[str]] = defaultdict(list)
    for placed in pairings:
        if placed.white and placed.black:
            ids_by_pair[stage_of[placed.id], frozenset((placed.white, placed.black))].append(placed.id)
    return ids_by_pair


def with_white_entry(result: PairingResult, white: int) -> PairingResult:
    """Return the result with this entry as White."""
    if result.white == white:
        return result
    return PairingResult(
        result.black,
        result.white,
        SWAPPED[result.winner],
        result.black_score,
        result.white_score,
        result.ending,
        result.measure.with_sides_swapped,
        result.length,
    )


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A pairing that changes: its state before and after, None where it does not exist."""

    pairing: str
    old: Placement | None
    new: Placement | None

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
        """Whether it has a result afterwards."""
        return self.new is not None and self.new.result is not None


def seat_changes(before: Mapping[str, Placement], after: Mapping[str, Placement]) -> tuple[SeatChange, ...]:
    """Return every pairing whose seats, winner, result or state differ between two boards, in order."""
    pairing_ids = dict.fromkeys((*before, *after))
    return tuple(
        SeatChange(pairing_id, before.get(pairing_id), after.get(pairing_id))
        for pairing_id in pairing_ids
        if before.get(pairing_id) != after.get(pairing_id)
    )
