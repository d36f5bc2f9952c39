"""Audit of players: canonical spelling and names are recomputed and compared with the stored rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matches.models import Player, PlayerChange
from matches.queries.people import get_canonical_player, get_persons, select_canonical_players
from matches.spellings import (
    Kind,
    format_pair_name,
    get_shown_name,
    get_strictest_choice,
    map_canonical_pairs,
    map_canonical_players,
)
from rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class CanonicalPlayers:
    """Who shows for whom, by keys, as the merges that stand and the members of pairs tell it."""

    canonical_keys: Mapping[int, int]


def compute_canonical_players() -> CanonicalPlayers:
    """All persons of the house, folded from nothing. Two queries."""
    merges = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None).order_by("pk")
    merge_keys = merges.values_list("player", "other")
    canonical = map_canonical_players(
        (kept_key, absorbed) for kept_key, absorbed in merge_keys if absorbed is not None
    )
    pairs = Player.objects.filter(kind=Kind.PAIR.value).values_list("pk", "first", "second")
    members = {pair: (first or 0, second or 0) for pair, first, second in pairs}
    return CanonicalPlayers({**canonical, **map_canonical_pairs(members, canonical)})


def iterate_players() -> Iterator[Player]:
    """All players with their faces and members, read a few at a time."""
    spelling_lookups = [f"{whose}person__face__person__spellings" for whose in ("", "first__", "second__")]
    rows = select_canonical_players(Player.objects.order_by("pk")).prefetch_related(
        "person__spellings", *spelling_lookups
    )
    return rows.iterator(chunk_size=200)


def find_disagreements(player: Player, persons: CanonicalPlayers) -> Iterator[Refusal]:
    """What is stored about a player otherwise than it follows; `persons` is the whole house folded."""
    canonical_key = persons.canonical_keys.get(player.pk, player.pk)
    stored = get_canonical_player(player)
    if stored.pk != canonical_key:
        code = Player.objects.values_list("code", flat=True).get(pk=canonical_key)
        yield Refusal("audit_face", "", player=player.code, stored=stored.code, folded=code)
    for stored_name, expected_name in _get_expected_names(player):
        if stored_name != expected_name:
            yield Refusal("audit_name", "", player=player.code, stored=stored_name, folded=expected_name)
    for member in player.members:
        if not member.is_person:
            yield Refusal("audit_member", "", player=player.code, member=member.code)
    is_anonymised = any(person.anonymised_at is not None for person in get_persons(player))
    if is_anonymised != (player.anonymised_at is not None):
        yield Refusal("audit_forgotten", "", player=player.code)


def _get_expected_names(player: Player) -> list[tuple[str, str]]:
    """The names of a player as they are stored, each with what it follows to be."""
    if not player.is_pair:
        return [(player.name, _compute_public_name(player))]
    first, second = get_persons(player)
    return [
        (player.name, format_pair_name(_compute_public_name(first), _compute_public_name(second))),
        (player.full_name, format_pair_name(first.full_name, second.full_name)),
    ]


def _compute_public_name(player: Player) -> str:
    """The name of a person by its full name and the most careful choice among its spellings."""
    spellings = list(player.person.spellings.all()) if player.person is not None else [player]
    family = sorted(spellings, key=lambda each: (each != get_canonical_player(player), each.pk))
    choice = get_strictest_choice([(each.shown, each.code_name) for each in family])
    return get_shown_name(player.full_name, *choice)
