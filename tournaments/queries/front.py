"""The front page of a club: what is on there now, and whose night it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone

from matches.models import Match
from matches.states import AT_A_TABLE, Status
from tournaments.models import Club, SkippedNight, WeeklyNight
from tournaments.queries.clubs import EveningSummary

AT_TABLES = [status.value for status in AT_A_TABLE]
SHOWN = 12


@dataclass(frozen=True, slots=True)
class Live:
    """The matches being played in a club, the first so many of all."""

    matches: tuple[Match, ...]
    count: int


def live(club: Club) -> Live:
    """What is being played at the desks of a club. Two queries."""
    found = playing(club)
    rows = found.select_related("white", "black", "table", "pairing__event__tournament__club")
    return Live(tuple(rows.order_by("-started_at", "-pk")[:SHOWN]), found.count())


def playing(club: Club) -> QuerySet[Match]:
    """The matches at a table in evenings of a club, and those that run without one, as casual ones do."""
    here = Q(desk__tournament__club=club) | Q(desk=club.desk_id)
    is_on = Q(table__isnull=False) | Q(status=Status.RUNNING.value)
    return Match.objects.filter(here, is_on, status__in=AT_TABLES)


def version(club: Club, now: datetime) -> tuple[Any, ...]:
    """What the front page is made of beside what `versions.of_club` tells: what the club says of itself, its
    weekly nights, what is being played, and the day. Four queries."""
    said = (club.about, club.place, club.contact, club.joining, club.archived_at)
    nights = WeeklyNight.objects.filter(club=club).order_by("pk")
    skipped = SkippedNight.objects.filter(night__club=club).aggregate(Count("pk"), Max("pk"))
    on = playing(club).aggregate(Count("pk"), Sum("version"), Max("pk"))
    heads = (timezone.localdate(now), *said, *skipped.values(), *on.values())
    return (*heads, *nights.values_list("pk", "ended_at", "name", "weekday", "begins"))


def last_winners(evenings: Sequence[EveningSummary]) -> EveningSummary | None:
    """The latest evening that somebody has won, the newest being first."""
    return next((evening for evening in evenings if evening.winners), None)
