"""Queries of players as persons: spellings, pairs, merge suggestions."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce

from matches import names, registry
from matches.models import Badge, Match, Player, PlayerChange, User
from matches.names import KeyPair, NameKind, compare_names
from matches.states import Ending, Status

MIN_LIKENESS = 0.75
MAX_PLAYERS = 5000
MAX_SUGGESTIONS = 8


def make_person_q(field: str, player: Player) -> Q:
    """Return a condition on rows: the player in `field` is this person, under any spelling."""
    if player.person_id is None:
        return Q(**{field: player.pk})
    return Q(**{f"{field}__person": player.person_id})


def make_person_or_pair_q(field: str, player: Player) -> Q:
    """Return a condition on rows: the player in `field` is this person, or a pair of theirs.

    The pairs are queried when this is called.
    """
    return make_person_or_pair_in_any_q((field,), player)


def make_person_or_pair_in_any_q(fields: Iterable[str], player: Player) -> Q:
    """Return a condition on rows: the player in one of `fields` is this person, or a pair of theirs.

    The pairs are queried once, when this is called.
    """
    pair_keys = [pair.pk for pair in get_pairs_with(get_spellings(player))]
    condition = Q(pk__in=[])
    for field in fields:
        condition |= make_person_q(field, player)
        if pair_keys:
            condition |= Q(**{f"{field}__in": pair_keys})
    return condition


def canonical_key(field: str) -> Coalesce:
    """Return an expression: the primary key of the canonical player of the player in `field`."""
    return Coalesce(f"{field}__person__face", f"{field}_id")


def known_name(field: str) -> Case:
    """Return an expression: the full name of the person in `field`, as `Player.known_name`."""
    return Case(
        When(**{f"{field}__person_name": ""}, then=F(f"{field}__full_name")),
        default=F(f"{field}__person_name"),
    )


DESK_NAME_COLUMNS = (
    *(known_name("white"), "white__distinction"),
    *(known_name("black"), "black__distinction"),
)


def read_desk_names(row: Sequence[Any]) -> tuple[Any, ...]:
    """Return a row of a match that begins with DESK_NAME_COLUMNS, with the names that officials see instead.

    They are composed here, as the database takes many times longer.
    """
    white, white_distinction, black, black_distinction, *columns = row
    return (
        names.add_distinction(white, white_distinction),
        names.add_distinction(black, black_distinction),
        *columns,
    )


def get_canonical_player(player: Player) -> Player:
    """The canonical spelling of this person."""
    return player if player.person is None else player.person.face


def get_player(code: str) -> Player | None:
    """Return a player with their canonical spelling, or None."""
    return select_canonical_players(Player.objects.filter(code=code)).first()


def get_spellings(player: Player) -> list[Player]:
    """Every spelling of this person, the canonical one first."""
    if player.person_id is None:
        return [player]
    rows = Player.objects.filter(person=player.person_id).annotate(
        is_other_spelling=Case(When(person__face=F("pk"), then=0), default=1)
    )
    return list(rows.order_by("is_other_spelling", "pk"))


def select_canonical_players(rows: QuerySet[Player]) -> QuerySet[Player]:
    """Fetch the canonical spelling with each player, and those of the members of pairs."""
    return rows.select_related("person__face", "first__person__face", "second__person__face")


def get_pairs_with(players: Iterable[Player]) -> list[Player]:
    """Return every pair of one of these players, with its members' canonical spellings."""
    keys = [player.pk for player in players]
    rows = Player.objects.filter(Q(first__in=keys) | Q(second__in=keys))
    return list(select_canonical_players(rows).order_by("pk"))


def include_pairs(players: Iterable[Player]) -> list[Player]:
    """These players, and every pair of theirs."""
    player_list = list(players)
    return [*player_list, *get_pairs_with(player_list)]


def expand_pairs(players: Iterable[int]) -> set[int]:
    """Return the keys of the people among these canonical players: of a pair, those of both. One query."""
    keys = set(players)
    members = get_members_of_pairs(keys)
    return {person for key in keys for person in members.get(key, (key,))}


def get_members_of_pairs(players: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Return the keys of both people of each pair among these players. One query."""
    pairs = Player.objects.filter(pk__in=set(players), kind=NameKind.PAIR.value)
    return {
        pair: (first, second)
        for pair, first, second in pairs.values_list("pk", canonical_key("first"), canonical_key("second"))
    }


def get_persons(player: Player) -> tuple[Player, ...]:
    """Return the canonical players of this player: one, or the two members of a pair."""
    return tuple(get_canonical_player(member) for member in player.members or (player,))


def get_active_merges(players: Iterable[Player]) -> list[PlayerChange]:
    """The merges of these persons that have not been undone, in order."""
    keys = {player.pk for player in players}
    rows = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None)
    return list(rows.filter(Q(player__in=keys) | Q(other__in=keys)).order_by("pk"))


def get_merges_of(player: Player) -> list[PlayerChange]:
    """The active merges among the spellings of this person, with both names."""
    keys = [each.pk for each in get_spellings(player)]
    rows = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None, player__in=keys)
    return list(rows.select_related("player", "other").order_by("pk"))


def get_separations(players: Iterable[int]) -> list[PlayerChange]:
    """Return the decisions that two of these players (by key) are different people."""
    keys = list(players)
    rows = PlayerChange.objects.filter(kind=PlayerChange.APART, player__in=keys, other__in=keys)
    return list(rows.order_by("pk"))


def get_match_between(players: Iterable[Player], other_players: Iterable[Player]) -> Match | None:
    """The first match of two persons against each other, of any status."""
    first_side, second_side = list(players), list(other_players)
    is_meeting = Q(white__in=first_side, black__in=second_side) | Q(
        white__in=second_side, black__in=first_side
    )
    return Match.objects.filter(is_meeting).select_related("white", "black").order_by("pk").first()


def find_similar_players(player: Player, user: User, *, search_name: str = "") -> list[Player]:
    """Return players with a name similar to this one's, or to `search_name`, the most similar first.

    Only persons whose names `user` manages. Without `search_name`, those recorded as different people are
    left out.
    """
    target_name = search_name or player.full_name
    excluded_keys = {each.pk for each in get_spellings(player)}
    if not search_name:
        excluded_keys |= _get_separated_keys(excluded_keys)
    persons = get_managed_players(user).filter(kind=NameKind.PERSON.value, anonymised_at=None)
    rows = persons.exclude(pk__in=excluded_keys).order_by("-pk")[:MAX_PLAYERS]
    scored_players = [(_score_name(target_name, each.full_name, search_name), each) for each in rows]
    close_matches = [pair for pair in scored_players if pair[0] >= MIN_LIKENESS]
    close_matches.sort(key=lambda pair: (-pair[0], pair[1].full_name, pair[1].pk))
    return [each for _, each in close_matches[:MAX_SUGGESTIONS]]


def get_managed_players(user: User) -> QuerySet[Player]:
    """The players whose names a user manages: of matches and badges at their desks, with pair members."""
    if user.is_superuser:
        return Player.objects.all()
    seats = Match.objects.filter(desk__officials=user).values_list("white", "black")
    seated_keys = {player for pair in seats for player in pair}
    badge_keys = Badge.objects.filter(desk__officials=user).values_list("player", flat=True)
    all_keys = {*seated_keys, *badge_keys}
    pair_members = Player.objects.filter(pk__in=all_keys, kind=NameKind.PAIR.value).values_list(
        "first", "second"
    )
    return Player.objects.filter(pk__in=all_keys.union(*pair_members))


def _get_separated_keys(keys: Iterable[int]) -> set[int]:
    key_list = list(keys)
    rows = PlayerChange.objects.filter(
        Q(player__in=key_list) | Q(other__in=key_list), kind=PlayerChange.APART
    )
    return {key for pair_keys in rows.values_list("player", "other") for key in pair_keys if key is not None}


def _score_name(target_name: str, full_name: str, search_name: str) -> float:
    return (
        1.0
        if search_name and search_name.casefold() in full_name.casefold()
        else compare_names(target_name, full_name)
    )


MAX_COMPARED_PLAYERS = 2000
MAX_NAMESAKE_PAIRS = 200


@dataclass(frozen=True, slots=True)
class NamesakePair:
    """Two players who may be one person; `keep`, with more matches or the longer name, would be canonical."""

    keep: Player
    absorb: Player
    matches: tuple[int, int]


def get_suggestions(among: QuerySet[Player], user: User) -> list[NamesakePair]:
    """Return merge suggestions among these players for this user, the most similar first.

    Left out are pairs recorded as different people, and those who played each other or as a pair, played at
    one table (`registry.shared_tables`) or have an account each. At most ten queries.
    """
    canonical_players = among.filter(Q(person=None) | Q(person__face=F("pk")))
    persons = canonical_players.filter(kind=NameKind.PERSON.value, anonymised_at=None)
    managed_players = persons.filter(pk__in=get_managed_players(user).values("pk")).order_by("-pk")
    players = {player.pk: player for player in managed_players[:MAX_COMPARED_PLAYERS]}
    similar_pairs = names.find_similar_pairs({pk: player.full_name for pk, player in players.items()})[
        :MAX_NAMESAKE_PAIRS
    ]
    spellings = _get_canonical_players({pk for pair in similar_pairs for pk in pair})
    counts, meetings = _count_matches(spellings)
    apart = {_make_key_pair(change.player_id, change.other_id) for change in get_separations(spellings)}
    excluded = apart | meetings | _get_table_pairs(spellings) | _get_account_pairs(spellings)
    return [_order_namesakes(players, pair, counts) for pair in similar_pairs if pair not in excluded]


def order_similar_players(player: Player, others: Sequence[Player]) -> list[NamesakePair]:
    """Return each of `others` with `player` as a pair that may be merged. Four queries."""
    players = {each.pk: each for each in (player, *others)}
    spellings = _get_canonical_players(players)
    persons = {key: get_canonical_player(spelling).pk for key, spelling in spellings.items()}
    counts, _ = _count_matches(spellings)
    counts_by_key = Counter({key: counts[persons[key]] for key in players})
    return [_order_namesakes(players, (player.pk, other.pk), counts_by_key) for other in others]


def _get_canonical_players(keys: Collection[int]) -> dict[int, Player]:
    """Return every spelling of these players by key, with its canonical player."""
    rows = Player.objects.filter(Q(pk__in=keys) | Q(person__face__in=keys))
    return {player.pk: player for player in select_canonical_players(rows)}


def _count_matches(spellings: Mapping[int, Player]) -> tuple[Counter[int], set[KeyPair]]:
    """Count the played matches of each person, and collect the pairs of persons who met or partnered."""
    persons_by_seat = {key: {get_canonical_player(player).pk} for key, player in spellings.items()}
    for pair in get_pairs_with(spellings.values()):
        persons_by_seat[pair.pk] = {person.pk for person in get_persons(pair)}
    rows = Match.objects.filter(Q(white__in=persons_by_seat) | Q(black__in=persons_by_seat))
    meetings = {
        pair for present_keys in persons_by_seat.values() for pair in combinations(sorted(present_keys), 2)
    }
    counts: Counter[int] = Counter()
    for white, black, status, ending in rows.values_list("white", "black", "status", "ending"):
        present_keys = persons_by_seat.get(white, set()) | persons_by_seat.get(black, set())
        is_played = status == Status.SETTLED.value and ending == Ending.PLAYED.value
        counts.update(present_keys if is_played else ())
        meetings |= set(combinations(sorted(present_keys), 2))
    return counts, meetings


def _get_table_pairs(spellings: Mapping[int, Player]) -> set[KeyPair]:
    """Return the pairs of persons who played at one table, by `registry.shared_tables`."""
    groups = [group for answer in registry.shared_tables(spellings) for group in answer]
    seated = [{get_canonical_player(spellings[key]).pk for key in group} for group in groups]
    return {pair for canonical_keys in seated for pair in combinations(sorted(canonical_keys), 2)}


def _get_account_pairs(spellings: Mapping[int, Player]) -> set[KeyPair]:
    account_keys = {get_canonical_player(each).pk for each in spellings.values() if each.user_id is not None}
    return set(combinations(sorted(account_keys), 2))


def _make_key_pair(one: int | None, other: int | None) -> KeyPair:
    first, second = sorted((one or 0, other or 0))
    return first, second


def _order_namesakes(players: dict[int, Player], pair: KeyPair, counts: Counter[int]) -> NamesakePair:
    keep, absorb = sorted(pair, key=lambda pk: (-counts[pk], -len(players[pk].full_name), pk))
    return NamesakePair(players[keep], players[absorb], (counts[keep], counts[absorb]))
