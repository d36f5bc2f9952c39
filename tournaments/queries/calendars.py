"""Tournaments as dates of a calendar feed."""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import OuterRef

from tournaments.exchange.ics import Date
from tournaments.models import Club, Event, EventStatus, JournalEntry, Tournament, WeeklyNight
from tournaments.queries import weekly

MOST = 200
OPEN = ~Q(events__status=EventStatus.FINISHED)


def of_club(club: Club, link: Callable[[Tournament], str]) -> list[Date]:
    """The latest 200 tournaments of a club; one query. `link` gives the address of a tournament."""
    return [_date(one, link(one)) for one in _told(Tournament.objects.filter(club=club))[:MOST]]


def to_come(club: Club, now: datetime, link: str) -> list[Date]:
    """The weekly nights of the weeks to come that no evening was started for, with those left out. Three
    queries. `link` is the address of the club."""
    coming = (one for one in weekly.coming(club, now) if one.night is not None)
    return [_night(club, one.night, one, link) for one in coming if one.night is not None]


def of_tournament(tournament: Tournament, link: Callable[[Tournament], str]) -> list[Date]:
    """One tournament as a feed of its own."""
    return [_date(one, link(one)) for one in _told(Tournament.objects.filter(pk=tournament.pk))]


def _told(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With the sum of the versions of its events, when it was last touched, what is open, when it ended."""
    own = Event.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    lines = JournalEntry.objects.filter(event__tournament=OuterRef("pk")).order_by()
    touched = lines.values("event__tournament").annotate(last=Max("at")).values("last")
    return (
        found.select_related("club", "desk")
        .annotate(
            versions=Subquery(own.annotate(total=Sum("version")).values("total")),
            touched=Subquery(touched),
            held=Count("events", distinct=True),
            still_open=Count("events", filter=OPEN, distinct=True),
        )
        .order_by("-starts_at", "-id")
    )


def _night(club: Club, night: WeeklyNight, one: weekly.Coming, link: str) -> Date:
    return Date(
        uid=f"{club.desk.code}.{night.pk}.{one.day.isoformat()}.night@crawford",
        sequence=int(one.is_skipped),
        changed_at=night.at,
        start=one.starts_at,
        end=None,
        title=one.name if club.name in one.name else f"{one.name} · {club.name}",
        place=club.place or club.name,
        text=one.reason,
        link=link,
        is_cancelled=one.is_skipped,
    )


def _date(one: Tournament, link: str) -> Date:
    touched: datetime | None = getattr(one, "touched", None)
    is_over = getattr(one, "held", 0) > 0 and getattr(one, "still_open", 1) == 0
    return Date(
        uid=f"{one.desk.code}.tournament@crawford",
        sequence=getattr(one, "versions", None) or 0,
        changed_at=touched or one.created_at,
        start=one.starts_at,
        end=touched if is_over else None,
        title=one.name if one.club.name in one.name else f"{one.name} · {one.club.name}",
        place=one.club.place or one.club.name,
        text="",
        link=link,
    )
