"""Players are registered by name and joined to an account."""

from collections.abc import Sequence

from django.db import transaction

from matches.models import Badge, Player, User
from matches.services.guards import require_person
from matches.signals import account_parted
from matches.spellings import LONGEST_NAME, Kind
from rules.errors import Refusal


@transaction.atomic
def register_player(*, name: str) -> Player:
    """A new player of that name; blanks are tidied. Two people may share a name."""
    normalised = normalise_name(name)
    return Player.objects.create(name=normalised, full_name=normalised)


@transaction.atomic
def register_players(*, names: Sequence[str]) -> list[Player]:
    """New players of these names, in their order."""
    normalised_names = [normalise_name(name) for name in names]
    return Player.objects.bulk_create([Player(name=name, full_name=name) for name in normalised_names])


@transaction.atomic
def register_team(*, name: str) -> Player:
    """A new team of that name, with nobody in it: its members are told by the events it plays in."""
    normalised = normalise_name(name)
    return Player.objects.create(name=normalised, full_name=normalised, kind=Kind.TEAM.value)


@transaction.atomic
def claim_player(*, badge: Badge, user: User) -> Player:
    """Join the player of a badge to an account. Raises what `give` does."""
    return link_account(player=badge.player, user=user)


@transaction.atomic
def link_account(*, player: Player, user: User) -> Player:
    """Join a player to an account; the caller knows that they are one.

    Raises `player_claimed`, `account_has_player` and `pair_follows`.
    """
    require_person(player)
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.user_id == user.pk:
        return player
    if player.user_id is not None:
        raise Refusal("player_claimed", player=player.name)
    if Player.objects.filter(user=user).exists():
        raise Refusal("account_has_player", player=player.name)
    Player.objects.filter(pk=player.pk).update(user=user)
    player.refresh_from_db()
    return player


@transaction.atomic
def unlink_account(*, user: User) -> None:
    """Part an account from its player, who is somebody else; without a player nothing happens."""
    player = Player.objects.select_for_update().filter(user=user).first()
    if player is not None:
        Player.objects.filter(pk=player.pk).update(user=None)
        account_parted.send(sender=User, user=user, player=player)


def normalise_name(name: str) -> str:
    """The name on one line without control characters. Raises `name_missing` or `name_too_long`."""
    normalised = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not normalised:
        raise Refusal("name_missing")
    if len(normalised) > LONGEST_NAME:
        raise Refusal("name_too_long", longest=LONGEST_NAME)
    return normalised
