"""Versions of public pages for their ETags: equal versions mean equal content."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.utils import timezone

from matches.models import Match, PlayerChange, Table
from matches.queries import announcements
from matches.registry import BreakNotice
from tournaments.models import (
    Club,
    Event,
    JournalEntry,
    Membership,
    RatingList,
    Season,
    SeasonPlayer,
    Tournament,
)
from tournaments.queries.announcements import EventNotices
from tournaments.queries.breaks import get_shown_breaks
from tournaments.queries.ratings import all_current_changes

Version = tuple[Any, ...]

TOURNAMENT_COLUMNS = (
    *("pk", "name", "starts_at", "ends_on", "is_draft", "cancelled_at", "archived_at"),
    *(f"events__{name}" for name in ("pk", "version", "name", "status", "cancelled_at")),
)
RATING_LIST_COLUMNS = (
    "pk",
    "name",
    "system",
    "parameters",
    "counts",
    "ladders",
    "edition",
    "generation",
    "is_pending",
)


def of_event(event: Event) -> Version:
    """Return the version of an event's pages, announcements and breaks included; five queries."""
    desk, now = event.tournament.desk_id, timezone.now()
    return (
        *of_event_content(event),
        *announcements.get_active_announcements(desk, now).values_list("pk"),
        *_describe_breaks(get_shown_breaks(desk, now)),
    )


def of_notices(notices: EventNotices) -> Version:
    """Return the version of the announcements and breaks that a page of an event shows; no query."""
    return (*(announcement.pk for announcement in notices.announcements), *_describe_breaks(notices.breaks))


def of_event_content(event: Event) -> Version:
    """Return the version of an event's pages without announcements and breaks; three queries.

    It depends on the page head, the journal, the matches of the tournament, and names of players and tables.
    """
    tournament, desk = event.tournament, event.tournament.desk_id
    head = (event.name, tournament.name, tournament.starts_at, tournament.currency, tournament.club.name)
    states = (event.cancelled_at, tournament.cancelled_at, tournament.archived_at, tournament.is_draft)
    matches = Match.objects.filter(desk=desk).order_by()
    return (
        *(
            event.pk,
            event.version,
            event.status,
            event.format,
            event.takes,
            event.draw_commitment,
            *head,
            *states,
        ),
        *matches.aggregate(Count("pk"), Sum("version")).values(),
        *latest_name_change(),
        *Table.objects.filter(~Q(label="") | Q(is_out_of_use=True), desk=desk)
        .order_by("number")
        .values_list("number", "label", "is_out_of_use"),
    )


def _describe_breaks(breaks: Iterable[BreakNotice]) -> list[Version]:
    """Return the breaks that a page shows, and whether each is on."""
    return [(row.number, row.is_on, row.ends_at, row.reason) for row in breaks]


def latest_name_change() -> Version:
    """Return the version of all player names: every change writes a row. One query."""
    return tuple(PlayerChange.objects.order_by("-pk").values_list("pk", flat=True)[:1])


def of_authors(event: Event) -> Version:
    """Return the version of the authors of a journal: their keys and usernames. One query."""
    signed = JournalEntry.objects.filter(event=event, by__isnull=False).order_by("by")
    return tuple(signed.values_list("by", "by__username").distinct())


def of_club(club: Club) -> Version:
    """Return the version of a club's pages; eight queries.

    It depends on tournaments and events, seasons and divisions, members, rating lists and ledgers,
    matches outside events, and merged players.
    """
    tournaments = Tournament.objects.filter(club=club).order_by("pk", "events__pk")
    seasons = Season.objects.filter(club=club).order_by("pk")
    members = Membership.objects.filter(club=club).order_by("pk")
    rated = all_current_changes().filter(rating_list__club=club).order_by("player")
    outside = Match.objects.filter(Q(desk=club.desk_id) | Q(desk__past_import__club=club))
    return (
        club.pk,
        club.name,
        *tournaments.values_list(*TOURNAMENT_COLUMNS),
        *seasons.values_list("pk", "name", "starts_on", "ends_on", "rules"),
        *SeasonPlayer.objects.filter(season__club=club).aggregate(Max("pk"), Count("pk")).values(),
        *members.values_list("pk", "role", "left_at", "player__name", "user__username"),
        *RatingList.objects.filter(club=club).order_by("pk").values_list(*RATING_LIST_COLUMNS),
        *rated.values_list("player", "player__name").annotate(Max("pk"), Count("pk")),
        *outside.aggregate(Sum("version"), Count("pk")).values(),
        *latest_name_change(),
    )
