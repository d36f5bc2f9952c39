"""Removal of the personal data of a player: a placeholder takes the place of the name."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches import permissions
from matches.actors import Identity
from matches.models import Badge, Match, Player, PlayerChange
from matches.names import Shown
from matches.queries import people
from matches.services.guards import require_person
from matches.services.players import lock_spellings, manages_name, record_change, update_pairs
from matches.signals import player_anonymised
from matches.states import OPEN_STATUSES
from rules.errors import Refusal


@transaction.atomic
def anonymise(*, player: Player, confirmation: str, identity: Identity, reason: str = "") -> Player:
    """Remove a person's name for ever, under every spelling, with account and badges; results stay.

    See `permissions.may_anonymise`. `confirmation` is the full name, typed. The names of their pairs change
    too, and the pairs lose their badges. Names inside match files and sessions stay. Raises
    `not_forgettable`, `known_elsewhere`, `confirmation_differs`, `still_seated` (naming the match),
    `player_anonymous` and `pair_follows`.
    """
    require_person(player)
    if not permissions.may_anonymise(identity, player):
        raise Refusal(
            "known_elsewhere" if manages_name(identity, player) else "not_forgettable", player=player.name
        )
    spellings = lock_spellings(player)
    player.refresh_from_db()
    if player.anonymised_at is not None:
        raise Refusal("player_anonymous", player=player.name)
    if " ".join(confirmation.split()) != player.full_name:
        raise Refusal("confirmation_differs", name=player.full_name)
    seats = people.include_pairs(spellings)
    _require_no_open_match(seats)
    _delete_badges(seats)
    former_names = {each.pk: each.full_name for each in spellings}
    for each in spellings:
        _anonymise_player(each)
    player_anonymised.send(sender=Player, former_names=former_names, placeholder=_get_placeholder(player))
    _clear_changed_by(seats)
    update_pairs(spellings)
    record_change(PlayerChange.ANONYMISED, player, identity, {}, reason)
    player.refresh_from_db()
    return player


def _require_no_open_match(seats: Sequence[Player]) -> None:
    is_players_match = Q(white__in=seats) | Q(black__in=seats)
    match = (
        Match.objects.filter(is_players_match, status__in=OPEN_STATUSES)
        .select_related("white", "black")
        .first()
    )
    if match is not None:
        raise Refusal("still_seated", match=match.code)


def _delete_badges(seats: Sequence[Player]) -> None:
    Badge.objects.filter(player__in=seats).delete()


def _clear_changed_by(seats: Sequence[Player]) -> None:
    """Remove the names of these players from `Match.changed_by`."""
    for each in seats:
        is_players_match = Q(white=each) | Q(black=each)
        names = {each.name, each.undistinguished_name, each.full_name, each.desk_name}
        Match.objects.filter(is_players_match, changed_by__in=names).update(changed_by="")


def _get_placeholder(player: Player) -> str:
    """Return the name of an anonymised player, "N. N." and half of the code."""
    return f"N. N. {player.code[:4]}"


def _anonymise_player(player: Player) -> None:
    placeholder = _get_placeholder(player)
    Player.objects.filter(pk=player.pk).update(
        name=placeholder,
        full_name=placeholder,
        person_name="",
        distinction="",
        shown=Shown.FULL.value,
        code_name="",
        user=None,
        anonymised_at=timezone.now(),
    )
