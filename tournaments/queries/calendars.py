"""Tournaments as dates of a calendar feed."""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import OuterRef

from tournaments.exchange.ics import Date
from tournaments.models import Club, Event, EventStatus, JournalEntry, Tournament, WeeklyNight
from tournaments.queries import weekly

DATES_SHOWN = 200
OPEN = ~Q(events__status=EventStatus.FINISHED)


def club_dates(club: Club, link: Callable[[Tournament], str]) -> list[Date]:
    """The latest 200 tournaments of a club; one query. `link` gives the address of a tournament."""
    return [
        _tournament_date(tournament, link(tournament))
        for tournament in _with_figures(Tournament.objects.filter(club=club))[:DATES_SHOWN]
    ]


def upcoming_dates(club: Club, now: datetime, link: str) -> list[Date]:
    """The weekly nights of the weeks to come that no evening was started for, with those left out. Three
    queries. `link` is the address of the club."""
    upcoming_nights = (
        upcoming_night for upcoming_night in weekly.coming(club, now) if upcoming_night.night is not None
    )
    return [
        _night_date(club, upcoming_night.night, upcoming_night, link)
        for upcoming_night in upcoming_nights
        if upcoming_night.night is not None
    ]


def tournament_dates(tournament: Tournament, link: Callable[[Tournament], str]) -> list[Date]:
    """One tournament as a feed of its own."""
    return [
        _tournament_date(one, link(one)) for one in _with_figures(Tournament.objects.filter(pk=tournament.pk))
    ]


def _with_figures(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """With the sum of the versions of its events, when it was last touched, what is open, when it ended."""
    events = Event.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    journal_entries = JournalEntry.objects.filter(event__tournament=OuterRef("pk")).order_by()
    last_changed_at = journal_entries.values("event__tournament").annotate(last=Max("at")).values("last")
    return (
        tournaments.select_related("club", "desk")
        .annotate(
            versions=Subquery(events.annotate(total=Sum("version")).values("total")),
            touched=Subquery(last_changed_at),
            held=Count("events", distinct=True),
            still_open=Count("events", filter=OPEN, distinct=True),
        )
        .order_by("-starts_at", "-id")
    )


def _night_date(club: Club, night: WeeklyNight, upcoming_night: weekly.Coming, link: str) -> Date:
    return Date(
        uid=f"{club.desk.code}.{night.pk}.{upcoming_night.day.isoformat()}.night@crawford",
        sequence=int(upcoming_night.is_skipped),
        changed_at=night.at,
        start=upcoming_night.starts_at,
        end=None,
        title=upcoming_night.name
        if club.name in upcoming_night.name
        else f"{upcoming_night.name} · {club.name}",
        place=club.place or club.name,
        text=upcoming_night.reason,
        link=link,
        is_cancelled=upcoming_night.is_skipped,
    )


def _tournament_date(tournament: Tournament, link: str) -> Date:
    last_changed_at: datetime | None = getattr(tournament, "touched", None)
    is_over = getattr(tournament, "held", 0) > 0 and getattr(tournament, "still_open", 1) == 0
    return Date(
        uid=f"{tournament.desk.code}.tournament@crawford",
        sequence=getattr(tournament, "versions", None) or 0,
        changed_at=last_changed_at or tournament.created_at,
        start=tournament.starts_at,
        end=last_changed_at if is_over else None,
        title=tournament.name
        if tournament.club.name in tournament.name
        else f"{tournament.name} · {tournament.club.name}",
        place=tournament.club.place or tournament.club.name,
        text="",
        link=link,
    )
