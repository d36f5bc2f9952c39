"""Imported lists of members: the lists of a club, their fees, and who stays when one is withdrawn."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import CharField, Count, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from matches.models import Player
from tournaments.models import AnsweredName, Club, ClubLogEntry, Membership, MembershipFee, OwnYearFee
from tournaments.people.queries.member_activities import Activity, find_activities, get_listed_fee_key


def make_listed_q(path: str = "") -> Q:
    """Return the condition for memberships that are as a list has brought them, at the end of a path.

    They have not ended, or were those of former members from the beginning.
    """
    return Q(**{f"{path}left_at": None}) | Q(**{f"{path}left_at": F(f"{path}joined_at")})


def get_member_lists(club: Club) -> QuerySet[Any]:
    """Return the imported lists of members, latest first, annotated with what is left of them.

    `remaining` is the number of people whom the list has brought to the club and who are still here as it
    says, `fees` that of the fees it has recorded which are not taken back, `own_fees` that of the own fees it
    has set, `answers` that of the names it has answered. One query.
    """
    rows = ClubLogEntry.objects.filter(club=club, kind="listed").select_related("by")
    own_key = Concat(Value(get_listed_fee_key("")), Cast(OuterRef("pk"), CharField()))
    fees = MembershipFee.objects.filter(membership__club=club, withdrawn_at=None, key=own_key).order_by()
    fee_counts = fees.values("key").annotate(count=Count("pk")).values("count")
    own_fees = OwnYearFee.objects.filter(list_import=OuterRef("pk")).order_by()
    own_fee_counts = own_fees.values("list_import").annotate(count=Count("pk")).values("count")
    answers = AnsweredName.objects.filter(member_list=OuterRef("pk")).order_by()
    answer_counts = answers.values("member_list").annotate(count=Count("pk")).values("count")
    return rows.annotate(
        remaining=Count("listed_memberships", filter=make_listed_q("listed_memberships__")),
        fees=Coalesce(Subquery(fee_counts), 0),
        own_fees=Coalesce(Subquery(own_fee_counts), 0),
        answers=Coalesce(Subquery(answer_counts), 0),
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


@dataclass(frozen=True, slots=True)
class ListedMembers:
    """The members of an imported list: whose membership its withdrawal removes, and who stays and why."""

    removable: list[Membership] = field(default_factory=list)
    remaining: list[tuple[Player, Activity]] = field(default_factory=list)


def find_listed_members(club: Club) -> Mapping[int, ListedMembers]:
    """Return what the withdrawal of each imported list would do to its members, by the key of the list.

    Nine queries at most.
    """
    memberships = list(
        Membership.objects.filter(
            make_listed_q(), club=club, list_import__isnull=False, player__isnull=False
        ).select_related("player")
    )
    activities = find_activities(memberships, with_own_fees=False) if memberships else {}
    members: defaultdict[int, ListedMembers] = defaultdict(ListedMembers)
    for row in memberships:
        if row.list_import_id is None or row.player is None:
            continue
        if row.pk in activities:
            members[row.list_import_id].remaining.append((row.player, activities[row.pk]))
        else:
            members[row.list_import_id].removable.append(row)
    return members


def count_leaving_people(memberships: Collection[Membership]) -> int:
    """Return how many people are no longer members of their club without these memberships.

    Somebody who was joined with another member stays one. One query if anybody was joined, else none.
    """
    people = {
        (row.player.person_id, row.player.person_id or row.player_id) for row in memberships if row.player
    }
    persons = {person for person, _key in people if person}
    if not persons:
        return len(people)
    clubs = {row.club_id for row in memberships}
    others = Membership.objects.filter(club__in=clubs, player__person__in=persons, left_at=None)
    staying = others.exclude(pk__in=[row.pk for row in memberships]).values_list("player__person", flat=True)
    return len(people) - len(set(staying))


def is_removed_with(entry: ClubLogEntry, membership: Membership, staying: Collection[int]) -> bool:
    """Return whether a membership goes when a list is withdrawn; `staying` are players (keys) who stay."""
    is_as_listed = membership.left_at is None or membership.left_at == membership.joined_at
    return (
        membership.list_import_id == entry.pk
        and membership.player_id is not None
        and is_as_listed
        and membership.player_id not in staying
    )
