"""Create players and pairs, link accounts, set public names."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import ForeignObjectRel, Model, Q

from matches import permissions
from matches.actors import Identity
from matches.models import Badge, Person, Player, PlayerChange, User
from matches.names import (
    LONGEST_NAME,
    NameKind,
    Shown,
    add_distinction,
    format_pair_distinction,
    format_pair_name,
    get_shown_name,
    get_strictest_choice,
    map_canonical_pairs,
)
from matches.queries import people
from matches.services.guards import require_person
from matches.signals import account_unlinked
from rules.errors import Refusal


@transaction.atomic
def register_player(*, name: str) -> Player:
    """Create a player of that name, normalised. Several players may have the same name."""
    normalised = normalise_name(name)
    return Player.objects.create(name=normalised, full_name=normalised)


@transaction.atomic
def register_players(*, names: Sequence[str]) -> list[Player]:
    """Create players of these names, in order."""
    normalised_names = [normalise_name(name) for name in names]
    return Player.objects.bulk_create([Player(name=name, full_name=name) for name in normalised_names])


@transaction.atomic
def delete_unused_players(*, keys: Collection[int]) -> None:
    """Delete those of these players to whom nothing refers: no match, entry, membership, badge or account."""
    Player.objects.filter(pk__in=find_unused_players(keys=keys)).delete()


def find_unused_players(
    *, keys: Collection[int], ignored: Collection[type[Model]] = (), with_joined: bool = False
) -> set[int]:
    """Return the keys of those of these players to whom nothing refers but rows of the `ignored` models.

    Those who are joined with others are used, unless `with_joined`.
    """
    players = Player.objects.filter(pk__in=keys, user=None)
    players = players if with_joined else players.filter(person=None)
    unused = set(players.values_list("pk", flat=True))
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and relation.related_model not in ignored:
            rows = relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": keys})
            unused -= set(rows.values_list(relation.field.name, flat=True))
    return unused


@transaction.atomic
def register_team(*, name: str) -> Player:
    """Create a team of that name without members: events assign those."""
    normalised = normalise_name(name)
    return Player.objects.create(name=normalised, full_name=normalised, kind=NameKind.TEAM.value)


@transaction.atomic
def claim_player(*, badge: Badge, user: User) -> Player:
    """Link the player of a badge to an account. Raises as `link_account`."""
    return link_account(player=badge.player, user=user)


@transaction.atomic
def link_account(*, player: Player, user: User) -> Player:
    """Link a player to an account; the caller has checked that they are the same person.

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
    """Unlink an account from its player, who is another person. Sends `account_unlinked`."""
    player = Player.objects.select_for_update().filter(user=user).first()
    if player is not None:
        Player.objects.filter(pk=player.pk).update(user=None)
        account_unlinked.send(sender=User, user=user, player=player)


def normalise_name(name: str) -> str:
    """Return the name on one line, without control characters. Raises `name_missing`, `name_too_long`."""
    normalised = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
    if not normalised:
        raise Refusal("name_missing")
    if len(normalised) > LONGEST_NAME:
        raise Refusal("name_too_long", longest=LONGEST_NAME)
    return normalised


@transaction.atomic
def get_or_create_pair(*, one: Player, other: Player) -> Player:
    """Return the pair of two persons, in either order; it is created if it does not exist.

    Persons with several spellings have one pair, that of the canonical spellings. Raises `pair_of_one`,
    `pair_of_pairs` and `player_anonymous`.
    """
    rows = _lock_players(one, other)
    members = [people.get_canonical_player(rows[player.pk]) for player in (one, other)]
    _require_pairable(members)
    first, second = sorted(members, key=lambda member: member.pk)
    existing_pair = Player.objects.filter(first=first, second=second).first()
    if existing_pair is not None:
        return existing_pair
    pair = Player.objects.create(
        kind=NameKind.PAIR.value, first=first, second=second, **_get_pair_names((first, second))
    )
    update_pairs(rows.values())
    pair.refresh_from_db()
    return pair


def update_pairs(players: Iterable[Player]) -> frozenset[int]:
    """Update the pairs of these players, whose rows are locked; return the pairs' keys.

    Recomputes the names of each pair from its members, whether it is anonymous, and its merge with other
    pairs of the same two persons.
    """
    pairs = people.get_pairs_with(players)
    members = {pair.pk: tuple(member.pk for member in pair.members) for pair in pairs}
    canonical = {
        member.pk: people.get_canonical_player(member).pk for pair in pairs for member in pair.members
    }
    canonical_pairs = map_canonical_pairs(
        {pair: (member_keys[0], member_keys[1]) for pair, member_keys in members.items()}, canonical
    )
    for pair in pairs:
        canonical_key = canonical_pairs.get(pair.pk)
        person = Person.objects.get_or_create(face_id=canonical_key)[0] if canonical_key is not None else None
        Player.objects.filter(pk=pair.pk).update(person=person, **_get_pair_columns(pair))
    keys = frozenset(pair.pk for pair in pairs)
    Person.objects.filter(face__in=keys, spellings=None).delete()
    return keys


def _lock_players(one: Player, other: Player) -> dict[int, Player]:
    """Lock and reload both persons with all their spellings; return them by key."""
    players = Player.objects.filter(pk__in=(one.pk, other.pk))
    persons = [person for person in players.values_list("person", flat=True) if person is not None]
    rows = Player.objects.filter(Q(pk__in=(one.pk, other.pk)) | Q(person__in=persons)).order_by("pk")
    list(rows.select_for_update(no_key=True))
    return {row.pk: row for row in rows.select_related("person__face")}


def _require_pairable(members: Sequence[Player]) -> None:
    if members[0] == members[1]:
        raise Refusal("pair_of_one", player=members[0].name)
    for member in members:
        if not member.is_person:
            raise Refusal("pair_of_pairs", player=member.name)
        if member.anonymised_at is not None:
            raise Refusal("player_anonymous", player=member.name)


def _get_pair_names(members: Sequence[Player]) -> dict[str, str]:
    """Return the names of a pair and what tells its members apart from others: "A (London) / B (Leeds)"."""
    first, second = (people.get_canonical_player(member) for member in members)
    marks = (each.distinction if each.shows_distinction else "" for each in (first, second))
    distinction = format_pair_distinction(*marks)
    name = format_pair_name(first.undistinguished_name, second.undistinguished_name)
    return {
        "name": add_distinction(name, distinction),
        "full_name": format_pair_name(first.full_name, second.full_name),
        "distinction": distinction,
    }


def _get_pair_columns(pair: Player) -> dict[str, object]:
    anonymised_times = [member.anonymised_at for member in pair.members if member.anonymised_at is not None]
    return {**_get_pair_names(pair.members), "anonymised_at": max(anonymised_times, default=None)}


@transaction.atomic
def set_distinctions(*, distinctions: Mapping[int, str]) -> None:
    """Set what tells persons (by key) from others of their name, under every spelling; "" removes it.

    Their public names and those of their pairs follow.
    """
    for player in Player.objects.filter(pk__in=distinctions).order_by("pk"):
        distinction = distinctions[player.pk]
        spellings = lock_spellings(player)
        for each in spellings:
            each.distinction = distinction
        update_names(spellings)
        update_pairs(spellings)


def compute_name_columns(player: Player, spellings: Sequence[Player]) -> dict[str, str]:
    """Return the columns `person_name` and `name` of one of the spellings, the first of which is canonical.

    An anonymised player keeps the placeholder.
    """
    if player.anonymised_at is not None:
        return {"person_name": "", "name": player.full_name}
    choice = get_strictest_choice([(each.shown, each.code_name) for each in spellings])
    full_name = spellings[0].full_name
    person_name = "" if player == spellings[0] else full_name
    return {"person_name": person_name, "name": get_shown_name(full_name, *choice, player.distinction)}


def update_names(spellings: Sequence[Player]) -> None:
    """Store the full names and distinctions of all spellings of a person, and the names they are shown under.

    The first one is canonical. All at once: constraints bind these columns to each other.
    """
    for each in spellings:
        Player.objects.filter(pk=each.pk).update(
            full_name=each.full_name, distinction=each.distinction, **compute_name_columns(each, spellings)
        )


LONGEST_CODE_NAME = 40


@transaction.atomic
def set_public_name(*, player: Player, shown: str, code_name: str = "", identity: Identity) -> Player:
    """Set how a person is displayed, under every spelling; `shown` is a value of `names.Shown`.

    The names of their pairs change too. See `permissions.may_choose_public_name` and, for a code name,
    `permissions.may_set_code_name`. Raises `not_yourself`,
    `known_elsewhere`, `code_name_by_account`, `shown_unknown`, `code_name_missing`, `code_name_too_long`,
    `code_name_taken` (another player has that name) and `pair_follows`.
    """
    require_person(player)
    if not permissions.may_choose_public_name(identity, player):
        raise Refusal(
            "known_elsewhere" if manages_name(identity, player) else "not_yourself", player=player.name
        )
    if shown == Shown.CODE and not permissions.may_set_code_name(identity, player):
        raise Refusal("code_name_by_account", player=player.name)
    if shown not in set(Shown):
        raise Refusal("shown_unknown", shown=shown)
    spellings = lock_spellings(player)
    stored_code_name = _check_code_name(code_name, spellings) if shown == Shown.CODE else ""
    for each in spellings:
        name = get_shown_name(each.known_name, shown, stored_code_name, each.distinction)
        Player.objects.filter(pk=each.pk).update(shown=shown, code_name=stored_code_name, name=name)
    update_pairs(spellings)
    record_change(PlayerChange.SHOWN, player, identity, {"shown": shown})
    player.refresh_from_db()
    return player


def manages_name(identity: Identity, player: Player) -> bool:
    """Whether the identity manages the name at a desk, though not everywhere."""
    return permissions.may_edit_name(identity.user, player)


def lock_spellings(player: Player) -> list[Player]:
    keys = [each.pk for each in people.get_spellings(player)]
    list(Player.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    return people.get_spellings(player)


def _check_code_name(code_name: str, spellings: Sequence[Player]) -> str:
    if not code_name.strip():
        raise Refusal("code_name_missing")
    normalised = normalise_name(code_name)
    if len(normalised) > LONGEST_CODE_NAME:
        raise Refusal("code_name_too_long", longest=LONGEST_CODE_NAME)
    others = Player.objects.exclude(pk__in=[each.pk for each in spellings])
    if others.filter(Q(name__iexact=normalised) | Q(full_name__iexact=normalised)).exists():
        raise Refusal("code_name_taken", name=normalised)
    return normalised


def record_change(
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
