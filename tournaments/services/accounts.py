"""What clubs do about accounts: one that closes leaves them all, one that parts from a player keeps its
offices."""

from django.db import transaction

from matches.models import Player, User
from tournaments.models import Membership
from tournaments.services import members


@transaction.atomic
def leave_all(*, user: User) -> None:
    """Lay down every office and leave every club; refuses (`last_director`) rather than leave a club without
    one."""
    for membership in Membership.objects.filter(user=user, left_at=None).select_related("club", "user"):
        members.leave(membership=membership, by=user)


@transaction.atomic
def part(*, user: User, player: Player) -> None:
    """An account and a player are not one after all: in every club they become two members."""
    for own in Membership.objects.select_for_update(of=("self",)).filter(user=user, player=player):
        Membership.objects.filter(pk=own.pk).update(player=None)
        Membership.objects.create(club=own.club, player=player, left_at=own.left_at)
