"""Whom an official may want to join: players whose names are near, and who can still be one person."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import combinations

from django.db.models import F, Q, QuerySet

from matches import namesakes, registry
from matches.models import Match, Player, User
from matches.namesakes import Two
from matches.queries import people
from matches.spellings import Kind
from matches.states import Status

LOOKED_AT = 2000
MOST = 200


@dataclass(frozen=True, slots=True)
class Namesakes:
    """Two who may be one, the one with more matches first: he would show."""

    keep: Player
    absorb: Player
    matches: tuple[int, int]


def suggestions(among: QuerySet[Player], user: User) -> list[Namesakes]:
    """Of these players, those this user may join and has not said to be two; the most alike first.

    Whoever has met, played in one pair, sat at one table or has an account each cannot be one and is left
    out. Ten queries at most, however many players.
    """
    canonical_players = among.filter(Q(person=None) | Q(person__face=F("pk")))
    persons = canonical_players.filter(kind=Kind.PERSON.value, anonymised_at=None)
    managed_players = persons.filter(pk__in=people.kept_by(user).values("pk")).order_by("-pk")
    players = {player.pk: player for player in managed_players[:LOOKED_AT]}
    similar_pairs = namesakes.near({pk: player.full_name for pk, player in players.items()})[:MOST]
    spelled = _faces_by_key({pk for two in similar_pairs for pk in two})
    counts, meetings = _matches(spelled)
    apart = {_two(change.player_id, change.other_id) for change in people.kept_apart(spelled)}
    excluded = apart | meetings | _at_one_table(spelled) | _with_accounts(spelled)
    return [_ordered(players, two, counts) for two in similar_pairs if two not in excluded]


def _faces_by_key(keys: Collection[int]) -> dict[int, Player]:
    """Every spelling of those asked about by its key, with whoever shows for it."""
    rows = Player.objects.filter(Q(pk__in=keys) | Q(person__face__in=keys))
    return {player.pk: player for player in people.with_faces(rows)}


def _matches(spellings: Mapping[int, Player]) -> tuple[Counter[int], set[Two]]:
    """How many matches each has, alone or in pairs, and who has sat in one match or one pair."""
    sitting = {key: {people.face_of(player).pk} for key, player in spellings.items()}
    for pair in people.pairs_with(spellings.values()):
        sitting[pair.pk] = {person.pk for person in people.persons_in(pair)}
    rows = Match.objects.filter(Q(white__in=sitting) | Q(black__in=sitting))
    meetings = {two for present_keys in sitting.values() for two in combinations(sorted(present_keys), 2)}
    counts: Counter[int] = Counter()
    for white, black, status in rows.values_list("white", "black", "status"):
        present_keys = sitting.get(white, set()) | sitting.get(black, set())
        counts.update(present_keys if status != Status.VOID.value else ())
        meetings |= set(combinations(sorted(present_keys), 2))
    return counts, meetings


def _at_one_table(spellings: Mapping[int, Player]) -> set[Two]:
    """Who sat together in what other apps know of."""
    groups = [group for answer in registry.shared_tables(spellings) for group in answer]
    seated = [{people.face_of(spellings[key]).pk for key in group} for group in groups]
    return {two for canonical_keys in seated for two in combinations(sorted(canonical_keys), 2)}


def _with_accounts(spellings: Mapping[int, Player]) -> set[Two]:
    account_keys = {people.face_of(each).pk for each in spellings.values() if each.user_id is not None}
    return set(combinations(sorted(account_keys), 2))


def _two(one: int | None, other: int | None) -> Two:
    first, second = sorted((one or 0, other or 0))
    return first, second


def _ordered(players: dict[int, Player], two: Two, counts: Counter[int]) -> Namesakes:
    keep, absorb = sorted(two, key=lambda pk: (-counts[pk], pk))
    return Namesakes(players[keep], players[absorb], (counts[keep], counts[absorb]))
