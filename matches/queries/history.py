"""Settled results in order: what ratings fold over, what a player's page shows."""

from django.db.models import Count, Q, QuerySet

from matches.models import Match, Player
from matches.queries.people import is_person_in, is_person_or_pair_in
from matches.states import Ending, Status


def get_matches_of_player(player: Player) -> QuerySet[Match]:
    """Every match of a person that was not voided, under any spelling, the newest first."""
    is_players_match = is_person_in("white", player) | is_person_in("black", player)
    rows = Match.objects.filter(is_players_match).exclude(status=Status.VOID.value)
    return rows.select_related("desk", "white", "black", "table").order_by("-settled_at", "-id")


def get_matches_with_player(player: Player) -> QuerySet[Match]:
    """Every match that was not voided in which a person sits, alone or in a pair, the newest first."""
    rows = Match.objects.filter(is_person_or_pair_in("white", player) | is_person_or_pair_in("black", player))
    matches = rows.exclude(status=Status.VOID.value).select_related("desk", "white", "black", "table")
    return matches.order_by("-settled_at", "-id")


def count_wins_between(one: Player, other: Player) -> tuple[int, int]:
    """How many played matches each of two persons has won against the other."""
    return _count_wins(get_meetings(one, other), one)


def count_other_meetings(match: Match) -> tuple[int, int]:
    """How many of their other played matches White and Black of this one have won against each other."""
    return _count_wins(get_meetings(match.white, match.black).exclude(pk=match.pk), match.white)


def get_meetings(one: Player, other: Player) -> QuerySet[Match]:
    """The matches two persons have played to the end against each other, under any spelling."""
    same_sides = is_person_in("white", one) & is_person_in("black", other)
    swapped_sides = is_person_in("white", other) & is_person_in("black", one)
    return Match.objects.filter(
        same_sides | swapped_sides, status=Status.SETTLED.value, ending=Ending.PLAYED.value
    )


def _count_wins(rows: QuerySet[Match], one: Player) -> tuple[int, int]:
    as_white = is_person_in("white", one) & Q(winner="white")
    won = Count("pk", filter=as_white | (is_person_in("black", one) & Q(winner="black")))
    counts = rows.aggregate(all=Count("pk"), won=won)
    return counts["won"], counts["all"] - counts["won"]
