"""Clubs, their players and events, found by address and number."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from matches.models import Desk, Player
from matches.names import NameKind, get_sort_key
from matches.queries.lookups import get_or_none
from tournaments.models import Club, Event, EventStatus, PastPlace, PastPoints, PastResult


def make_counted_condition(event: str) -> Q:
    """Return the condition that the results of `event`, a lookup, count for ratings and seasons.

    Those of a copy of an event that another site directs count once it is finished, or taken over.
    """
    is_directed_here = Q(**{f"{event}__tournament__is_directed_elsewhere": False})
    return is_directed_here | Q(**{f"{event}__status": EventStatus.FINISHED.value})


def event_by_id(pk: int) -> Event | None:
    """Return an event with tournament, desk and club."""
    return get_or_none(Event.objects.select_related("tournament__club", "tournament__desk"), pk=pk)


def all_events() -> QuerySet[Event]:
    """Return every event with its tournament, newest first."""
    return Event.objects.select_related("tournament").order_by("-tournament__starts_at", "-pk")


def event_by_address(club: str, tournament: str, event: str) -> Event | None:
    """Return the event by the slugs of club, tournament and event, with tournament, desk and club.

    One query.
    """
    events = Event.objects.select_related("tournament__club", "tournament__desk")
    return get_or_none(events, tournament__club__slug=club, tournament__slug=tournament, slug=event)


def find_club_of_desk(desk: Desk) -> Club | None:
    """Return the club of its own desk or of one of its tournaments; None for the desk of the site."""
    club: Club | None = getattr(getattr(desk, "tournament", None), "club", None) or getattr(
        desk, "club", None
    )
    return club


def club_by_slug(slug: str) -> Club | None:
    """Return the club of a slug, with its desk."""
    return get_or_none(Club.objects.select_related("desk"), slug=slug)


def sort_by_name(clubs: Iterable[Club]) -> list[Club]:
    """Return a few clubs by name: "Łódź" stands among the names with L, which no database does."""
    return sorted(clubs, key=lambda club: (get_sort_key(club.name), club.pk))


def people_of(club: Club) -> QuerySet[Player]:
    """Return every player of a club: members, entered, and imported ones."""
    imported_results = PastResult.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    imported_places = PastPlace.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    imported_points = PastPoints.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    connected_to_club = (
        Q(memberships__club=club)
        | Q(pk__in=imported_places.values("player"))
        | Q(pk__in=imported_points.values("player"))
        | Q(entries__event__tournament__club=club)
        | Q(pk__in=imported_results.values("match__white"))
        | Q(pk__in=imported_results.values("match__black"))
    )
    people = Player.objects.filter(connected_to_club, kind=NameKind.PERSON.value, anonymised_at=None)
    return Player.objects.filter(pk__in=people.order_by().values("pk")).order_by("pk")


def list_known_names(club: Club) -> list[str]:
    """Return the names of the people of a club. One query."""
    return list(people_of(club).values_list("name", flat=True))
