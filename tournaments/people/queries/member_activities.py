"""What keeps a member in a club, so that the membership is not simply deleted."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F, Q

from matches.models import Match, Player
from tournaments.models import Membership, MembershipFee, OwnYearFee, PastPlace, PastPoints, PastResult
from tournaments.play.entrants.queries.entries import entries_of_players, memberships_of_players


def get_listed_fee_key(list_key: int | str) -> str:
    """Return the idempotency key of the fees that an imported list has recorded."""
    return f"list-{list_key}"


@dataclass(frozen=True, slots=True)
class Activity:
    """Why a member stays when an import is withdrawn: a code of `REASONS_TO_STAY`, and the event meant."""

    reason: str
    event: str = ""


def find_activities(
    memberships: Collection[Membership], *, with_own_fees: bool = True
) -> dict[int, Activity]:
    """Return what keeps each of these members of a club (by key of the membership) in it, if anything does.

    Without `with_own_fees`, the payments and own fees recorded by the list that has brought a member do not
    keep them; they are taken back with it. Nine queries at most.
    """
    members = {row.player_id: row.pk for row in memberships if row.player_id is not None}
    clubs = {row.club_id for row in memberships}
    activities: dict[int, Activity] = {}
    imported = {"evening__batch__club__in": clubs, "evening__batch__undone_at": None}
    imported_matches = Match.objects.filter(past__in=PastResult.objects.filter(**imported))
    casual_matches = Match.objects.filter(casual__club__in=clubs)
    for reason, matches in (("imported", imported_matches), ("casual", casual_matches)):
        own_matches = matches.filter(Q(white__in=members) | Q(black__in=members))
        seats = {key for sides in own_matches.values_list("white", "black") for key in sides}
        activities |= {members[key]: Activity(reason) for key in seats & members.keys()}
    places = PastPlace.objects.filter(**imported, player__in=members).values_list("player", flat=True)
    points = PastPoints.objects.filter(**imported, player__in=members).values_list("player", flat=True)
    activities |= {members[key]: Activity("imported") for key in (*places, *points)}
    in_teams = [row for row in memberships_of_players(members) if row.event.tournament.club_id in clubs]
    activities |= {members[row.player_id]: Activity("entered", row.event.name) for row in in_teams}
    for entry in entries_of_players(members):
        if entry.event.tournament.club_id in clubs:
            player_keys = {person.pk for person in entry.player.members or (entry.player,)}
            event = Activity("entered", entry.event.name)
            activities |= {members[key]: event for key in player_keys if key in members}
    own_amounts = OwnYearFee.objects.filter(membership__in=memberships)
    if not with_own_fees:
        own_amounts = own_amounts.exclude(list_import=F("membership__list_import"))
    activities |= {key: Activity("own_fee") for key in own_amounts.values_list("membership", flat=True)}
    activities |= {key: Activity("fee") for key in _find_fee_payers(memberships, with_own_fees)}
    accounts = Player.objects.filter(pk__in=members, user__isnull=False).values_list("pk", flat=True)
    activities |= {members[key]: Activity("account") for key in accounts}
    return activities | {row.pk: Activity("account") for row in memberships if row.user_id is not None}


def _find_fee_payers(memberships: Collection[Membership], with_own_fees: bool) -> set[int]:
    """Return the memberships (keys) with a recorded fee, as `find_activities` counts it."""
    own_keys = {
        row.pk: get_listed_fee_key(row.list_import_id)
        for row in memberships
        if row.list_import_id is not None and not with_own_fees
    }
    fees = MembershipFee.objects.filter(membership__in=memberships, withdrawn_at=None)
    return {
        membership
        for membership, key in fees.values_list("membership", "key")
        if key != own_keys.get(membership)
    }
