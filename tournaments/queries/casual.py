"""Casual matches of a club: open, finished, and counted for a season."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from matches.models import Match, Player
from matches.states import Status
from tournaments.models import CasualMatch, Club

OVER = (Status.SETTLED.value, Status.VOID.value)


@dataclass(frozen=True, slots=True)
class Opened:
    """A casual match, and who opened it ("" a player by his badge)."""

    casual: CasualMatch
    match: Match
    by: str


def open_matches(club: Club) -> list[Opened]:
    """What is being played or waits for a word, the newest first. One query."""
    return [_opened(row) for row in _rows(club).exclude(match__status__in=OVER)]


def over(club: Club) -> QuerySet[CasualMatch]:
    """What was played, the latest first; void ones are among them."""
    return _rows(club).filter(match__status__in=OVER).order_by("-match__settled_at", "-pk")


def counted(club: Club, first: date, last: date) -> QuerySet[Match]:
    """The matches that count for a season and were settled between two days, as they were settled."""
    days = {"settled_at__date__gte": first, "settled_at__date__lte": last}
    matches = Match.objects.filter(casual__club=club, casual__is_counted=True, status=Status.SETTLED.value)
    return matches.filter(**days).order_by("settled_at", "id")


def open_between(club: Club, one: Player, other: Player) -> Match | None:
    """The casual match these two have on at this club, if any."""
    sides = Q(white=one, black=other) | Q(white=other, black=one)
    matches = Match.objects.filter(sides, casual__club=club).exclude(status__in=OVER)
    return matches.order_by("pk").first()


def _rows(club: Club) -> QuerySet[CasualMatch]:
    casual_matches = CasualMatch.objects.filter(club=club)
    return casual_matches.select_related("match__white", "match__black", "by").order_by("-pk")


def _opened(row: CasualMatch) -> Opened:
    return Opened(row, row.match, row.by.get_username() if row.by else "")
