"""Audit of players: canonical spelling and names are recomputed and compared with the stored rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matches.models import Player, PlayerChange
from matches.queries.people import face_of, persons_in, with_faces
from matches.spellings import Kind, faces, faces_of_pairs, pair_name, shown_name, strictest
from rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class Folded:
    """Who shows for whom, by keys, as the merges that stand and the members of pairs tell it."""

    faces: Mapping[int, int]


def folded() -> Folded:
    """All persons of the house, folded from nothing. Two queries."""
    merges = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None).order_by("pk")
    merge_keys = merges.values_list("player", "other")
    canonical = faces((kept_key, absorbed) for kept_key, absorbed in merge_keys if absorbed is not None)
    pairs = Player.objects.filter(kind=Kind.PAIR.value).values_list("pk", "first", "second")
    members = {pair: (first or 0, second or 0) for pair, first, second in pairs}
    return Folded({**canonical, **faces_of_pairs(members, canonical)})


def every_player() -> Iterator[Player]:
    """All players with their faces and members, read a few at a time."""
    spelling_lookups = [f"{whose}person__face__person__spellings" for whose in ("", "first__", "second__")]
    rows = with_faces(Player.objects.order_by("pk")).prefetch_related("person__spellings", *spelling_lookups)
    return rows.iterator(chunk_size=200)


def disagreements(player: Player, persons: Folded) -> Iterator[Refusal]:
    """What is stored about a player otherwise than it follows; `persons` is the whole house folded."""
    canonical_key = persons.faces.get(player.pk, player.pk)
    stored = face_of(player)
    if stored.pk != canonical_key:
        code = Player.objects.values_list("code", flat=True).get(pk=canonical_key)
        yield Refusal("audit_face", "", player=player.code, stored=stored.code, folded=code)
    for stored_name, expected_name in _names(player):
        if stored_name != expected_name:
            yield Refusal("audit_name", "", player=player.code, stored=stored_name, folded=expected_name)
    for member in player.members:
        if not member.is_person:
            yield Refusal("audit_member", "", player=player.code, member=member.code)
    is_anonymised = any(person.anonymised_at is not None for person in persons_in(player))
    if is_anonymised != (player.anonymised_at is not None):
        yield Refusal("audit_forgotten", "", player=player.code)


def _names(player: Player) -> list[tuple[str, str]]:
    """The names of a player as they are stored, each with what it follows to be."""
    if not player.is_pair:
        return [(player.name, _public_name(player))]
    first, second = persons_in(player)
    return [
        (player.name, pair_name(_public_name(first), _public_name(second))),
        (player.full_name, pair_name(first.full_name, second.full_name)),
    ]


def _public_name(player: Player) -> str:
    """The name of a person by its full name and the most careful choice among its spellings."""
    spellings = list(player.person.spellings.all()) if player.person is not None else [player]
    family = sorted(spellings, key=lambda each: (each != face_of(player), each.pk))
    choice = strictest([(each.shown, each.code_name) for each in family])
    return shown_name(player.full_name, *choice)
