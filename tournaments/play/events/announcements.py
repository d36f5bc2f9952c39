"""Announcements for the players of an event."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from matches.models import Announcement, Match
from matches.models.desk import Audience
from matches.queries import announcements, desks
from matches.queries.breaks import get_desk_breaks
from matches.queries.matches import exclude_suspended
from matches.registry import BreakNotice
from matches.states import AT_A_TABLE, BEFORE_THE_END
from tournaments.models import Entry, Event, TeamMember, Tournament


@dataclass(frozen=True, slots=True)
class EventNotices:
    """What the pages of an event show above their content: announcements, and the breaks of its desk."""

    announcements: list[Announcement]
    breaks: list[BreakNotice]


def get_event_notices(event: Event, now: datetime) -> EventNotices:
    """Return what the pages of an event show above their content. Two queries in most cases."""
    return EventNotices(get_event_announcements(event, now), get_desk_breaks(event.tournament.desk))


def get_event_announcements(event: Event, now: datetime) -> list[Announcement]:
    """Return the announcements shown on the pages of an event: those for all, and those for its players.

    One query, unless some announcements have a narrower audience.
    """
    desk_id = event.tournament.desk_id
    rows = list(announcements.get_public_announcements(desk_id, now, Q()))
    if all(row.audience == Audience.ALL for row in rows):
        return rows
    for_event = Q(pk__in=event.announcements.through.objects.filter(event=event).values("announcement"))
    return list(announcements.get_public_announcements(desk_id, now, announcements.FOR_ALL | for_event))


def make_event_audience(players: Collection[int]) -> Q:
    """Return the condition on announcements for an event that one of these players (by key) is entered in."""
    entries = Entry.objects.filter(player__in=players).values("event")
    members = TeamMember.objects.filter(player__in=players).values("event")
    links = Event.announcements.through.objects.filter(Q(event__in=entries) | Q(event__in=members))
    return Q(pk__in=links.values("announcement"))


def get_matches_at_tables(tournament: Tournament) -> QuerySet[Match]:
    """Return the matches of a tournament that are called or played, by table, with their players."""
    statuses = [status.value for status in AT_A_TABLE]
    rows = desks.get_matches_of(tournament.desk).filter(status__in=statuses, table__isnull=False)
    return exclude_suspended(rows).select_related("white", "black").order_by("table__number")


def get_callable_matches(tournament: Tournament) -> QuerySet[Match]:
    """Return the matches of a tournament whose players can be called: those that are not over."""
    statuses = [status.value for status in BEFORE_THE_END]
    return exclude_suspended(desks.get_matches_of(tournament.desk).filter(status__in=statuses))
