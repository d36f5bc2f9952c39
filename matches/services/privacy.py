"""How a person is shown to everybody, and being forgotten: the name goes, the results stay."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from matches import permissions
from matches.identity import Identity
from matches.models import Badge, Match, Player, PlayerChange
from matches.queries import people
from matches.services import pairs
from matches.services.guards import require_person
from matches.services.players import normalise_name
from matches.signals import player_anonymised
from matches.spellings import Shown, get_shown_name
from matches.states import BEFORE_THE_END
from rules.errors import Refusal

LONGEST_CODE_NAME = 40
OPEN = [status.value for status in BEFORE_THE_END]


@transaction.atomic
def show_as(*, player: Player, shown: str, code_name: str = "", identity: Identity) -> Player:
    """Show a person, under every spelling, by full name, by first name and initial, or by a code name.

    Pairs follow. The person may, and whoever keeps the name at every place he is known at; a code name asks
    for more than a badge where others know him too. Raises `not_yourself`, `known_elsewhere`,
    `code_name_by_account`, `shown_unknown`, `code_name_missing`, `code_name_too_long`, `code_name_taken` (it
    is the name of somebody else) and `pair_follows`.
    """
    require_person(player)
    if not permissions.may_show(identity, player):
        raise Refusal(
            "known_elsewhere" if _manages_name(identity, player) else "not_yourself", player=player.name
        )
    if shown == Shown.CODE and not permissions.may_set_code_name(identity, player):
        raise Refusal("code_name_by_account", player=player.name)
    if shown not in set(Shown):
        raise Refusal("shown_unknown", shown=shown)
    spellings = _lock_spellings(player)
    stored_code_name = _check_code_name(code_name, spellings) if shown == Shown.CODE else ""
    for each in spellings:
        name = get_shown_name(each.full_name, shown, stored_code_name)
        Player.objects.filter(pk=each.pk).update(shown=shown, code_name=stored_code_name, name=name)
    pairs.update_pairs(spellings)
    _record_change(PlayerChange.SHOWN, player, identity, {"shown": shown})
    player.refresh_from_db()
    return player


@transaction.atomic
def anonymise(*, player: Player, confirmation: str, identity: Identity, reason: str = "") -> Player:
    """Take a person's name away for ever, under every spelling, with account and badges; results stay.

    The person with an account may, and whoever keeps the name at every place he is known at; a badge alone
    may not. `confirmation` is the full name, typed. Pairs follow and lose their badges. Names inside records
    and sessions stay what was written there. Raises `not_forgettable`, `known_elsewhere`,
    `confirmation_differs`, `still_seated` (naming the match), `player_anonymous` and `pair_follows`.
    """
    require_person(player)
    if not permissions.may_forget(identity, player):
        raise Refusal(
            "known_elsewhere" if _manages_name(identity, player) else "not_forgettable", player=player.name
        )
    spellings = _lock_spellings(player)
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
    player_anonymised.send(sender=Player, former_names=former_names, placeholder=_placeholder(player))
    _clear_changed_by(seats)
    pairs.update_pairs(spellings)
    _record_change(PlayerChange.ANONYMISED, player, identity, {}, reason)
    player.refresh_from_db()
    return player


def _manages_name(identity: Identity, player: Player) -> bool:
    """Whether the identity keeps the name at a desk of its own, which others know too."""
    return permissions.may_edit_name(identity.user, player)


def _lock_spellings(player: Player) -> list[Player]:
    keys = [each.pk for each in people.get_spellings(player)]
    list(Player.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    return people.get_spellings(player)


def _check_code_name(code_name: str, spellings: Sequence[Player]) -> str:
    if not code_name.strip():
        raise Refusal("code_name_missing")
    tidy = normalise_name(code_name)
    if len(tidy) > LONGEST_CODE_NAME:
        raise Refusal("code_name_too_long", longest=LONGEST_CODE_NAME)
    others = Player.objects.exclude(pk__in=[each.pk for each in spellings])
    if others.filter(Q(name__iexact=tidy) | Q(full_name__iexact=tidy)).exists():
        raise Refusal("code_name_taken", name=tidy)
    return tidy


def _require_no_open_match(seats: Sequence[Player]) -> None:
    is_players_match = Q(white__in=seats) | Q(black__in=seats)
    match = Match.objects.filter(is_players_match, status__in=OPEN).select_related("white", "black").first()
    if match is not None:
        raise Refusal("still_seated", match=match.code)


def _delete_badges(seats: Sequence[Player]) -> None:
    Badge.objects.filter(player__in=seats).delete()


def _clear_changed_by(seats: Sequence[Player]) -> None:
    """Take the names out of the matches that tell who changed them last."""
    for each in seats:
        is_players_match = Q(white=each) | Q(black=each)
        Match.objects.filter(is_players_match, changed_by__in=(each.name, each.full_name)).update(
            changed_by=""
        )


def _placeholder(player: Player) -> str:
    """The name an anonymous player is shown under."""
    return f"N. N. {player.code[:4]}"


def _anonymise_player(player: Player) -> None:
    blank = _placeholder(player)
    Player.objects.filter(pk=player.pk).update(
        name=blank,
        full_name=blank,
        shown=Shown.FULL.value,
        code_name="",
        user=None,
        anonymised_at=timezone.now(),
    )


def _record_change(
    kind: str, player: Player, identity: Identity, payload: dict[str, str], reason: str = ""
) -> None:
    user = identity.user
    PlayerChange.objects.create(
        kind=kind,
        player=player,
        payload=payload,
        reason=reason.strip(),
        by=user.get_username() if user is not None else "",
        user=user,
    )
