"""The lock of an event: taken before any of its matches, together with the events at the same desk."""

from tournaments.models import Event


def lock_event(event: Event) -> Event:
    """The event read afresh under its lock, to be called inside a transaction and before anything else.

    Events of one tournament share tables, so they are locked together, in the order of their primary keys.
    """
    return lock_tournament(event.tournament_id)[event.pk]


def lock_tournament(tournament_id: int) -> dict[int, Event]:
    """All events of a tournament under lock, by primary key."""
    events = Event.objects.select_for_update(of=("self",)).select_related(
        "tournament__desk", "tournament__club"
    )
    return {event.pk: event for event in events.filter(tournament=tournament_id).order_by("pk")}
