"""Players are registered by name, renamed, and joined to an account."""

from django.db import transaction

from matches.models import Badge, Player, User
from rules.errors import Refusal

LONGEST_NAME = 120


@transaction.atomic
def register(*, name: str) -> Player:
    """A new player of that name; blanks are tidied. Two people may share a name."""
    return Player.objects.create(name=tidy_name(name))


@transaction.atomic
def rename(*, player: Player, name: str) -> Player:
    """Give a player another spelling; matches show it at once."""
    Player.objects.filter(pk=player.pk).update(name=tidy_name(name))
    player.refresh_from_db()
    return player


@transaction.atomic
def claim(*, badge: Badge, user: User) -> Player:
    """Join the player of a badge to an account. Raises `player_claimed` or `account_has_player`."""
    player = Player.objects.select_for_update().get(pk=badge.player_id)
    if player.user_id == user.pk:
        return player
    if player.user_id is not None:
        raise Refusal("player_claimed", player=player.name)
    if Player.objects.filter(user=user).exists():
        raise Refusal("account_has_player", player=player.name)
    Player.objects.filter(pk=player.pk).update(user=user)
    player.refresh_from_db()
    return player


def tidy_name(name: str) -> str:
    """The name on one line without control characters. Raises `name_missing` or `name_too_long`."""
    tidy = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not tidy:
        raise Refusal("name_missing")
    if len(tidy) > LONGEST_NAME:
        raise Refusal("name_too_long", longest=LONGEST_NAME)
    return tidy
