"""The final places of an event, from its brackets and tables."""

from collections.abc import Sequence

from tournaments.formats import format_of
from tournaments.formats.graph import BACKDRAW, FINAL, MAIN, kind_of
from tournaments.formats.leagues import divisions_of
from tournaments.journal.rolling_queue import is_rolling
from tournaments.journal.standings import Span, spans_of
from tournaments.journal.state import EventState


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
