"""Versions of public pages of an event for their ETags: equal versions mean equal content."""

from collections.abc import Iterable

from django.db.models import Count, Q, Sum
from django.utils import timezone

from matches.models import Match, Table
from matches.queries import announcements
from matches.registry import BreakNotice
from tournaments.models import (
    Event,
    JournalEntry,
)
from tournaments.play.events.announcements import EventNotices
from tournaments.play.schedule.queries.breaks import get_shown_breaks
from tournaments.web.etags import Version, latest_name_change


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
    states = (
        *(event.cancelled_at, tournament.cancelled_at, tournament.archived_at),
        *(tournament.is_draft, tournament.is_directed_elsewhere),
    )
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


def of_authors(event: Event) -> Version:
    """Return the version of the authors of a journal: their keys and usernames. One query."""
    signed = JournalEntry.objects.filter(event=event, by__isnull=False).order_by("by")
    return tuple(signed.values_list("by", "by__username").distinct())
