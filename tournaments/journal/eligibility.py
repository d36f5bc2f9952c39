"""The entries eligible for the draw of a stage, in order of merit."""

from collections.abc import Callable, Collection, Iterator, Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.field import Pairing
from tournaments.formats.liveness import Liveness
from tournaments.formats.plan import ENTRIES, FIRST_LOSSES, LIVES, LOSERS, PLACES, ROLLING, Person, Stage
from tournaments.journal.ranking import ranking
from tournaments.journal.requests import make_pairing_request, tags
from tournaments.journal.rolling import entries_for_stage
from tournaments.journal.state import Entrant, EventState
from tournaments.journal.tables import matches_without_rating, table_order

MET = "met"
PLAYERS_OF_MATCH = 2


def eligible_entries(state: EventState, stage: Stage, only: Collection[int] = ()) -> tuple[int, ...]:
    """The entries a stage is drawn from, who still play and are not away; of `only`, where those are named.

    Entries come by number, places from the first, losers and lives as their flights list them. Refuses
    ("stage_open") while a flight that sends them is not decided.
    """
    if ROLLING in stage.options:
        candidates = dict.fromkeys(entries_for_stage(state, stage, tuple(only)))
    else:
        candidates = dict.fromkeys(FEEDING[stage.feed.origin](state, stage))
    if stage.feed.origin == ENTRIES and not only:
        elsewhere = _drawn_elsewhere(state, stage)
        candidates = {entry: None for entry in candidates if entry not in elsewhere}
    unknown = set(only) - set(candidates)
    if unknown:
        raise Refusal("entry_unknown", entry=min(unknown))
    staying_out = [entry for entry in only if not _can_be_drawn(state.entries[entry], stage)]
    if staying_out:
        raise Refusal("entry_stays_out", entry=min(staying_out))
    if only:
        return tuple(entry for entry in candidates if entry in only)
    return tuple(entry for entry in candidates if _can_be_drawn(state.entries[entry], stage))


def _can_be_drawn(entrant: Entrant, stage: Stage) -> bool:
    return not entrant.stays_out and not entrant.gone(stage.key, stage.key)


def draw_candidates(state: EventState, stage: Stage, entries: Collection[int]) -> tuple[Person, ...]:
    """Entries with the tags the draw looks at: their own, and one for every match two of them have played."""
    meeting_tags = _meeting_tags(state, set(entries)) if MET in stage.options.get("apart", {}) else {}
    return tuple(
        Person(entry, tags(state.entries[entry].about) | meeting_tags.get(entry, frozenset()))
        for entry in entries
    )


def _meeting_tags(state: EventState, entries: set[int]) -> dict[int, frozenset[str]]:
    tags_by_entry: dict[int, set[str]] = {}
    for placed in state.board.values():
        if placed.is_contested and set(placed.seats) <= entries:
            first, second = sorted(seat for seat in placed.seats if seat)
            for entry in (first, second):
                tags_by_entry.setdefault(entry, set()).add(f"{MET}:{first}-{second}")
    return {entry: frozenset(entry_tags) for entry, entry_tags in tags_by_entry.items()}


def _entered_entries(state: EventState, stage: Stage) -> Iterator[int]:
    yield from sorted(number for number, entrant in state.entries.items() if not entrant.stays_out)


def _drawn_elsewhere(state: EventState, stage: Stage) -> set[int]:
    """Who was drawn into another of the stages that people part over."""
    if ROLLING in stage.options:
        return set()
    twins = [drawing for key, drawing in state.stages.items() if key != stage.key]
    return {entry for drawing in twins if drawing.stage.feed.origin == ENTRIES for entry in drawing.members}


def _losing_entries(state: EventState, stage: Stage) -> Iterator[int]:
    for flight in stage.feed.sources:
        sending_pairings = pairings_sending_on(state, flight, stage.feed.rounds)
        waiting = [pairing.id for pairing in sending_pairings if not state.board[pairing.id].is_decided]
        if waiting or flight not in state.wiring.of_flight:
            raise Refusal("stage_open", stage=stage.key, flight=flight, pairings=waiting)
        # Whoever lost later has done better.
        for pairing in sorted(sending_pairings, key=lambda pairing: (-pairing.round, pairing.position)):
            if state.board[pairing.id].sent_on:
                yield state.board[pairing.id].sent_on


def pairings_sending_on(state: EventState, flight: str, rounds: int) -> list[Pairing]:
    """The matches of a flight whose losers go on: of its first `rounds` rounds (0: all) with any match.

    A round of byes alone is none: where one entrant too many doubled the bracket, a feed-in consolation
    begins with such rounds.
    """
    live = Liveness(state.graph.pairings)
    by_round: dict[int, list[Pairing]] = {}
    for pairing in (state.graph.by_id[name] for name in state.wiring.of_flight.get(flight, ())):
        if live.players(pairing.id) == PLAYERS_OF_MATCH:
            by_round.setdefault(pairing.round, []).append(pairing)
    round_numbers = sorted(by_round)[: rounds or None]
    return [pairing for number in round_numbers for pairing in by_round[number]]


def _placed_entries(state: EventState, stage: Stage) -> Iterator[int]:
    feed = stage.feed
    flights = [name for flight in feed.sources for name in _flights_of(state, flight)]
    tables = {flight: _ranking(state, stage, flight) for flight in flights}
    for place in range(feed.first, feed.last + 1):
        for flight in flights:
            yield from tables[flight][place - 1 : place]


def _flights_of(state: EventState, flight: str) -> tuple[str, ...]:
    groups = tuple(name for name in state.wiring.of_flight if name.rpartition("_")[0] == flight)
    return (flight,) if flight in state.wiring.of_flight or not groups else groups


def _ranking(state: EventState, stage: Stage, flight: str) -> tuple[int, ...]:
    drawing = state.stages.get(state.wiring.stage_of.get(flight, flight))
    names = state.wiring.of_flight.get(flight, ())
    waiting = [name for name in names if not state.board[name].is_decided]
    if drawing is None or waiting or not (names or drawing.is_ended):
        raise Refusal("stage_open", stage=stage.key, flight=flight, pairings=waiting)
    unknown = matches_without_rating(state, flight, state.board)
    if unknown:
        raise Refusal("figures_missing", stage=stage.key, flight=flight, pairings=list(unknown))
    # The director may go on before all rounds are paired: perhaps no further one can be.
    if not format_of(drawing.stage).is_static:
        return table_order(state, flight, state.board)
    return ranking(state, flight, state.board) or ()


def _entries_with_lives(state: EventState, stage: Stage) -> Iterator[int]:
    for flight in stage.feed.sources:
        # Lives can be over before the first round: where no more came than are paid.
        names = state.wiring.of_flight.get(flight, ())
        waiting = [name for name in names if not state.board[name].is_decided]
        if flight not in state.stages or waiting:
            raise Refusal("stage_open", stage=stage.key, flight=flight, pairings=waiting)
        drawing = state.stages[flight]
        for card in make_pairing_request(state, drawing, number=len(drawing.rounds) + 1).cards:
            if card.lives and not card.is_gone:
                yield card.entry


FEEDING: Mapping[str, Callable[[EventState, Stage], Iterator[int]]] = {
    ENTRIES: _entered_entries,
    FIRST_LOSSES: _losing_entries,
    LOSERS: _losing_entries,
    PLACES: _placed_entries,
    LIVES: _entries_with_lives,
}
