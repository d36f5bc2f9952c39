"""The entries eligible for the draw of a stage."""

from collections.abc import Callable, Collection, Iterator, Mapping

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.graph import GraphPairing, SourceReachability
from tournaments.formats.plan import (
    ENTRIES,
    FIRST_LOSSES,
    LIVES,
    LOSERS,
    PLACES,
    ROLLING,
    DrawEntry,
    Stage,
    count_feeding_rounds,
)
from tournaments.formats.separation import MET
from tournaments.journal.flight_places import ranking
from tournaments.journal.pairing_requests import make_pairing_request, tags
from tournaments.journal.rolling_queue import entries_for_stage, entries_free_for
from tournaments.journal.standings import matches_without_rating, table_order
from tournaments.journal.state import Entrant, EventState

# Tags of entries that have met in this event, to keep them apart in a draw.
PLAYERS_OF_MATCH = 2


def eligible_entries(state: EventState, stage: Stage, only: Collection[int] = ()) -> tuple[int, ...]:
    """Return the active, present entries a stage is drawn from, limited to `only` if given.

    Entries are in order of number, or of places in the stages they come from; losers of later rounds come
    first. Refuses `stage_open` while a source flight is undecided, `entry_unknown`, `entry_stays_out`.
    """
    if ROLLING in stage.options:
        candidates = dict.fromkeys(entries_for_stage(state, stage, tuple(only)))
    else:
        candidates = dict.fromkeys(CANDIDATES_BY_ORIGIN[stage.feed.origin](state, stage))
    if stage.feed.origin == ENTRIES and not only:
        elsewhere = _drawn_elsewhere(state, stage)
        candidates = {entry: None for entry in candidates if entry not in elsewhere}
    unknown = set(only) - set(candidates)
    if unknown:
        raise Refusal("entry_unknown", entry=min(unknown))
    staying_out = [entry for entry in only if not can_be_drawn(state.entries[entry], stage)]
    if staying_out:
        raise Refusal("entry_stays_out", entry=min(staying_out))
    if only:
        return tuple(entry for entry in candidates if entry in only)
    return tuple(entry for entry in candidates if can_be_drawn(state.entries[entry], stage))


def get_qualified_entries(state: EventState, stage: Stage) -> tuple[int, ...] | None:
    """Return the entries that the results send to a stage, present or not; None while a result is missing.

    To a rolling knockout come all that are in play in no earlier one.
    """
    if ROLLING in stage.options:
        return entries_free_for(state, stage)
    try:
        return tuple(dict.fromkeys(CANDIDATES_BY_ORIGIN[stage.feed.origin](state, stage)))
    except Refusal:
        return None


def can_be_drawn(entrant: Entrant, stage: Stage) -> bool:
    """Whether an entry takes part in the draw of a stage: it is neither absent nor withdrawn."""
    return not entrant.stays_out and not entrant.withdrawal_number(stage.key, stage.key)


def draw_candidates(state: EventState, stage: Stage, entries: Collection[int]) -> tuple[DrawEntry, ...]:
    """Return the entries with the tags by which a draw separates them: details, and earlier meetings."""
    meeting_tags = _meeting_tags(state, set(entries)) if MET in stage.options.get("apart", {}) else {}
    return tuple(
        DrawEntry(entry, tags(state.entries[entry]) | meeting_tags.get(entry, frozenset()))
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
    """Return the entries drawn into another stage of the same split."""
    if ROLLING in stage.options:
        return set()
    twins = [drawing for key, drawing in state.stages.items() if key != stage.key]
    return {entry for drawing in twins if drawing.stage.feed.origin == ENTRIES for entry in drawing.members}


def _losing_entries(state: EventState, stage: Stage) -> Iterator[int]:
    for flight in stage.feed.sources:
        sending_pairings = pairings_sending_on(state, flight, stage.feed.rounds)
        waiting = [pairing.id for pairing in sending_pairings if not state.board[pairing.id].is_decided]
        if waiting or flight not in state.index.by_flight:
            raise Refusal("stage_open", stage=stage.key, flight=flight, pairings=waiting)
        # Players who lost later did better.
        for pairing in sorted(sending_pairings, key=lambda pairing: (-pairing.round, pairing.position)):
            if state.board[pairing.id].advancing_loser:
                yield state.board[pairing.id].advancing_loser


def pairings_sending_on(state: EventState, flight: str, rounds: int) -> list[GraphPairing]:
    """Return the matches of a flight whose losers advance, of its first `rounds` rounds (as in `Feed`).

    A round that has only byes does not count: a feed-in consolation begins with such rounds if the bracket is
    larger than its number of entries.
    """
    reachability = SourceReachability(state.graph.pairings)
    by_round: dict[int, list[GraphPairing]] = {}
    for pairing in (state.graph.by_id[name] for name in state.index.by_flight.get(flight, ())):
        if reachability.players(pairing.id) == PLAYERS_OF_MATCH:
            by_round.setdefault(pairing.round, []).append(pairing)
    round_numbers = sorted(by_round)[: count_feeding_rounds(rounds, len(by_round))]
    return [pairing for number in round_numbers for pairing in by_round[number]]


def _placed_entries(state: EventState, stage: Stage) -> Iterator[int]:
    feed = stage.feed
    flights = [name for flight in feed.sources for name in _flights_of(state, flight)]
    tables = {flight: _ranking(state, stage, flight) for flight in flights}
    for place in range(feed.first, feed.last + 1):
        for flight in flights:
            yield from tables[flight][place - 1 : place]


def _flights_of(state: EventState, flight: str) -> tuple[str, ...]:
    groups = tuple(name for name in state.index.by_flight if name.rpartition("_")[0] == flight)
    return (flight,) if flight in state.index.by_flight or not groups else groups


def _ranking(state: EventState, stage: Stage, flight: str) -> tuple[int, ...]:
    drawing = state.stages.get(state.index.stage_of.get(flight, flight))
    names = state.index.by_flight.get(flight, ())
    waiting = [name for name in names if not state.board[name].is_decided]
    if drawing is None or waiting or not (names or drawing.is_ended):
        raise Refusal("stage_open", stage=stage.key, flight=flight, pairings=waiting)
    unknown = matches_without_rating(state, flight, state.board)
    if unknown:
        raise Refusal("figures_missing", stage=stage.key, flight=flight, pairings=list(unknown))
    # The director may go on before all rounds are paired, as another pairing may be impossible.
    if not format_of(drawing.stage).is_static:
        return table_order(state, flight, state.board)
    return ranking(state, flight, state.board) or ()


def _entries_with_lives(state: EventState, stage: Stage) -> Iterator[int]:
    for flight in stage.feed.sources:
        # An event of lives can be over before the first round, if no more players came than are paid.
        names = state.index.by_flight.get(flight, ())
        waiting = [name for name in names if not state.board[name].is_decided]
        if flight not in state.stages or waiting:
            raise Refusal("stage_open", stage=stage.key, flight=flight, pairings=waiting)
        drawing = state.stages[flight]
        for card in make_pairing_request(state, drawing, number=len(drawing.rounds) + 1).cards:
            if card.lives and not card.is_gone:
                yield card.entry


def seeds_by_results(state: EventState, stage: Stage, entries: Collection[int]) -> tuple[int, ...]:
    """Return the seeds that the results give a stage, of these entries.

    A stage fed by places is seeded by them. Of a play-off of three after rounds for lives, they are those
    with the fewest byes, among whom it is drawn who sits out.
    """
    if stage.feed.origin == PLACES:
        return tuple(entries)
    if stage.feed.origin != LIVES:
        return ()
    byes = {
        card.entry: len(card.byes)
        for flight in stage.feed.sources
        for card in make_pairing_request(
            state, state.stages[flight], number=len(state.stages[flight].rounds) + 1
        ).cards
    }
    fewest = min(byes[entry] for entry in entries)
    return tuple(entry for entry in entries if byes[entry] == fewest)


CANDIDATES_BY_ORIGIN: Mapping[str, Callable[[EventState, Stage], Iterator[int]]] = {
    ENTRIES: _entered_entries,
    FIRST_LOSSES: _losing_entries,
    LOSERS: _losing_entries,
    PLACES: _placed_entries,
    LIVES: _entries_with_lives,
}
