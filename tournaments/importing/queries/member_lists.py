"""Imported lists of members: the lists of a club, their fees, and who stays when one is withdrawn."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import CharField, Count, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from matches.models import Player
from tournaments.models import Club, ClubLogEntry, Membership, MembershipFee
from tournaments.people.queries.member_activities import Activity, find_activities, get_listed_fee_key


def get_member_lists(club: Club) -> QuerySet[Any]:
    """Return the imported lists of members, latest first, annotated with `remaining` and `fees`. One query.

    `remaining` is the number of members whom the list has brought to the club and who are still here, `fees`
    that of the fees it has recorded which are not taken back.
    """
    rows = ClubLogEntry.objects.filter(club=club, kind="listed").select_related("by")
    is_current = Q(listed_memberships__left_at=None)
    own_key = Concat(Value(get_listed_fee_key("")), Cast(OuterRef("pk"), CharField()))
    fees = MembershipFee.objects.filter(membership__club=club, withdrawn_at=None, key=own_key).order_by()
    fee_counts = fees.values("key").annotate(count=Count("pk")).values("count")
    return rows.annotate(
        remaining=Count("listed_memberships", filter=is_current), fees=Coalesce(Subquery(fee_counts), 0)
    ).order_by("-pk")


def get_listed_fees(club: Club) -> Mapping[int, list[MembershipFee]]:
    """Return the fees that lists have recorded and that are not taken back, by the key of the list."""
    rows = MembershipFee.objects.filter(
        membership__club=club, withdrawn_at=None, key__startswith=get_listed_fee_key("")
    )
    fees: defaultdict[int, list[MembershipFee]] = defaultdict(list)
    for fee in rows:
        fees[int(fee.key.removeprefix(get_listed_fee_key("")))].append(fee)
    return fees


def find_paid_before(club: Club, players: Collection[int], year: int) -> set[int]:
    """Return those of these players (keys) who have a recorded fee of the year."""
    fees = MembershipFee.objects.filter(
        membership__club=club, membership__player__in=players, year=year, withdrawn_at=None
    )
    return {player for player in fees.values_list("membership__player", flat=True) if player is not None}


def find_remaining_members(club: Club) -> Mapping[int, list[tuple[Player, Activity]]]:
    """Return who would stay when an imported list is withdrawn, and why, by the key of the list.

    Eight queries at most.
    """
    memberships = list(
        Membership.objects.filter(
            club=club, list_import__isnull=False, left_at=None, player__isnull=False
        ).select_related("player")
    )
    activities = find_activities(memberships, with_own_fees=False) if memberships else {}
    remaining: defaultdict[int, list[tuple[Player, Activity]]] = defaultdict(list)
    for row in memberships:
        if row.pk in activities and row.list_import_id is not None and row.player is not None:
            remaining[row.list_import_id].append((row.player, activities[row.pk]))
    return remaining
