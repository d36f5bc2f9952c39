"""Unpublished draws for the desk: brackets, groups and entry order."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import Entry, Event
from tournaments.phrases import flight_name
from tournaments.queries import brackets, draw_audit, events, flights
from tournaments.queries.brackets import Bracket
from tournaments.queries.flights import EventOverview


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries of a group, or of all of a stage, in the order of their lines."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class DraftView:
    """A stage that is drawn and not published. `hangs`: it is drawn, and published, with another one.

    `why` are its lines with their reasons, `short` says who could not be kept apart.
    """

    flight: str
    name: str
    hangs: bool
    lists: tuple[EntryList, ...]
    brackets: tuple[Bracket, ...]
    why: tuple[draw_audit.DrawLine, ...] = ()
    short: tuple[str, ...] = ()


def get_drafts(event: Event, overview: EventOverview | None = None) -> tuple[DraftView, ...]:
    """Every stage whose draw waits to be published, in the order of the plan; two queries where there is one,
    beside the fold, which is `known` where it was asked for already."""
    overview = overview or flights.get_overview(event)
    return tuple(_iterate_drafts(event, overview)) if overview.drafts else ()


def _iterate_drafts(event: Event, overview: EventOverview) -> Iterator[DraftView]:
    entries = {entry.number: entry for entry in events.entries_of(event)}
    traces = draw_audit.get_traces(event)
    drawn_flights = [flight for draft in overview.drafts if not draft.lists for flight in draft.flights]
    brackets_by_flight = {
        draft_brackets.flight: draft_brackets
        for draft_brackets in brackets.build_brackets(event, overview, drawn_flights)
    }
    for draft in overview.drafts:
        lists = tuple(
            EntryList(_name(overview, flight), tuple(entries[number] for number in numbers))
            for flight, numbers in draft.lists.items()
        )
        draft_brackets = tuple(
            brackets_by_flight[flight] for flight in draft.flights if flight in brackets_by_flight
        )
        if lists or draft_brackets:
            trace = traces.get(draft.stage)
            lines = draw_audit.describe_lines(trace, entries) if trace else ()
            shortfalls = draw_audit.describe_reasons(trace.shortfalls, entries) if trace else ()
            yield DraftView(
                draft.stage,
                _name(overview, draft.stage),
                draft.hangs,
                lists,
                draft_brackets,
                lines,
                shortfalls,
            )


def _name(overview: EventOverview, flight: str) -> str:
    flight_info = overview.flight_infos.get(flight)
    return flight_info.name if flight_info else flight_name(flight)
