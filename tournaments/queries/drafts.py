"""Draws that are not published, as the desk alone looks at them: brackets, groups, or the order of rounds."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.models import Entry, Event
from tournaments.phrases import flight_name
from tournaments.queries import brackets, draw_reasons, events, flights, lots
from tournaments.queries.brackets import Bracket
from tournaments.queries.flights import Folded


@dataclass(frozen=True, slots=True)
class Listed:
    """The entries of a group, or of all of a stage, in the order of their lines."""

    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """A stage that is drawn and not published. `hangs`: it is drawn, and published, with another one.

    `why` are its lines with their reasons, `short` says who could not be kept apart.
    """

    flight: str
    name: str
    hangs: bool
    lists: tuple[Listed, ...]
    brackets: tuple[Bracket, ...]
    why: tuple[lots.Line, ...] = ()
    short: tuple[str, ...] = ()


def drafts(event: Event, known: Folded | None = None) -> tuple[Draft, ...]:
    """Every stage whose draw waits to be published, in the order of the plan; two queries where there is one,
    beside the fold, which is `known` where it was asked for already."""
    known = known or flights.folded(event)
    return tuple(_drafts(event, known)) if known.drafts else ()


def _drafts(event: Event, known: Folded) -> Iterator[Draft]:
    entries = {entry.number: entry for entry in events.entries_of(event)}
    traces = draw_reasons.traces(event)
    drawn = [flight for draft in known.drafts if not draft.lists for flight in draft.flights]
    found = {shown.flight: shown for shown in brackets.pictures(event, known, drawn)}
    for draft in known.drafts:
        lists = tuple(
            Listed(_name(known, flight), tuple(entries[number] for number in numbers))
            for flight, numbers in draft.lists.items()
        )
        shown = tuple(found[flight] for flight in draft.flights if flight in found)
        if lists or shown:
            trace = traces.get(draft.stage)
            why = lots.reasoned(trace, entries) if trace else ()
            short = lots.words(trace.shortfalls, entries) if trace else ()
            yield Draft(draft.stage, _name(known, draft.stage), draft.hangs, lists, shown, why, short)


def _name(known: Folded, flight: str) -> str:
    shape = known.shapes.get(flight)
    return shape.name if shape else flight_name(flight)
