"""What a correction did to other pairings: their players and results before and after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.formats.graph import GraphPairing
from tournaments.journal.correction import SeatChange, have_same_players, seat_changes, with_white_entry
from tournaments.journal.facts import RENAME, REPLAY, RULED, VOID, PairingResult
from tournaments.journal.state import VACANT, EventState, Placement, Seat
from tournaments.journal.team_facts import meeting_of


class Effect(StrEnum):
    """What became of a pairing."""

    # Its result no longer counts, and ...
    REPLAYED = "replayed"
    REPLAYED_LATER = "replayed_later"
    UNOPPOSED = "unopposed"
    REMOVED = "removed"
    VOIDED = "voided"
    RULED = "ruled"
    # Its result is that of other players now, or one that had been dropped counts again.
    RENAMED = "renamed"
    RESTORED = "restored"
    # It had begun and has no result: it goes on with other players, or another match is played.
    CONTINUED = "continued"
    RESTARTED = "restarted"
    RESTARTED_LATER = "restarted_later"
    # It had not begun: it has other players, who may have no opponent, or is to be played after all.
    RESEATED = "reseated"
    WITHOUT_OPPONENT = "without_opponent"
    REOPENED = "reopened"


# The result of the pairing is not the one that its line of the journal names.
REPLACING_EFFECTS = frozenset(
    {
        Effect.REPLAYED,
        Effect.REPLAYED_LATER,
        Effect.UNOPPOSED,
        Effect.REMOVED,
        Effect.VOIDED,
        Effect.RULED,
        Effect.RENAMED,
    }
)


@dataclass(frozen=True, slots=True)
class Consequence:
    """A pairing that a command changed: what became of it, and its placement before and after.

    `stage_name` is the name that the director gave to its stage, "" if none.
    """

    effect: Effect
    change: SeatChange
    pairing: GraphPairing
    stage_name: str = ""

    @property
    def entries(self) -> frozenset[int]:
        """Return the numbers of the entries that it concerns, before and after."""
        seats = {*(self.change.before or ()), *(self.change.after or ())}
        return frozenset(seat for seat in seats if seat)


def find_consequences(
    before: EventState, after: EventState, *, own: str, choices: Mapping[str, str]
) -> tuple[Consequence, ...]:
    """Return what became of every pairing that differs between two states, in order.

    `own` is the pairing that the command itself names, "" for none. `choices` are those of a correction.
    """
    pairings = {**before.graph.by_id, **after.graph.by_id}
    restarted_meetings = _find_restarted_meetings(before, after)
    moved_pairs = _find_pairs_with_result(after)
    consequences = []
    for change in seat_changes(before.board, after.board):
        if own and change.pairing == meeting_of(own):
            continue
        pairing = pairings[change.pairing]
        has_moved = _get_pair(change.old, pairing.flight) in moved_pairs
        choice = choices.get(change.pairing, REPLAY if change.pairing in restarted_meetings else "")
        effect = _find_effect(change, choice, has_moved=has_moved)
        if effect is not None:
            drawing = after.stages.get(pairing.flight)
            name = drawing.stage.name if drawing is not None else ""
            consequences.append(Consequence(effect, change, pairing, name))
    return tuple(consequences)


def _find_restarted_meetings(before: EventState, after: EventState) -> frozenset[str]:
    """Return the team meetings that have lost results of boards."""
    return frozenset(meeting_of(label) for label in before.teams.results.keys() - after.teams.results.keys())


def _find_pairs_with_result(state: EventState) -> frozenset[tuple[str, frozenset[Seat]]]:
    return frozenset(
        _get_pair(placed, state.graph.by_id[label].flight)
        for label, placed in state.board.items()
        if placed.result is not None
    )


def _get_pair(placed: Placement | None, flight: str) -> tuple[str, frozenset[Seat]]:
    return flight, frozenset(placed.seats if placed is not None else ())


def _find_effect(change: SeatChange, choice: str, *, has_moved: bool) -> Effect | None:
    """Return what became of a pairing; `has_moved`: its pair has a result in the same flight now."""
    old_result = change.old.result if change.old is not None else None
    new_result = change.new.result if change.new is not None else None
    if new_result is not None:
        return _compare_results(old_result, new_result)
    if old_result is not None:
        return None if has_moved else _find_effect_without_result(change.new)
    if choice:
        return _find_effect_of_begun(change.new, choice)
    return _compare_seats(change.old, change.new)


def _compare_results(old: PairingResult | None, new: PairingResult) -> Effect | None:
    if old is not None and with_white_entry(old, new.white) == new:
        return None
    if new.ending == VOID:
        return Effect.VOIDED
    if new.ending == RULED:
        return Effect.RULED
    if old is None or have_same_players((old.white, old.black), (new.white, new.black)):
        return Effect.RESTORED
    has_same_score = replace(old, white=new.white, black=new.black) == new
    return Effect.RENAMED if has_same_score else Effect.RESTORED


def _find_effect_without_result(new: Placement | None) -> Effect:
    if new is None:
        return Effect.REMOVED
    if new.is_decided:
        return Effect.UNOPPOSED if new.winner else Effect.REMOVED
    return Effect.REPLAYED if all(new.seats) else Effect.REPLAYED_LATER


def _find_effect_of_begun(new: Placement | None, choice: str) -> Effect:
    if choice == RENAME:
        return Effect.CONTINUED
    has_players = new is not None and all(new.seats)
    return Effect.RESTARTED if has_players else Effect.RESTARTED_LATER


def _compare_seats(old: Placement | None, new: Placement | None) -> Effect | None:
    if old is None or new is None:
        return None
    if set(old.seats) != set(new.seats):
        is_unopposed = VACANT not in old.seats and new.seats.count(VACANT) == 1
        return Effect.WITHOUT_OPPONENT if is_unopposed else Effect.RESEATED
    was_decided = old.is_decided and not new.is_decided
    return Effect.REOPENED if was_decided and all(new.seats) else None
