"""Evenings and events as integrators find them, by address and by id."""

from django.db.models import Count, QuerySet

from tournaments.models import Club, Entry, Event, Pairing, Tournament
from tournaments.queries import flights


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


def pairings_of(event: Event) -> list[Pairing]:
    """Every pairing of an event with seats, match and table, drafts too; meetings of teams without their
    boards. Flight by flight as people look for them, and round by round. One query."""
    found = Pairing.objects.filter(event=event, board=0).select_related(
        "match__table", "white_entry__player", "black_entry__player", "winner_entry"
    )
    return sorted(found, key=lambda row: (flights.order_of(row.flight), row.round, row.position))


def public_pairings(event: Event) -> list[Pairing]:
    """The pairings of published flights alone: a draw that may still be made again stays at the desk."""
    shapes = flights.folded(event).shapes
    return [row for row in pairings_of(event) if row.flight in shapes and shapes[row.flight].is_published]
