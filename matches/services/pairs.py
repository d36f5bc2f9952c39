"""Pairs: two persons on one side of a board, found or made, and called by the names of the two."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q

from matches.models import Person, Player
from matches.queries import people
from matches.spellings import Kind, format_pair_name, map_canonical_pairs
from rules.errors import Refusal


@transaction.atomic
def get_or_create_pair(*, one: Player, other: Player) -> Player:
    """The pair of these two, made when they have not played together yet; their order does not matter.

    Persons known under several spellings have one pair, that of the spellings that show. Raises
    `pair_of_one`, `pair_of_pairs` and `player_anonymous`.
    """
    rows = _lock_players(one, other)
    members = [people.get_canonical_player(rows[player.pk]) for player in (one, other)]
    _require_pairable(members)
    first, second = sorted(members, key=lambda member: member.pk)
    existing_pair = Player.objects.filter(first=first, second=second).first()
    if existing_pair is not None:
        return existing_pair
    names = {field: _join_names((first, second), field) for field in ("name", "full_name")}
    pair = Player.objects.create(kind=Kind.PAIR.value, first=first, second=second, **names)
    update_pairs(rows.values())
    pair.refresh_from_db()
    return pair


def update_pairs(players: Iterable[Player]) -> frozenset[int]:
    """Bring the pairs of these players, whose rows are locked, into line with them; the pairs' keys.

    A pair is called by the names that its members show, is anonymous when one of them is, and is one with
    every pair of the same two persons.
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
    """Both persons with all their spellings, read afresh under their locks, by key."""
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


def _join_names(members: Sequence[Player], field: str) -> str:
    first, second = (getattr(people.get_canonical_player(member), field) for member in members)
    return format_pair_name(first, second)


def _get_pair_columns(pair: Player) -> dict[str, object]:
    anonymised_times = [member.anonymised_at for member in pair.members if member.anonymised_at is not None]
    names = {field: _join_names(pair.members, field) for field in ("name", "full_name")}
    return {**names, "anonymised_at": max(anonymised_times, default=None)}
