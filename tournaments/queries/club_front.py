"""Queries of a club's front page: matches in play and last winners."""

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
MATCHES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class LiveMatches:
    """The matches being played in a club, the first so many of all."""

    matches: tuple[Match, ...]
    count: int


def get_live_matches(club: Club) -> LiveMatches:
    """What is being played at the desks of a club. Two queries."""
    matches = matches_in_play(club)
    rows = matches.select_related("white", "black", "table", "pairing__event__tournament__club")
    return LiveMatches(tuple(rows.order_by("-started_at", "-pk")[:MATCHES_SHOWN]), matches.count())


def matches_in_play(club: Club) -> QuerySet[Match]:
    """The matches at a table in evenings of a club, and those that run without one, as casual ones do."""
    is_in_club = Q(desk__tournament__club=club) | Q(desk=club.desk_id)
    is_in_play = Q(table__isnull=False) | Q(status=Status.RUNNING.value)
    return Match.objects.filter(is_in_club, is_in_play, status__in=AT_TABLES)


def front_page_version(club: Club, now: datetime) -> tuple[Any, ...]:
    """What the front page is made of beside what `versions.of_club` tells: what the club says of itself, its
    weekly nights, what is being played, and the day. Four queries."""
    club_fields = (club.about, club.place, club.contact, club.joining, club.archived_at)
    nights = WeeklyNight.objects.filter(club=club).order_by("pk")
    skipped_summary = SkippedNight.objects.filter(night__club=club).aggregate(Count("pk"), Max("pk"))
    playing_summary = matches_in_play(club).aggregate(Count("pk"), Sum("version"), Max("pk"))
    values = (timezone.localdate(now), *club_fields, *skipped_summary.values(), *playing_summary.values())
    return (*values, *nights.values_list("pk", "ended_at", "name", "weekday", "begins"))


def last_winners(evenings: Sequence[EveningSummary]) -> EveningSummary | None:
    """The latest evening that somebody has won, the newest being first."""
    return next((evening for evening in evenings if evening.winners), None)
