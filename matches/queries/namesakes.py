"""Whom an official may want to join: players whose names are near, and who can still be one person."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.db.models import F, Q, QuerySet

from matches import namesakes, registry
from matches.models import Match, Player, User
from matches.namesakes import KeyPair
from matches.queries import people
from matches.spellings import Kind
from matches.states import Status

MAX_PLAYERS = 2000
MAX_SUGGESTIONS = 200


@dataclass(frozen=True, slots=True)
class NamesakePair:
    """Two who may be one, the one with more matches first: he would show."""

    keep: Player
    absorb: Player
    matches: tuple[int, int]


def get_suggestions(among: QuerySet[Player], user: User) -> list[NamesakePair]:
    """Of these players, those this user may join and has not said to be two; the most alike first.

    Whoever has met, played in one pair, sat at one table or has an account each cannot be one and is left
    out. Ten queries at most, however many players.
    """
    canonical_players = among.filter(Q(person=None) | Q(person__face=F("pk")))
    persons = canonical_players.filter(kind=Kind.PERSON.value, anonymised_at=None)
    managed_players = persons.filter(pk__in=people.get_managed_players(user).values("pk")).order_by("-pk")
    players = {player.pk: player for player in managed_players[:MAX_PLAYERS]}
    similar_pairs = namesakes.find_similar_pairs({pk: player.full_name for pk, player in players.items()})[
        :MAX_SUGGESTIONS
    ]
    spelled = _get_canonical_players({pk for two in similar_pairs for pk in two})
    counts, meetings = _count_matches(spelled)
    apart = {_make_key_pair(change.player_id, change.other_id) for change in people.get_separations(spelled)}
    excluded = apart | meetings | _get_table_pairs(spelled) | _get_account_pairs(spelled)
    return [_order_namesakes(players, two, counts) for two in similar_pairs if two not in excluded]


def _get_canonical_players(keys: Collection[int]) -> dict[int, Player]:
    """Every spelling of those asked about by its key, with whoever shows for it."""
    rows = Player.objects.filter(Q(pk__in=keys) | Q(person__face__in=keys))
    return {player.pk: player for player in people.select_canonical_players(rows)}


def _count_matches(spellings: Mapping[int, Player]) -> tuple[Counter[int], set[KeyPair]]:
    """How many matches each has, alone or in pairs, and who has sat in one match or one pair."""
    sitting = {key: {people.get_canonical_player(player).pk} for key, player in spellings.items()}
    for pair in people.get_pairs_with(spellings.values()):
        sitting[pair.pk] = {person.pk for person in people.get_persons(pair)}
    rows = Match.objects.filter(Q(white__in=sitting) | Q(black__in=sitting))
    meetings = {two for present_keys in sitting.values() for two in combinations(sorted(present_keys), 2)}
    counts: Counter[int] = Counter()
    for white, black, status in rows.values_list("white", "black", "status"):
        present_keys = sitting.get(white, set()) | sitting.get(black, set())
        counts.update(present_keys if status != Status.VOID.value else ())
        meetings |= set(combinations(sorted(present_keys), 2))
    return counts, meetings


def _get_table_pairs(spellings: Mapping[int, Player]) -> set[KeyPair]:
    """Who sat together in what other apps know of."""
    groups = [group for answer in registry.shared_tables(spellings) for group in answer]
    seated = [{people.get_canonical_player(spellings[key]).pk for key in group} for group in groups]
    return {two for canonical_keys in seated for two in combinations(sorted(canonical_keys), 2)}


def _get_account_pairs(spellings: Mapping[int, Player]) -> set[KeyPair]:
    account_keys = {
        people.get_canonical_player(each).pk for each in spellings.values() if each.user_id is not None
    }
    return set(combinations(sorted(account_keys), 2))


def _make_key_pair(one: int | None, other: int | None) -> KeyPair:
    first, second = sorted((one or 0, other or 0))
    return first, second


def _order_namesakes(players: dict[int, Player], two: KeyPair, counts: Counter[int]) -> NamesakePair:
    keep, absorb = sorted(two, key=lambda pk: (-counts[pk], pk))
    return NamesakePair(players[keep], players[absorb], (counts[keep], counts[absorb]))
