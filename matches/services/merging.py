"""Correct names; merge spellings of one person, undo merges, record that two are different people.

A merge moves no matches: each spelling keeps its own, and queries combine them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Model, Q

from matches import permissions
from matches.actors import SYSTEM, Actor, account_of, username_of
from matches.models import Person, Player, PlayerChange, User
from matches.names import fold_name, get_strictest_choice, map_canonical_players
from matches.queries import people
from matches.registry import merge_objections
from matches.services import players as player_services
from matches.services.guards import require_name_manager, require_person, require_reason
from matches.services.players import normalise_name
from matches.signals import name_corrected, spellings_changed
from rules.errors import Refusal


@transaction.atomic
def correct_name(*, player: Player, name: str, by: Actor, reason: str = "") -> Player:
    """Correct the full name of a person; the public names of all spellings and of pairs are recomputed.

    That of the canonical spelling is corrected, under which all are shown; it is returned.
    See `permissions.may_correct_name`. The same name again changes nothing. Sends `name_corrected`.
    Raises `not_your_player`, `known_elsewhere`, `player_anonymous`, `pair_follows`, `name_missing` and
    `name_too_long`.
    """
    require_person(player)
    spellings, _ = _lock_persons(player, player)
    if by is not SYSTEM and not permissions.may_correct_name(account_of(by), spellings):
        require_name_manager(by, player)
        raise Refusal("known_elsewhere", player=player.name)
    if player.anonymised_at is not None:
        raise Refusal("player_anonymous", player=player.name)
    player = spellings[0]
    before, after = player.full_name, normalise_name(name)
    if after == before:
        return player
    player.full_name = after
    player_services.update_names(spellings)
    player_services.update_pairs(spellings)
    payload = {"before": before, "after": after}
    _create_change(kind=PlayerChange.RENAMED, player=player, by=by, reason=reason, payload=payload)
    player.refresh_from_db()
    name_corrected.send(sender=Player, player=player, by=by)
    player.refresh_from_db()
    return player


@transaction.atomic
def merge_players(*, keep: Player, absorb: Player, by: Actor, reason: str) -> PlayerChange:
    """Merge `absorb` (with all its spellings) into `keep`, which becomes the canonical spelling.

    Allowed to users who manage both names, if no public name changes at a place they do not run. Raises
    `same_person`, `player_anonymous`, `have_met` (naming the match), `pair_together`, objections of other
    apps, `pair_follows`, `both_have_accounts`, `known_elsewhere` and `absorbed_elsewhere`. Sends
    `spellings_changed`.
    """
    require_reason(reason)
    require_person(keep, absorb)
    remaining_spellings, absorbed_spellings = _lock_managed_persons(keep, absorb, by)
    _require_name_rights(remaining_spellings, absorbed_spellings, by)
    _require_two_persons(remaining_spellings, absorbed_spellings)
    _require_no_meeting(remaining_spellings, absorbed_spellings)
    _require_one_account([*remaining_spellings, *absorbed_spellings])
    change = _create_change(
        kind=PlayerChange.MERGED,
        player=keep,
        other=absorb,
        by=by,
        reason=reason,
        payload={
            "absorbed": [player.code for player in absorbed_spellings],
            "kept": [player.code for player in remaining_spellings],
        },
    )
    _apply_merges([*remaining_spellings, *absorbed_spellings])
    return change


@transaction.atomic
def add_spelling(*, player: Player, name: str, by: Actor, reason: str) -> Player | None:
    """Record a name under which a person is also found; return it, None if it is known already.

    It is a player without matches, merged with the person. The caller checks permission.
    Raises `name_missing`, `name_too_long` and `player_anonymous`. Sends `spellings_changed`.
    """
    require_reason(reason)
    require_person(player)
    spellings, _ = _lock_persons(player, player)
    if any(each.anonymised_at is not None for each in spellings):
        raise Refusal("player_anonymous", player=player.name)
    if fold_name(name) in {fold_name(each.full_name) for each in spellings}:
        return None
    spelling = player_services.register_player(name=name)
    payload = {"absorbed": [spelling.code], "kept": [each.code for each in spellings]}
    _create_change(
        kind=PlayerChange.MERGED, player=spellings[0], other=spelling, by=by, reason=reason, payload=payload
    )
    _apply_merges([*spellings, spelling])
    return spelling


def can_remove_spelling(spelling: Player, *, ignored: Collection[type[Model]] = ()) -> bool:
    """Return whether nothing refers to a spelling but the merge that added it, and rows of `ignored` models.

    See `add_spelling`.
    """
    if spelling.person_id is None or PlayerChange.objects.filter(other=spelling).count() != 1:
        return False
    merges = PlayerChange.objects.filter(other=spelling, kind=PlayerChange.MERGED, undone_by=None)
    keys = [spelling.pk]
    if not merges.exists() or PlayerChange.objects.filter(player=spelling).exists():
        return False
    return bool(
        player_services.find_unused_players(keys=keys, ignored=(PlayerChange, *ignored), with_joined=True)
    )


@transaction.atomic
def remove_spelling(*, spelling: Player) -> None:
    """Delete a spelling that `add_spelling` has added, with the merge. Sends `spellings_changed`.

    The caller has checked `can_remove_spelling`, and deleted what refers to it.
    """
    spellings, _ = _lock_persons(spelling, spelling)
    remaining_spellings = [each for each in spellings if each.pk != spelling.pk]
    PlayerChange.objects.filter(other=spelling).delete()
    Player.objects.filter(pk=spelling.pk).delete()
    _apply_merges(remaining_spellings)


@transaction.atomic
def undo_merge(*, merged: PlayerChange, by: Actor, reason: str) -> PlayerChange:
    """Undo a merge: the persons are recomputed from the other active merges.

    Allowed to its author, and to users with the right (`may_edit_name_everywhere`) to all spellings of the
    person or to the absorbed ones. Raises `merge_undone` and `known_elsewhere`. Sends `spellings_changed`.
    """
    require_reason(reason)
    absorbed_player = _get_absorbed_player(merged)
    remaining_spellings, absorbed_spellings = _lock_managed_persons(merged.player, absorbed_player, by)
    if by is not SYSTEM and not _may_undo_merge(
        merged, [*remaining_spellings, *absorbed_spellings], account_of(by)
    ):
        raise Refusal("known_elsewhere", player=merged.player.name)
    if PlayerChange.objects.filter(undoes=merged).exists() or merged.kind != PlayerChange.MERGED:
        raise Refusal("merge_undone", player=absorbed_player.name)
    change = _create_change(
        kind=PlayerChange.UNMERGED,
        player=merged.player,
        other=absorbed_player,
        by=by,
        reason=reason,
        undoes=merged,
    )
    _apply_merges([*remaining_spellings, *absorbed_spellings])
    return change


@transaction.atomic
def separate_players(*, one: Player, other: Player, by: Actor, reason: str = "") -> PlayerChange:
    """Record that two players with similar names are different people; repeating it changes nothing.

    They are not suggested again, but can still be merged later. Raises `same_person`.
    """
    one_spellings, other_spellings = _lock_managed_persons(one, other, by)
    _require_two_persons(one_spellings, other_spellings)
    existing_changes = people.get_separations([one.pk, other.pk])
    if existing_changes:
        return existing_changes[0]
    return _create_change(kind=PlayerChange.APART, player=one, other=other, by=by, reason=reason)


@transaction.atomic
def record_namesakes(*, new_players: Iterable[Player], others: Iterable[Player]) -> None:
    """Record that new players are other people than those of the same name, by whoever entered them.

    Otherwise they would be suggested as one person at once.
    """
    people_by_name: defaultdict[str, dict[int, Player]] = defaultdict(dict)
    for other in others:
        people_by_name[fold_name(other.full_name)][people.get_canonical_player(other).pk] = other
    for player in new_players:
        namesakes = people_by_name[fold_name(player.full_name)]
        for other in namesakes.values():
            _create_change(kind=PlayerChange.APART, player=player, other=other, by=SYSTEM, reason="")
        namesakes[player.pk] = player


def _create_change(*, by: Actor, reason: str, **columns: Any) -> PlayerChange:
    """Write a line of the log of players, with its author and reason."""
    return PlayerChange.objects.create(
        reason=reason.strip(), by=username_of(by), user=account_of(by), **columns
    )


def _lock_persons(one: Player, other: Player) -> tuple[list[Player], list[Player]]:
    """Lock and reload both persons with all their spellings."""
    persons = [player.person_id for player in (one, other) if player.person_id is not None]
    rows = Player.objects.select_for_update().filter(Q(pk__in=(one.pk, other.pk)) | Q(person__in=persons))
    list(rows.order_by("pk"))
    one.refresh_from_db()
    other.refresh_from_db()
    return people.get_spellings(one), people.get_spellings(other)


def _lock_managed_persons(one: Player, other: Player, by: Actor) -> tuple[list[Player], list[Player]]:
    """Lock and reload both persons as `_lock_persons`. Refuse users who do not manage both names."""
    spellings = _lock_persons(one, other)
    for player in (one, other):
        require_name_manager(by, player)
    return spellings


def _require_name_rights(
    remaining_spellings: Sequence[Player], absorbed_spellings: Sequence[Player], by: Actor
) -> None:
    """Refuse users without the right to every name that the merge changes.

    The names of the absorbed spellings change. Those of the remaining ones change only if the display choice
    of the absorbed ones is stricter; the remaining ones are also affected if they gain an account.
    """
    if by is SYSTEM:
        return
    account = account_of(by)
    if not permissions.may_edit_name_everywhere(account, absorbed_spellings):
        raise Refusal("absorbed_elsewhere", player=absorbed_spellings[0].name)
    before, after = (
        get_strictest_choice([(each.shown, each.code_name) for each in spellings])
        for spellings in (remaining_spellings, [*remaining_spellings, *absorbed_spellings])
    )
    gains_login = any(each.user_id for each in absorbed_spellings)
    if (before != after or gains_login) and not permissions.may_edit_name_everywhere(
        account, remaining_spellings
    ):
        raise Refusal("known_elsewhere", player=remaining_spellings[0].name)


def _may_undo_merge(merged: PlayerChange, person: Sequence[Player], by: User | None) -> bool:
    if by is not None and by.pk == merged.user_id:
        return True
    absorbed = Player.objects.filter(code__in=merged.payload["absorbed"])
    return any(permissions.may_edit_name_everywhere(by, spellings) for spellings in (list(absorbed), person))


def _require_two_persons(one_spellings: Sequence[Player], other_spellings: Sequence[Player]) -> None:
    if one_spellings[0].is_one_with(other_spellings[0]):
        raise Refusal("same_person", player=one_spellings[0].name)
    for player in (*one_spellings, *other_spellings):
        if player.anonymised_at is not None:
            raise Refusal("player_anonymous", player=player.name)


def _require_no_meeting(one_spellings: Sequence[Player], other_spellings: Sequence[Player]) -> None:
    own_pairs = people.get_pairs_with(one_spellings)
    pair = next((pair for pair in people.get_pairs_with(other_spellings) if pair in own_pairs), None)
    if pair is not None:
        raise Refusal("pair_together", pair=pair.name)
    match = people.get_match_between(
        people.include_pairs(one_spellings), people.include_pairs(other_spellings)
    )
    if match is not None:
        raise Refusal("have_met", match=match.code, white=match.white.name, black=match.black.name)
    for objection in merge_objections(one_spellings, other_spellings):
        if objection is not None:
            raise objection


def _require_one_account(players: Sequence[Player]) -> None:
    players_with_account = [player for player in players if player.user_id is not None]
    if len(players_with_account) > 1:
        raise Refusal(
            "both_have_accounts", player=players_with_account[0].name, other=players_with_account[1].name
        )


def _apply_merges(players: Sequence[Player]) -> None:
    """Recompute the persons of these players from the active merges and send `spellings_changed`."""
    merges = people.get_active_merges(players)
    canonical = map_canonical_players((merge.player_id, _get_absorbed_player(merge).pk) for merge in merges)
    for player in players:
        canonical_key = canonical.get(player.pk)
        person = Person.objects.get_or_create(face_id=canonical_key)[0] if canonical_key is not None else None
        spellings = (
            [player]
            if canonical_key is None
            else [other for other in players if canonical.get(other.pk) == canonical_key]
        )
        ordered_spellings = sorted(spellings, key=lambda other: (other.pk != canonical_key, other.pk))
        columns = player_services.compute_name_columns(player, ordered_spellings)
        # Both at once: a constraint binds the name of a player without a person to its own choice.
        Player.objects.filter(pk=player.pk).update(person=person, **columns)
    keys = frozenset(player.pk for player in players)
    Person.objects.filter(face__in=keys, spellings=None).delete()
    spellings_changed.send(sender=Player, players=keys | player_services.update_pairs(players))


def _get_absorbed_player(change: PlayerChange) -> Player:
    if change.other is None:
        raise Refusal("merge_undone", player=change.player.name)
    return change.other
