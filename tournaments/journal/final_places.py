"""The final places of an event, from its brackets and tables.

A place is a span (best, worst): losers of the quarter-finals share 5 to 8. The stages that decide the places
of an event are ordered by levels (`place_levels`): who goes on to a higher level is placed before all others.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.formats import format_of
from tournaments.formats.format import make_consecutive
from tournaments.formats.graph import is_secondary
from tournaments.formats.leagues import divisions_of
from tournaments.formats.place_levels import find_place_levels
from tournaments.journal.certain_places import find_certain_places
from tournaments.journal.event_end import is_finished
from tournaments.journal.flight_places import Span, is_complete, spans_of
from tournaments.journal.place_ranks import (
    Rank,
    find_loser_places_by_level,
    list_entries_still_playing,
    list_exits,
    list_flights,
    list_seats,
)
from tournaments.journal.rolling_queue import is_begun, is_rolling
from tournaments.journal.standings import is_table
from tournaments.journal.state import EventState


def find_flight_places(state: EventState, flight: str) -> dict[int, Span]:
    """Return the places of the eliminated entries of a flight and of its winner: entry -> (best, worst).

    In a bracket with places of its own, such as a consolation, they are those that no later match can change.
    """
    key = state.index.stage_of.get(flight)
    if key is None or is_table(state.plan[key]) or not _has_own_places(state, key):
        return spans_of(state, flight, state.board)
    return _find_places_by_level(state, {key: 0})


def _has_own_places(state: EventState, key: str) -> bool:
    """Whether a stage alone decides its places, from the first: a consolation or a mini knockout does."""
    if int(state.plan[key].options.get("first", 1)) > 1:
        return False
    return is_rolling(state.plan) or not any(key in levels for levels in find_place_levels(state.plan))


def find_final_places(state: EventState) -> dict[int, Span]:
    """Return the places of the event: those reached so far, and all of them at its end.

    Each entry has the place of the last stage it played in (`place_levels`): losers of the semi-finals of a
    double elimination that of the backdraw, entries that go out in groups one below the knockout. Split
    flights have their own places. Rolling knockouts: the best place of each entry in any of them. Each
    division of a league has places of its own.
    """
    if is_rolling(state.plan):
        return _find_best_places(state)
    divisions = divisions_of(state.plan)
    if divisions:
        return {
            entry: span for flight in divisions for entry, span in find_flight_places(state, flight).items()
        }
    spans: dict[int, Span] = {}
    for levels in find_place_levels(state.plan):
        spans = _find_places_by_level(state, levels) | spans
    return spans


def find_places_in_flights(state: EventState) -> dict[int, dict[str, Span]]:
    """Return the places in consolations, last chances, side brackets and minis: entry -> flight -> span."""
    places: dict[int, dict[str, Span]] = {}
    for flight in state.index.by_flight:
        has_own_places = is_secondary(flight) or is_rolling(state.plan)
        if has_own_places and not is_table(state.stages[state.index.stage_of[flight]].stage):
            for entry, span in find_flight_places(state, flight).items():
                places.setdefault(entry, {})[flight] = span
    return places


def find_loser_places(state: EventState) -> dict[str, Span]:
    """Return the places of the losers of each pairing of a bracket: pairing -> (best, worst).

    They are those of the final list, if no further entry is absent: places that no entry can take any more,
    as after a double no-show, are closed. Pairings without losers for a place are left out: those with a
    bye, and those whose loser plays on for places.
    """
    fields = [] if is_rolling(state.plan) else find_place_levels(state.plan)
    keys_of_fields = {key for levels in fields for key in levels}
    flights_with_own_places = [{key: 0} for key in state.stages if key not in keys_of_fields]
    return {
        name: span
        for levels in (*fields, *flights_with_own_places)
        for name, span in find_loser_places_by_level(state, levels).items()
    }


@dataclass(frozen=True, slots=True)
class SharedPlaces:
    """Places of a flight that entries share because no player advanced from a pairing.

    `sharing` are all entries on these places, among them the two of the pairing.
    """

    pairing: str
    places: Span
    sharing: frozenset[int]


def list_shared_places(state: EventState) -> list[SharedPlaces]:
    """Return the places that are shared because both players of a bracket pairing were out of it."""
    names_by_flight = {
        flight: [name for name in names if len(state.board[name].losers) == 2]
        for flight, names in state.index.by_flight.items()
        if not is_table(state.stages[state.index.stage_of[flight]].stage)
    }
    if not any(names_by_flight.values()):
        return []
    fields, loser_places = list_fields(state), find_loser_places(state)
    shared_places = []
    for flight, names in names_by_flight.items():
        key = state.index.stage_of[flight]
        field_spans = next((field.spans for field in fields if key in field.stages), None)
        spans = find_flight_places(state, flight) if field_spans is None else field_spans
        for name in names:
            own_span = spans.get(state.board[name].losers[0])
            if own_span is not None:
                sharing = frozenset(entry for entry, span in spans.items() if span == own_span)
                shared_places.append(SharedPlaces(name, loser_places.get(name, own_span), sharing))
    return shared_places


@dataclass(frozen=True, slots=True)
class PlacesField:
    """Entries that play for places of their own: of the event, a split flight, a mini knockout or a division.

    `key` is its first stage, `stages` those that decide its places, `spans` the places reached so far.
    """

    key: str
    stages: tuple[str, ...]
    members: frozenset[int]
    spans: Mapping[int, Span]
    is_over: bool


def list_fields(state: EventState) -> list[PlacesField]:
    """Return the fields of an event: one, or one for each split flight, mini knockout begun, or division."""
    if is_rolling(state.plan):
        begun = [drawing for drawing in state.stages.values() if is_begun(drawing)]
        return [
            _make_field(state, (one.stage.key,), find_flight_places(state, one.stage.key)) for one in begun
        ]
    divisions = divisions_of(state.plan)
    if divisions:
        return [_make_field(state, (flight,), find_flight_places(state, flight)) for flight in divisions]
    return [
        _make_field(state, tuple(levels), _find_places_by_level(state, levels))
        for levels in find_place_levels(state.plan)
    ]


def _make_field(state: EventState, keys: tuple[str, ...], spans: Mapping[int, Span]) -> PlacesField:
    members = frozenset(entry for key in keys if key in state.stages for entry in state.stages[key].members)
    is_over = is_finished(state, state.board) or all(_is_over(state, key) for key in keys)
    return PlacesField(keys[0], keys, members, spans, is_over)


def _find_places_by_level(state: EventState, levels: Mapping[str, int]) -> dict[int, Span]:
    """Return the places that stages of these levels decide: those certain so far, all once they are over.

    An entry of several stages has the place of the last one: higher levels replace those below.
    """
    order = sorted(levels, key=lambda key: levels[key])
    if is_finished(state, state.board) or all(_is_over(state, key) for key in order):
        return _make_spans(
            {entry: (-levels[key], *span) for key in order for entry, span in list_exits(state, key, levels)}
        )
    spans: dict[int, Span | None] = {}
    brackets = [key for key in order if _is_bracket(state, key)]
    for key in order:
        above = [each for each in order if levels[each] > levels[key]]
        spans |= _find_places_so_far(state, key, levels, above)
    if brackets and all(key in state.stages and _is_over(state, key) for key in brackets):
        # Rounds of a table below may be to come; those who share places of the brackets share them already.
        spans |= _make_spans(
            {
                entry: (-levels[key], *span)
                for key in brackets
                for entry, span in list_exits(state, key, levels)
            }
        )
    still_playing = list_entries_still_playing(state, levels)
    return {entry: span for entry, span in spans.items() if span is not None and entry not in still_playing}


def _is_bracket(state: EventState, key: str) -> bool:
    return not is_table(state.plan[key])


def _make_spans(ranks: Mapping[int, Rank]) -> dict[int, Span]:
    """Return consecutive places from 1 in the order of the ranks; equal ranks share their places."""
    order = sorted(set(ranks.values()))
    return make_consecutive({entry: (order.index(rank), 0) for entry, rank in ranks.items()})


def _find_places_so_far(
    state: EventState, key: str, levels: Mapping[str, int], above: Collection[str]
) -> dict[int, Span | None]:
    """Return the places of a stage that no later match can change, while the event is not over.

    `above` are the stages on higher levels, in which entries of this one may go on. None stands for an entry
    that is out of the stage but may still go on to one above that is not drawn yet: it has no place so far,
    not even that of a lower stage.
    """
    drawing = state.stages.get(key)
    if drawing is None:
        return {}
    exits = dict(list_exits(state, key, levels))
    if not is_table(drawing.stage):
        going_on = max((state.plan[each].feed.last for each in above if each not in state.stages), default=0)
        lowest = int(drawing.stage.options.get("first", 1)) + going_on
        places = exits if format_of(drawing.stage).is_play_off else _find_certain_exits(state, key, levels)
        return {entry: places.get(entry) if span[0] >= lowest else None for entry, span in exits.items()}
    # The members of a draft are not public: places below follow once its draw is published.
    if any(each in state.stages and not state.stages[each].is_published for each in above):
        return {}
    seats_above = {seat for each in above for seat in list_seats(state, each)}
    if not _is_over(state, key) or (above and not seats_above):
        return {}
    spans_below = {entry: span for entry, span in exits.items() if entry not in seats_above}
    return {**make_consecutive(spans_below, len(seats_above) + 1)}


def _find_certain_exits(state: EventState, key: str, levels: Mapping[str, int]) -> dict[int, Span]:
    """Return the places of a bracket that no later match can change.

    There are none while a higher stage for entries of a table is not drawn: its size is not known.
    """
    undrawn = [each for each in levels if levels[each] > levels[key] and each not in state.stages]
    if undrawn and any(is_table(state.plan[each]) for each in levels):
        return {}
    places = find_certain_places(state, levels)
    ranks = {entry: (-levels[key], *span) for entry, span in list_exits(state, key, levels)}
    return {entry: places[rank] for entry, rank in ranks.items() if rank in places}


def _is_over(state: EventState, key: str) -> bool:
    """Return whether a stage has begun, and all its flights are complete."""
    flights = list_flights(state, key)
    return bool(flights) and all(is_complete(state, flight, state.board) for flight in flights)


def _find_best_places(state: EventState) -> dict[int, Span]:
    """Return the best place of each entry in any of the rolling knockouts, among those it has left."""
    best: dict[int, Span] = {}
    for stage in state.plan.stages:
        for entry, span in find_flight_places(state, stage.key).items():
            best[entry] = min(span, best.get(entry, span))
    return best
