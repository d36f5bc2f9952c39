"""Locks of clubs, tournaments and events. Events are locked before any match, those of a desk together."""

from tournaments.models import Club, Event


def lock_event(event: Event) -> Event:
    """Return the event reloaded under its lock; call it first in a transaction.

    Events of a tournament share tables, so they are locked together, by primary key.
    """
    return lock_tournament(event.tournament_id)[event.pk]


def lock_tournament(tournament_id: int) -> dict[int, Event]:
    """Lock the events of a tournament, with the tournament, and return them by primary key."""
    events = Event.objects.select_for_update(of=("self", "tournament")).select_related(
        "tournament__desk", "tournament__club"
    )
    return {event.pk: event for event in events.filter(tournament=tournament_id).order_by("pk")}


def lock_club(club: Club) -> None:
    """Lock the club, so that its memberships change one at a time."""
    Club.objects.select_for_update().get(pk=club.pk)
