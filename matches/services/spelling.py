"""Spellings of one person are corrected, joined and parted again; what was joined keeps its matches."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q

from matches import permissions
from matches.actors import SYSTEM, Actor, account_of, username_of
from matches.models import Person, Player, PlayerChange, User
from matches.queries import people
from matches.registry import merge_objections
from matches.services import pairs
from matches.services.guards import must_be_a_person, must_name, must_say_why
from matches.services.players import tidy_name
from matches.signals import spellings_changed
from matches.spellings import faces, shown_name, strictest
from rules.errors import Refusal


@transaction.atomic
def correct(*, player: Player, name: str, by: Actor, reason: str = "") -> Player:
    """Write a name as it should be; matches and pairs show it at once, as the person chose to be shown.

    Whoever runs every place the person is known at may. The same name again changes nothing.
    Raises `not_your_player`, `known_elsewhere`, `player_anonymous`, `pair_follows`, `name_missing` and
    `name_too_long`.
    """
    must_be_a_person(player)
    spellings, _ = _locked(player, player)
    if by is not SYSTEM and not permissions.may_correct(account_of(by), spellings):
        must_name(by, player)
        raise Refusal("known_elsewhere", player=player.name)
    if player.anonymised_at is not None:
        raise Refusal("player_anonymous", player=player.name)
    before, after = player.full_name, tidy_name(name)
    if after == before:
        return player
    Player.objects.filter(pk=player.pk).update(**_named(player, after))
    pairs.follow(spellings)
    PlayerChange.objects.create(
        kind=PlayerChange.RENAMED,
        player=player,
        payload={"before": before, "after": after},
        reason=reason.strip(),
        by=username_of(by),
        user=account_of(by),
    )
    player.refresh_from_db()
    return player


@transaction.atomic
def merge(*, keep: Player, absorb: Player, by: Actor, reason: str) -> PlayerChange:
    """Say that `absorb` (with all it was one with) is `keep`; from now on the person shows as `keep`.

    Whoever keeps both names may, where nobody is called otherwise at a place he does not run. Raises
    `same_person`, `player_anonymous`, `have_met` (naming the match), `pair_together`, what other apps object,
    `pair_follows`, `both_have_accounts`, `known_elsewhere` and `absorbed_elsewhere`. Rings
    `spellings_changed`.
    """
    must_say_why(reason)
    must_be_a_person(keep, absorb)
    ours, theirs = _locked(keep, absorb)
    for player in (keep, absorb):
        must_name(by, player)
    _must_rename_nobody_elsewhere(ours, theirs, by)
    _must_be_two(ours, theirs)
    _must_not_have_met(ours, theirs)
    _must_have_one_login([*ours, *theirs])
    change = PlayerChange.objects.create(
        kind=PlayerChange.MERGED,
        player=keep,
        other=absorb,
        payload={"absorbed": [player.code for player in theirs], "kept": [player.code for player in ours]},
        reason=reason.strip(),
        by=username_of(by),
        user=account_of(by),
    )
    _fold([*ours, *theirs])
    return change


@transaction.atomic
def unmerge(*, merged: PlayerChange, by: Actor, reason: str) -> PlayerChange:
    """Take a merge back: the persons are folded again from the merges that still stand.

    Whoever made it may, and whoever keeps the name of the person, or of the spellings it took in, at every
    place they are known at. Raises `merge_undone` and `known_elsewhere`. Rings `spellings_changed`.
    """
    must_say_why(reason)
    ours, theirs = _locked(merged.player, _other(merged))
    for player in (merged.player, _other(merged)):
        must_name(by, player)
    if by is not SYSTEM and not _may_part(merged, [*ours, *theirs], account_of(by)):
        raise Refusal("known_elsewhere", player=merged.player.name)
    if PlayerChange.objects.filter(undoes=merged).exists() or merged.kind != PlayerChange.MERGED:
        raise Refusal("merge_undone", player=_other(merged).name)
    change = PlayerChange.objects.create(
        kind=PlayerChange.UNMERGED,
        player=merged.player,
        other=merged.other,
        undoes=merged,
        reason=reason.strip(),
        by=username_of(by),
        user=account_of(by),
    )
    _fold([*ours, *theirs])
    return change


@transaction.atomic
def keep_apart(*, one: Player, other: Player, by: Actor, reason: str = "") -> PlayerChange:
    """Say that two who are called alike are two people, so that nobody asks again. Saying it twice is once.

    Joining them later is still possible. Raises `same_person`.
    """
    ours, theirs = _locked(one, other)
    for player in (one, other):
        must_name(by, player)
    _must_be_two(ours, theirs)
    told = people.kept_apart([one.pk, other.pk])
    if told:
        return told[0]
    return PlayerChange.objects.create(
        kind=PlayerChange.APART,
        player=one,
        other=other,
        reason=reason.strip(),
        by=username_of(by),
        user=account_of(by),
    )


def _named(player: Player, full_name: str) -> dict[str, str]:
    """The names of a player called `full_name`, as columns: what desks read and what everybody may."""
    shown, code_name = strictest([(each.shown, each.code_name) for each in people.family(player)])
    return {"full_name": full_name, "name": shown_name(full_name, shown, code_name)}


def _locked(one: Player, other: Player) -> tuple[list[Player], list[Player]]:
    """Both persons with all their spellings, read afresh under their locks."""
    persons = [player.person_id for player in (one, other) if player.person_id is not None]
    rows = Player.objects.select_for_update().filter(Q(pk__in=(one.pk, other.pk)) | Q(person__in=persons))
    list(rows.order_by("pk"))
    one.refresh_from_db()
    other.refresh_from_db()
    return people.family(one), people.family(other)


def _must_rename_nobody_elsewhere(ours: Sequence[Player], theirs: Sequence[Player], by: Actor) -> None:
    """What is taken in gets another name everywhere; what stays does where the other side's choice of how to
    be shown is the stricter one, and it is decided by another account where only that side has one."""
    if by is SYSTEM:
        return
    account = account_of(by)
    if not permissions.may_name_everywhere(account, theirs):
        raise Refusal("absorbed_elsewhere", player=theirs[0].name)
    before, after = (
        strictest([(each.shown, each.code_name) for each in who]) for who in (ours, [*ours, *theirs])
    )
    gains_login = any(each.user_id for each in theirs)
    if (before != after or gains_login) and not permissions.may_name_everywhere(account, ours):
        raise Refusal("known_elsewhere", player=ours[0].name)


def _may_part(merged: PlayerChange, person: Sequence[Player], by: User | None) -> bool:
    if by is not None and by.pk == merged.user_id:
        return True
    absorbed = Player.objects.filter(code__in=merged.payload["absorbed"])
    return any(permissions.may_name_everywhere(by, who) for who in (list(absorbed), person))


def _must_be_two(ours: Sequence[Player], theirs: Sequence[Player]) -> None:
    if ours[0].is_one_with(theirs[0]):
        raise Refusal("same_person", player=ours[0].name)
    for player in (*ours, *theirs):
        if player.anonymised_at is not None:
            raise Refusal("player_anonymous", player=player.name)


def _must_not_have_met(ours: Sequence[Player], theirs: Sequence[Player]) -> None:
    both = people.pairs_with(ours)
    pair = next((pair for pair in people.pairs_with(theirs) if pair in both), None)
    if pair is not None:
        raise Refusal("pair_together", pair=pair.name)
    match = people.match_between(people.sitting_in(ours), people.sitting_in(theirs))
    if match is not None:
        raise Refusal("have_met", match=match.code, white=match.white.name, black=match.black.name)
    for objection in merge_objections(ours, theirs):
        if objection is not None:
            raise objection


def _must_have_one_login(players: Sequence[Player]) -> None:
    held = [player for player in players if player.user_id is not None]
    if len(held) > 1:
        raise Refusal("both_have_accounts", player=held[0].name, other=held[1].name)


def _fold(players: Sequence[Player]) -> None:
    """Bring the persons of these players into line with the merges that stand, and ring the bell."""
    told = people.standing_merges(players)
    shown = faces((merge.player_id, _other(merge).pk) for merge in told)
    for player in players:
        face = shown.get(player.pk)
        person = Person.objects.get_or_create(face_id=face)[0] if face is not None else None
        one = [player] if face is None else [other for other in players if shown.get(other.pk) == face]
        first = sorted(one, key=lambda other: (other.pk != face, other.pk))
        choice = strictest([(other.shown, other.code_name) for other in first])
        name = shown_name(player.full_name, *choice)
        # In one step: the database keeps a name to the choice of whoever is alone.
        Player.objects.filter(pk=player.pk).update(person=person, name=name)
    keys = frozenset(player.pk for player in players)
    Person.objects.filter(face__in=keys, spellings=None).delete()
    spellings_changed.send(sender=Player, players=keys | pairs.follow(players))


def _other(change: PlayerChange) -> Player:
    if change.other is None:
        raise Refusal("merge_undone", player=change.player.name)
    return change.other
