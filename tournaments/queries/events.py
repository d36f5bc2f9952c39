"""Evenings and events as integrators find them, by address and by id."""

from django.db.models import Count, QuerySet

from tournaments.models import Club, Entry, Event, EventStatus, Pairing, Tournament
from tournaments.queries import boards


def event_by_id(pk: int) -> Event | None:
    """An event with its evening, desk and club."""
    return Event.objects.select_related("tournament__club", "tournament__desk").filter(pk=pk).first()


def evening_by_slug(club: Club, slug: str) -> Tournament | None:
    """An evening of a club by its address."""
    return Tournament.objects.select_related("club", "desk").filter(club=club, slug=slug).first()


def events_of(tournament: Tournament) -> QuerySet[Event]:
    """The events of an evening, each with `entered`, the number of its entries."""
    return Event.objects.filter(tournament=tournament).annotate(entered=Count("entries")).order_by("id")


def entries_of(event: Event) -> QuerySet[Entry]:
    """The entries of an event by number, pairs with their members."""
    rows = Entry.objects.filter(event=event)
    return rows.select_related("player__first", "player__second").order_by("number")


def pairings_of(event: Event) -> QuerySet[Pairing]:
    """The bracket of an event, the main flight first, with seats, match and table."""
    return boards.bracket(event)


def public_bracket(event: Event) -> QuerySet[Pairing]:
    """The bracket of an event once it is published; a draw that may still be made again stays at the desk."""
    if event.status in (EventStatus.PUBLISHED, EventStatus.FINISHED):
        return pairings_of(event)
    return Pairing.objects.none()
