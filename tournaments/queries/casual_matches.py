"""Casual matches of a club: open, finished, and counted for a season."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from matches.models import Match, Player
from matches.states import Status
from tournaments.models import CasualMatch, Club

FINAL_STATUSES = (Status.SETTLED.value, Status.VOID.value)


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A casual match, and who opened it ("" a player by his badge)."""

    casual: CasualMatch
    match: Match
    by: str


def open_matches(club: Club) -> list[OpenMatch]:
    """What is being played or waits for a word, the newest first. One query."""
    return [_open_match(row) for row in _casual_matches(club).exclude(match__status__in=FINAL_STATUSES)]


def finished_matches(club: Club) -> QuerySet[CasualMatch]:
    """What was played, the latest first; void ones are among them."""
    return (
        _casual_matches(club).filter(match__status__in=FINAL_STATUSES).order_by("-match__settled_at", "-pk")
    )


def counted_matches(club: Club, first: date, last: date) -> QuerySet[Match]:
    """The matches that count for a season and were settled between two days, as they were settled."""
    days = {"settled_at__date__gte": first, "settled_at__date__lte": last}
    matches = Match.objects.filter(casual__club=club, casual__is_counted=True, status=Status.SETTLED.value)
    return matches.filter(**days).order_by("settled_at", "id")


def find_open_match(club: Club, one: Player, other: Player) -> Match | None:
    """The casual match these two have on at this club, if any."""
    sides = Q(white=one, black=other) | Q(white=other, black=one)
    matches = Match.objects.filter(sides, casual__club=club).exclude(status__in=FINAL_STATUSES)
    return matches.order_by("pk").first()


def _casual_matches(club: Club) -> QuerySet[CasualMatch]:
    casual_matches = CasualMatch.objects.filter(club=club)
    return casual_matches.select_related("match__white", "match__black", "by").order_by("-pk")


def _open_match(row: CasualMatch) -> OpenMatch:
    return OpenMatch(row, row.match, row.by.get_username() if row.by else "")
