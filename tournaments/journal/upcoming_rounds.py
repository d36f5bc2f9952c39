"""The rounds still to come, with the number of their matches, for the estimated finish."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tournaments.formats import format_of
from tournaments.formats.pairing import PairingRequest
from tournaments.formats.plan import ENTRIES, PLACES, Stage
from tournaments.formats.plan_checks import is_dependent
from tournaments.journal.eligibility import pairings_sending_on
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.state import DrawnStage, EventState


@dataclass(frozen=True, slots=True)
class Layer:
    """A round to come, for the schedule: its number of matches, and what must be over before it.

    That is the previous layer, and the flights in `after`, up to their round `until` (0: completely).
    """

    flight: str
    round: int
    boards: int
    length: int
    after: tuple[str, ...] = ()
    until: int = 0


def upcoming_layers(state: EventState) -> tuple[Layer, ...]:
    """Return the unpaired rounds of published stages, and those of undrawn stages, in order.

    The number of entries of later stages is the maximum that can reach them; withdrawals are not predicted.
    """
    layers: list[Layer] = []
    for stage in state.plan.stages:
        drawing = state.stages.get(stage.key)
        if drawing is not None:
            layers.extend(_unpaired_layers(state, drawing))
        elif not is_dependent(stage, state.plan):
            layers.extend(_undrawn_layers(state, stage))
    return tuple(layers)


def _unpaired_layers(state: EventState, drawing: DrawnStage) -> Iterator[Layer]:
    stage = drawing.stage
    stage_format = format_of(stage)
    if stage_format.is_static or (
        stage_format.ends_by_itself and stage_format.is_over(_request(state, drawing))
    ):
        return
    playing = sum(
        1 for entry in drawing.members if not state.entries[entry].withdrawal_number(stage.key, stage.key)
    )
    paired_rounds = len(drawing.rounds)
    for number, boards in enumerate(stage_format.boards_by_round(stage, playing), start=1):
        if number <= paired_rounds:
            continue
        yield Layer(stage.key, number, boards, _length(state, stage, number), (stage.key,))


def _request(state: EventState, drawing: DrawnStage) -> PairingRequest:
    return make_pairing_request(state, drawing, number=len(drawing.rounds) + 1)


def _undrawn_layers(state: EventState, stage: Stage) -> Iterator[Layer]:
    field = _field_size(state, stage)
    sources = tuple(flight for source in stage.feed.sources for flight in _flights_of(state, source))
    until = _last_counted_round(state, sources, stage.feed.rounds)
    for number, boards in enumerate(format_of(stage).boards_by_round(stage, field), start=1):
        yield Layer(stage.key, number, boards, _length(state, stage, number), sources, until)


def _last_counted_round(state: EventState, flights: Iterable[str], rounds: int) -> int:
    if not rounds:
        return 0
    round_numbers = (
        pairing.round for flight in flights for pairing in pairings_sending_on(state, flight, rounds)
    )
    return max(round_numbers, default=max(rounds, 0))


def _field_size(state: EventState, stage: Stage) -> int:
    feed = stage.feed
    if feed.origin == ENTRIES:
        return sum(1 for entrant in state.entries.values() if not (entrant.stays_out or entrant.is_withdrawn))
    flights = [flight for source in feed.sources for flight in _flights_of(state, source)]
    if feed.origin == PLACES:
        return (feed.last - feed.first + 1) * max(1, len(flights))
    return sum(
        bool(state.board[pairing.id].advancing_loser) or not state.board[pairing.id].is_decided
        for flight in flights
        for pairing in pairings_sending_on(state, flight, feed.rounds)
    )


def _flights_of(state: EventState, source: str) -> list[str]:
    parts = [flight for flight in state.index.by_flight if flight.rpartition("_")[0] == source]
    return [source] if source in state.index.by_flight or not parts else parts


def _length(state: EventState, stage: Stage, number: int) -> int:
    return state.changed_lengths.get((stage.key, number)) or stage.length(number)
