"""Announcements of a desk: those shown now, to all or to some players, and all that were made."""

from collections.abc import Iterable
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from matches.models import Announcement, Desk, Player
from matches.models.desk import EVERYWHERE, Audience
from matches.queries.people import get_spellings, include_pairs
from matches.registry import announcement_audiences

FOR_ALL = Q(audience=Audience.ALL)


def get_active_announcements(desk_id: int, now: datetime) -> QuerySet[Announcement]:
    """Announcements shown on screens now, the latest first."""
    is_current = Q(until=None) | Q(until__gt=now)
    rows = Announcement.objects.filter(is_current, desk=desk_id, taken_back_at=None)
    # Most are not of a match, and joining it would make each page of an event slower.
    return rows.prefetch_related("match__white", "match__black").order_by("-id")


def get_public_announcements(desk_id: int, now: datetime, audience: Q = FOR_ALL) -> QuerySet[Announcement]:
    """Announcements shown on public pages and phones now, for everybody or for this audience."""
    return get_active_announcements(desk_id, now).filter(audience, reach=EVERYWHERE)


def get_announcements_for(desk_id: int, now: datetime, players: Iterable[Player] = ()) -> list[Announcement]:
    """Return the announcements shown to these players now: those for everybody and their own.

    One query, unless some announcements have a narrower audience.
    """
    rows = list(get_public_announcements(desk_id, now, Q()))
    if all(row.audience == Audience.ALL for row in rows):
        return rows
    return list(get_public_announcements(desk_id, now, make_player_audience(players)))


def make_player_audience(players: Iterable[Player]) -> Q:
    """Return a condition on announcements: those for everybody or for one of these players."""
    keys = {player.pk for player in include_pairs(_all_spellings(players))}
    audience = FOR_ALL | Q(match__white__in=keys) | Q(match__black__in=keys)
    return reduce(or_, announcement_audiences(keys), audience)


def _all_spellings(players: Iterable[Player]) -> list[Player]:
    members = {member for player in players for member in (player, *player.members)}
    return [spelling for member in members for spelling in get_spellings(member)]


def get_announcement_log(desk: Desk, limit: int | None = 20) -> QuerySet[Announcement]:
    """The announcements of a desk with their authors, the latest first; `limit` None for all."""
    rows = desk.announcements.select_related(
        "by__player", "taken_back_by__player", "match__white", "match__black"
    )
    return rows[:limit]


def get_announcement(desk: Desk, number: int) -> Announcement | None:
    """An announcement of this desk."""
    return desk.announcements.select_related("desk").filter(pk=number).first()
