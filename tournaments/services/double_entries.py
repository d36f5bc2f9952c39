"""The check that nobody is in two entries of one event."""

from rules.errors import Refusal
from tournaments.models import Event
from tournaments.queries import entries


def check_unique_entrants(event: Event) -> None:
    """Raise if a player is in two entries of the event, alone or in pairs."""
    person = entries.find_duplicate_player(event)
    if person is not None:
        raise Refusal("sits_already", player=person.name, event=event.name)
