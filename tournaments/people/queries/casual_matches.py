"""Casual matches of a club: those in play, those finished, and the open one of two players."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from matches.models import Match, Player
from matches.states import Status
from tournaments.models import CasualMatch, Club

FINAL_STATUSES = (Status.SETTLED.value, Status.VOID.value)


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """An open casual match; `by` is the username of who opened it, "" for a player with a badge."""

    casual: CasualMatch
    match: Match
    by: str


def open_matches(club: Club) -> list[OpenMatch]:
    """Return the casual matches in play or awaiting confirmation, newest first. One query."""
    return [_open_match(row) for row in _casual_matches(club).exclude(match__status__in=FINAL_STATUSES)]


def finished_matches(club: Club) -> QuerySet[CasualMatch]:
    """Return the finished matches, latest first, void ones included."""
    return (
        _casual_matches(club).filter(match__status__in=FINAL_STATUSES).order_by("-match__settled_at", "-pk")
    )


def find_open_match(club: Club, one: Player, other: Player) -> Match | None:
    """Return the open casual match of these two at the club, if any."""
    sides = Q(white=one, black=other) | Q(white=other, black=one)
    matches = Match.objects.filter(sides, casual__club=club).exclude(status__in=FINAL_STATUSES)
    return matches.order_by("pk").first()


def _casual_matches(club: Club) -> QuerySet[CasualMatch]:
    casual_matches = CasualMatch.objects.filter(club=club)
    return casual_matches.select_related("match__white", "match__black", "by").order_by("-pk")


def _open_match(row: CasualMatch) -> OpenMatch:
    return OpenMatch(row, row.match, row.by.get_username() if row.by else "")
