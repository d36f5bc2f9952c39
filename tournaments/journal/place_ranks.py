"""The ranks of an event: what entries have in common that share places, and how many they are.

A rank is the round of a bracket in which entries go out, or being its winner. How many have it follows from
the draw and from who is absent, also before all of them are known.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from tournaments.formats import format_of
from tournaments.formats.graph import Origin
from tournaments.journal.expected_players import ExpectedPlayers
from tournaments.journal.flight_places import Span, exits_of, spans_of
from tournaments.journal.standings import is_table, table_rows
from tournaments.journal.state import EventState

# The order of an entry in an event: the level of its last stage (best first), then its places there.
Rank = tuple[int, int, int]


def find_loser_places_by_level(state: EventState, levels: Mapping[str, int]) -> dict[str, Span]:
    order = [key for key in sorted(levels, key=lambda key: levels[key]) if key in state.stages]
    still_playing = list_entries_still_playing(state, levels)
    counts: Counter[Rank] = Counter()
    pairing_ranks: dict[str, Rank] = {}
    players = ExpectedPlayers(state)
    for number, key in enumerate(order):
        stage = state.stages[key].stage
        later_seats = {seat for later in order[number + 1 :] for seat in list_seats(state, later)}
        if is_table(stage) or format_of(stage).is_play_off:
            counts[-levels[key], 0, 0] += len(list_seats(state, key) - later_seats)
            continue
        exits = dict(list_exits(state, key, levels))
        counts.update(
            (-levels[key], *span)
            for entry, span in exits.items()
            if entry not in later_seats and entry not in still_playing
        )
        counts.update((-levels[key], *span) for span in _list_open_exits(state, key, levels, players))
        for name in state.index.by_flight.get(key, ()):
            # Where the first round has byes, its losers would have the places of a round of the backdraw.
            if players.count(name) > 1 and not has_match_of_losers(state, name, levels):
                pairing_ranks[name] = (-levels[key], *state.graph.by_id[name].loser_range)
    first = 1 if len(levels) > 1 or not order else int(state.stages[order[0]].stage.options.get("first", 1))
    places: dict[Rank, Span] = {}
    for rank in sorted(counts):
        places[rank] = (first, first + counts[rank] - 1)
        first += counts[rank]
    return {name: places[rank] for name, rank in pairing_ranks.items() if rank in places}


def _list_open_exits(
    state: EventState, key: str, levels: Mapping[str, int], players: ExpectedPlayers
) -> Iterator[Span]:
    """Yield the places of every entry that will leave a bracket by a pairing not decided yet, or has won it.

    The winner of a flight who plays on elsewhere, for no place of these stages, has its best place.
    """
    for name in state.index.by_flight.get(key, ()):
        pairing, placed = state.graph.by_id[name], state.board[name]
        # A second final has its entries from the first one, which counts them until it is known to be played.
        if any(source.origin is Origin.RESET for source in pairing.sources) and None in placed.seats:
            continue
        next_name = state.graph.next_of.get(name)
        plays_on = next_name is not None and (
            state.index.stage_of[state.graph.by_id[next_name].flight] in levels
        )
        # The winner of a last pairing that is decided is among the exits already.
        is_to_come = not placed.is_decided and players.count(name) > 0
        if not plays_on and (is_to_come or (placed.winner and next_name is not None)):
            yield pairing.winner_range
        if placed.is_decided or players.count(name) < len(placed.seats):
            continue
        if not has_match_of_losers(state, name, levels):
            yield pairing.loser_range


def has_match_of_losers(state: EventState, name: str, levels: Mapping[str, int]) -> bool:
    """Whether the loser of a pairing plays on in one of these stages."""
    targets = (state.graph.by_id[target] for target in state.index.dependents.get(name, ()))
    return any(
        source.origin is Origin.LOSER and source.pairing == name
        for target in targets
        if state.index.stage_of[target.flight] in levels
        for source in target.sources
    )


def list_exits(state: EventState, key: str, levels: Mapping[str, int]) -> Iterator[tuple[int, Span]]:
    """Yield the entries that are out of a stage, or have won it, with their places in it.

    In a table that is the place of the row; in a bracket the places that the losers of the match have.
    """
    drawing = state.stages.get(key)
    if drawing is None:
        return
    if is_table(drawing.stage):
        for flight in list_flights(state, key):
            rows = table_rows(state, flight, state.board)
            yield from ((row.entry, (row.place, 0)) for row in rows)
    elif format_of(drawing.stage).is_play_off:
        yield from spans_of(state, key, state.board).items()
    else:
        yield from exits_of(state, key, state.board).items()
        yield from _list_exits_by_absence(state, key, levels)


def _list_exits_by_absence(
    state: EventState, key: str, levels: Mapping[str, int]
) -> Iterator[tuple[int, Span]]:
    """Yield the losers who do not take their line of the backdraw, with the places of the match they miss.

    They have withdrawn, for instance, and so are out one match earlier than other losers. Who has entered
    again and played on in the bracket has the place of the last match there.
    """
    names = state.index.by_flight.get(key, ())
    for number, name in enumerate(names, start=1):
        placed = state.board[name]
        if not placed.losers or placed.advancing_loser:
            continue
        for pairing in (state.graph.by_id[target] for target in state.index.dependents.get(name, ())):
            is_missed = any(
                source.origin is Origin.LOSER and source.pairing == name for source in pairing.sources
            )
            decides_places = state.index.stage_of[pairing.flight] in levels and pairing.flight != key
            if is_missed and decides_places:
                seats_after = {seat for later in names[number:] for seat in state.board[later].seats}
                yield from (
                    (entry, pairing.loser_range) for entry in placed.losers if entry not in seats_after
                )


def list_entries_still_playing(state: EventState, levels: Mapping[str, int]) -> set[int]:
    """Return the entries with a match in these stages that is not decided."""
    flights = [flight for key in levels for flight in list_flights(state, key)]
    names = (name for flight in flights for name in state.index.by_flight.get(flight, ()))
    return {
        seat for name in names if not state.board[name].is_decided for seat in state.board[name].seats if seat
    }


def list_seats(state: EventState, key: str) -> set[int]:
    """Return the entries drawn into a stage, or seated in it by earlier results."""
    names = (name for flight in list_flights(state, key) for name in state.index.by_flight.get(flight, ()))
    seats = {seat for name in names for seat in state.board[name].seats if seat}
    return seats | set(state.stages[key].members if key in state.stages else ())


def list_flights(state: EventState, key: str) -> list[str]:
    """Return the flights of a stage that have pairings: itself, or its groups."""
    flights = [flight for flight, stage in state.index.stage_of.items() if stage == key]
    return [flight for flight in flights if flight in state.index.by_flight] or flights
