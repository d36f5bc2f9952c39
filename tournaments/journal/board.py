"""Questions about an event as a whole: its pairings, whether it is finished, places, rounds to come."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.graph import BACKDRAW, FINAL, MAIN, kind_of
from tournaments.formats.leagues import divisions_of
from tournaments.formats.pairing import PairingRequest
from tournaments.formats.plan import ENTRIES, PLACES, Stage
from tournaments.formats.plan_checks import is_dependent
from tournaments.journal.eligibility import eligible_entries, is_rolling, pairings_sending_on
from tournaments.journal.pairing_requests import make_pairing_request
from tournaments.journal.standings import Span, is_played_out, matches_without_rating, spans_of
from tournaments.journal.state import DrawnStage, EventState, Placement


def board(state: EventState) -> dict[str, Placement]:
    """Return every pairing of the event by id, in the order of the graph."""
    return {pairing.id: state.board[pairing.id] for pairing in state.graph.pairings}


def is_finished(state: EventState, placed: Mapping[str, Placement]) -> bool:
    """Whether all planned stages are published and all their pairings decided.

    A later stage that fewer than two players reach does not count.
    """
    if not state.is_published or not all(pairing.is_decided for pairing in placed.values()):
        return False
    return all(
        _is_over(state, stage.key, placed)
        if _is_published(state, stage)
        else _has_too_few_players(state, stage)
        for stage in state.plan.stages
    )


def _is_published(state: EventState, stage: Stage) -> bool:
    return stage.key in state.stages and state.stages[stage.key].is_published


def _has_too_few_players(state: EventState, stage: Stage) -> bool:
    if stage.key in state.stages or stage.feed.origin == ENTRIES:
        return False
    try:
        return len(eligible_entries(state, stage)) < format_of(stage).fewest_players
    except Refusal:
        return False


def can_pair_round(state: EventState, key: str) -> bool:
    """Whether all boards of a published stage of rounds are decided and another round is due.

    Whether a legal pairing exists is only known after pairing.
    """
    if format_of(state.stages[key].stage).is_static:
        return False
    names = state.index.by_flight.get(key, ())
    return all(state.board[name].is_decided for name in names) and not _is_played_out(state, key, state.board)


def matches_without_ratings(state: EventState) -> tuple[str, ...]:
    """Return the pairings whose performance ratings are missing in a published table, in order."""
    flights = [flight for flight, key in state.index.stage_of.items() if state.stages[key].is_published]
    return tuple(name for flight in flights for name in matches_without_rating(state, flight, state.board))


def _is_over(state: EventState, key: str, placed: Mapping[str, Placement]) -> bool:
    flights = [flight for flight, stage in state.index.stage_of.items() if stage == key]
    waits = any(matches_without_rating(state, flight, placed) for flight in flights)
    return not waits and _is_played_out(state, key, placed)


def _is_played_out(state: EventState, key: str, placed: Mapping[str, Placement]) -> bool:
    drawing = state.stages[key]
    stage_format = format_of(drawing.stage)
    if stage_format.is_static:
        # A stage with too few entries for a match is over before it begins.
        return not state.index.by_flight.get(key) or is_played_out(state, key, placed)
    # An event of lives can be over before the first round, if no more players came than are paid.
    is_unplayed = not drawing.is_ended and not state.index.by_flight.get(key)
    if not is_unplayed and not is_played_out(state, key, placed):
        return False
    if not stage_format.ends_by_itself or stage_format.round_count(drawing.stage, len(drawing.members)):
        return not is_unplayed
    if drawing.is_ended:
        return True
    return stage_format.is_over(make_pairing_request(state, drawing, number=len(drawing.rounds) + 1))


def places(state: EventState, flight: str) -> dict[int, Span]:
    """Return the places of the eliminated entries of a flight and of its winner: entry -> (best, worst)."""
    return spans_of(state, flight, state.board)


def final_places(state: EventState) -> dict[int, Span]:
    """Return the places of the event: those of its main flight, or else of its last one.

    Double elimination: those of the final and of the backdraw. Rolling knockouts: the best of each entry.
    Split flights have their own places; divisions of a league are numbered consecutively.
    """
    if BACKDRAW in state.stages:
        unbeaten = {entry: span for entry, span in places(state, MAIN).items() if span == (1, 1)}
        without_final = {} if FINAL in state.plan else unbeaten
        return places(state, BACKDRAW) | places(state, FINAL) | without_final
    if is_rolling(state.plan):
        return _best_places(state)
    divisions = divisions_of(state.plan)
    if divisions:
        return _stacked_places(state, divisions)
    planned = [stage.key for stage in state.plan.stages]
    top = MAIN if MAIN in planned or not planned else planned[-1]
    twins = [key for key in planned if kind_of(key) == kind_of(top)] or [top]
    spans_by_flight = [
        places(state, flight) for key in twins for flight in (*_played_off_flights(state, key), key)
    ]
    return {entry: span for reached in spans_by_flight for entry, span in reached.items()}


def _played_off_flights(state: EventState, key: str) -> tuple[str, ...]:
    """Return the flights whose tied entries play in this stage, if it is a play-off."""
    stage = next((stage for stage in state.plan.stages if stage.key == key), None)
    return stage.feed.sources if stage is not None and format_of(stage).is_play_off else ()


def _stacked_places(state: EventState, divisions: Sequence[str]) -> dict[int, Span]:
    """Return the places of a league: each division continues after the one above."""
    spans: dict[int, Span] = {}
    above = 0
    for flight in divisions:
        for entry, (first, last) in places(state, flight).items():
            spans[entry] = (first + above, last + above)
        above += len(state.stages[flight].members) if flight in state.stages else 0
    return spans


def _best_places(state: EventState) -> dict[int, Span]:
    best: dict[int, Span] = {}
    for stage in state.plan.stages:
        for entry, span in places(state, stage.key).items():
            best[entry] = min(span, best.get(entry, span))
    return best


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
        1 for entry in drawing.members if not state.entries[entry].withdrawal_turn(stage.key, stage.key)
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
    return max(round_numbers, default=rounds)


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
