"""Names of events: those of one tournament differ, except for cancelled events."""

from itertools import count

from matches.names import fold_name
from rules.errors import Refusal
from tournaments.models import Event, Tournament


def check_event_name(*, tournament: Tournament, name: str, event: Event | None = None) -> None:
    """Raise `event_name_taken` if an event of the tournament other than `event` has this name."""
    taken_names = _list_taken_names(tournament, event)
    if fold_name(name) in taken_names:
        raise Refusal("event_name_taken", name=taken_names[fold_name(name)])


def choose_event_name(*, tournament: Tournament, name: str) -> str:
    """Return the name if it is free in the tournament, else with the first free number from 2 on."""
    taken_names = _list_taken_names(tournament)
    numbered_names = (f"{name} {number}" if number > 1 else name for number in count(1))
    return next(numbered for numbered in numbered_names if fold_name(numbered) not in taken_names)


def _list_taken_names(tournament: Tournament, event: Event | None = None) -> dict[str, str]:
    """Return the names of the events that are not cancelled, without `event`, by their folded form."""
    others = tournament.events.filter(cancelled_at=None)
    if event is not None:
        others = others.exclude(pk=event.pk)
    return {fold_name(name): name for name in others.values_list("name", flat=True)}
