"""What clubs do about accounts: one that closes leaves them all, one that parts from a player keeps its
offices."""

from django.db import transaction

from matches.models import Player, User
from matches.queries.people import is_person_in
from tournaments.models import Membership, PastImport, RatingListChange, SeasonChange
from tournaments.services import members


@transaction.atomic
def leave_all(*, user: User) -> None:
    """Lay down every office and leave every club; refuses (`last_director`) rather than leave a club without
    one."""
    memberships = Membership.objects.filter(user=user, left_at=None).select_related("club", "user")
    for membership in memberships.order_by("club_id"):
        members.leave(membership=membership, by=user)


@transaction.atomic
def separate_player(*, user: User, player: Player) -> None:
    """An account and a player are not one after all: in every club they become two members."""
    memberships = Membership.objects.select_for_update(of=("self",)).filter(
        is_person_in("player", player), user=user
    )
    for membership in memberships:
        Membership.objects.filter(pk=membership.pk).update(player=None)
        Membership.objects.create(club=membership.club, player=membership.player, left_at=membership.left_at)


@transaction.atomic
def sign_as(*, user: User, was: str, name: str) -> None:
    """Write another name under what an account has changed or taken in."""
    for rows in (SeasonChange, RatingListChange, PastImport):
        rows.objects.filter(by=user).update(signed=name)
    PastImport.objects.filter(undone_by=was).update(undone_by=name)
