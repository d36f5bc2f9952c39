"""What a public page is made of, told by a few numbers and names: equal versions mean equal pages."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.utils import timezone

from matches.models import Match, PlayerChange, Table
from matches.queries import announcements
from matches.queries.written import Written
from tournaments.models import (
    Club,
    Entry,
    Event,
    JournalEntry,
    Membership,
    RatingList,
    Season,
    SeasonPlayer,
    Terms,
)
from tournaments.queries.ratings import standing_changes

Version = tuple[Any, ...]

MATCHES = Written(
    lambda desk: (
        Match.objects.filter(desk=desk)
        .order_by()
        .values("desk")
        .annotate(held=Count("pk"), all=Sum("version"))
        .values_list("held", "all")
    ),
    int,
)
NAMES = Written(
    lambda night: (
        Entry.objects.filter(event__tournament=night)
        .order_by("event", "number")
        .values_list("number", "player__code", "player__name")
    ),
    int,
)
SAID = Written(lambda desk, now: announcements.for_everybody(desk, now).values_list("pk"), int, datetime)
TERMS = Written(
    lambda event: Terms.objects.filter(event=event).order_by().values("event").annotate(last=Max("pk")), int
)
DESK_NAMES = Written(
    lambda night: (
        Entry.objects.filter(event__tournament=night)
        .order_by("event", "number")
        .values_list("player__full_name", "player__name")
    ),
    int,
)
TABLES = Written(
    lambda desk: Table.objects.filter(desk=desk).order_by("number").values_list("number", "label"), int
)
SIGNERS = Written(
    lambda event: (
        JournalEntry.objects.filter(event=event, by__isnull=False)
        .order_by("by")
        .values_list("by", "by__username")
        .distinct()
    ),
    int,
)

LIST = ("pk", "name", "system", "parameters", "counts", "ladders", "edition", "generation", "is_owed")


def of_event(event: Event) -> Version:
    """Of the pages of an event, as `of_pages` tells it whole."""
    return of_pages(event)[1]


def of_pages(event: Event) -> tuple[Version, Version]:
    """Of the frame of the pages of an event, which no result changes: how everybody who plays there is shown,
    what is announced, and whether prizes are shown; and of the pages themselves: its journal and the matches
    of the evening too. Four queries.
    """
    night, desk = event.tournament, event.tournament.desk_id
    said = (TERMS.rows(event.pk), NAMES.rows(night.pk), SAID.rows(desk, timezone.now()))
    frame = (event.pk, *heads(event), *said)
    return frame, (*frame, event.version, MATCHES.rows(desk))


def of_desk(event: Event) -> tuple[Version, Version]:
    """Of the frame of an event's desk: names, tables and house settings, what is announced, and whether money
    goes round; and of all that it shows: its journal too, every match there, and names as only desks read
    them. Five queries.
    """
    night, desk = event.tournament, event.tournament.desk
    house = (desk.confirm_policy, desk.clock, desk.final_after, desk.scale)
    said = (TABLES.rows(desk.pk), TERMS.rows(event.pk), SAID.rows(desk.pk, timezone.now()))
    frame = (event.pk, *heads(event), *house, *said)
    return frame, (*frame, event.version, MATCHES.rows(desk.pk), DESK_NAMES.rows(night.pk))


def of_head(event: Event) -> Version:
    """Of what stands around the other pages of a desk: what is announced, and whether money goes round. Two
    queries."""
    said = (TERMS.rows(event.pk), SAID.rows(event.tournament.desk_id, timezone.now()))
    return (event.pk, *heads(event), *said)


def heads(event: Event) -> Version:
    """What stands at the head of each of its pages, and which pages it has."""
    night = event.tournament
    called = (event.name, night.name, night.starts_at, night.club.name)
    return (event.lots_commitment, event.status, event.format, event.takes, *called)


def of_signers(event: Event) -> Version:
    """Of the names under the lines of a journal. One query."""
    return tuple(SIGNERS.rows(event.pk))


def of_club(club: Club) -> Version:
    """Of the pages of a club: events, seasons and their divisions, members, rating lists and their ledgers,
    matches outside events, and who is one with whom. Eight queries."""
    events = Event.objects.filter(tournament__club=club).order_by("pk")
    seasons = Season.objects.filter(club=club).order_by("pk")
    members = Membership.objects.filter(club=club).order_by("pk")
    rated = standing_changes().filter(rating_list__club=club).order_by("player")
    outside = Match.objects.filter(Q(desk=club.desk_id) | Q(desk__past_import__club=club))
    return (
        club.pk,
        club.name,
        *events.values_list("pk", "version", "name", "status", "tournament__name", "tournament__starts_at"),
        *seasons.values_list("pk", "name", "starts_on", "ends_on", "rules"),
        *SeasonPlayer.objects.filter(season__club=club).aggregate(Max("pk"), Count("pk")).values(),
        *members.values_list("pk", "role", "left_at", "player__name", "user__username"),
        *RatingList.objects.filter(club=club).order_by("pk").values_list(*LIST),
        *rated.values_list("player", "player__name").annotate(Max("pk"), Count("pk")),
        *outside.aggregate(Sum("version"), Count("pk")).values(),
        *PlayerChange.objects.aggregate(Max("pk")).values(),
    )
