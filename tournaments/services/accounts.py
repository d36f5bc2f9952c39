"""What clubs do about accounts: one that closes leaves them all, one that parts from a player keeps its
offices."""

from django.db import transaction

from matches.models import Player, User
from matches.queries.people import is_one
from tournaments.models import Membership, PastImport, RatingListChange, SeasonChange
from tournaments.services import members


@transaction.atomic
def leave_all(*, user: User) -> None:
    """Lay down every office and leave every club; refuses (`last_director`) rather than leave a club without
    one."""
    held = Membership.objects.filter(user=user, left_at=None).select_related("club", "user")
    for membership in held.order_by("club_id"):
        members.leave(membership=membership, by=user)


@transaction.atomic
def part(*, user: User, player: Player) -> None:
    """An account and a player are not one after all: in every club they become two members."""
    held = Membership.objects.select_for_update(of=("self",)).filter(is_one("player", player), user=user)
    for own in held:
        Membership.objects.filter(pk=own.pk).update(player=None)
        Membership.objects.create(club=own.club, player=own.player, left_at=own.left_at)


@transaction.atomic
def sign_as(*, user: User, was: str, name: str) -> None:
    """Write another name under what an account has changed or taken in."""
    for rows in (SeasonChange, RatingListChange, PastImport):
        rows.objects.filter(by=user).update(signed=name)
    PastImport.objects.filter(undone_by=was).update(undone_by=name)
