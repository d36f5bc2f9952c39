"""Imported lists of members: the lists of a club, their fees, and who stays when one is withdrawn."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import CharField, Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from matches.models import Player
from tournaments.models import Club, ClubLogEntry, Membership, MembershipFee
from tournaments.people.queries.member_activities import Activity, find_activities, get_listed_fee_key


def make_listed_q(path: str = "") -> Q:
    """Return the condition for memberships that are as a list has brought them, at the end of a path.

    They have not ended, or were those of former members from the beginning.
    """
    return Q(**{f"{path}left_at": None}) | Q(**{f"{path}left_at": F(f"{path}joined_at")})


def get_member_lists(club: Club) -> QuerySet[Any]:
    """Return the imported lists of members, latest first, annotated with `remaining` and `fees`. One query.

    `remaining` is the number of people whom the list has brought to the club and who are still here as it
    says, `fees` that of the fees it has recorded which are not taken back.
    """
    rows = ClubLogEntry.objects.filter(club=club, kind="listed").select_related("by")
    own_key = Concat(Value(get_listed_fee_key("")), Cast(OuterRef("pk"), CharField()))
    fees = MembershipFee.objects.filter(membership__club=club, withdrawn_at=None, key=own_key).order_by()
    fee_counts = fees.values("key").annotate(count=Count("pk")).values("count")
    return rows.annotate(
        remaining=Count("listed_memberships", filter=make_listed_q("listed_memberships__")),
        fees=Coalesce(Subquery(fee_counts), 0),
    ).order_by("-pk")


def get_listed_fees(club: Club) -> Mapping[int, list[MembershipFee]]:
    """Return the fees that lists have recorded and that are not taken back, by the key of the list."""
    rows = MembershipFee.objects.filter(
        membership__club=club, withdrawn_at=None, key__startswith=get_listed_fee_key("")
    ).select_related("membership")
    fees: defaultdict[int, list[MembershipFee]] = defaultdict(list)
    for fee in rows:
        fees[int(fee.key.removeprefix(get_listed_fee_key("")))].append(fee)
    return fees


def find_remaining_members(club: Club) -> Mapping[int, list[tuple[Player, Activity]]]:
    """Return who would stay when an imported list is withdrawn, and why, by the key of the list.

    Nine queries at most.
    """
    memberships = list(
        Membership.objects.filter(
            make_listed_q(), club=club, list_import__isnull=False, player__isnull=False
        ).select_related("player")
    )
    activities = find_activities(memberships, with_own_fees=False) if memberships else {}
    remaining: defaultdict[int, list[tuple[Player, Activity]]] = defaultdict(list)
    for row in memberships:
        if row.pk in activities and row.list_import_id is not None and row.player is not None:
            remaining[row.list_import_id].append((row.player, activities[row.pk]))
    return remaining


def is_removed_with(entry: ClubLogEntry, membership: Membership, staying: Collection[int]) -> bool:
    """Return whether a membership goes when a list is withdrawn; `staying` are players (keys) who stay."""
    is_as_listed = membership.left_at is None or membership.left_at == membership.joined_at
    return (
        membership.list_import_id == entry.pk
        and membership.player_id is not None
        and is_as_listed
        and membership.player_id not in staying
    )
