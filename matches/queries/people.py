"""Persons: which spellings are one, and what is decided about them."""

from collections.abc import Iterable

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce

from matches.models import Badge, Match, Player, PlayerChange, User
from matches.name_similarity import compare_names
from matches.spellings import Kind

MIN_LIKENESS = 0.75
MAX_PLAYERS = 5000
MAX_SUGGESTIONS = 8


def is_person_in(field: str, player: Player) -> Q:
    """Rows whose `field` is this person, under any spelling."""
    if player.person_id is None:
        return Q(**{field: player.pk})
    return Q(**{f"{field}__person": player.person_id})


def is_person_or_pair_in(field: str, player: Player) -> Q:
    """Rows whose `field` is this person alone, or a pair with him. Asks for the pairs at once."""
    pair_keys = [pair.pk for pair in get_pairs_with(get_spellings(player))]
    return (
        is_person_in(field, player) | Q(**{f"{field}__in": pair_keys})
        if pair_keys
        else is_person_in(field, player)
    )


def canonical_key(field: str) -> Coalesce:
    """The key of the player who shows for the one in `field`: himself, unless his person has another face."""
    return Coalesce(f"{field}__person__face", f"{field}_id")


def get_canonical_player(player: Player) -> Player:
    """The player who shows for this person."""
    return player if player.person is None else player.person.face


def get_player(code: str) -> Player | None:
    """A player with the face of his person, or None."""
    return select_canonical_players(Player.objects.filter(code=code)).first()


def get_spellings(player: Player) -> list[Player]:
    """Every spelling of this person, the one that shows first."""
    if player.person_id is None:
        return [player]
    rows = Player.objects.filter(person=player.person_id).annotate(
        is_behind=Case(When(person__face=F("pk"), then=0), default=1)
    )
    return list(rows.order_by("is_behind", "pk"))


def select_canonical_players(rows: QuerySet[Player]) -> QuerySet[Player]:
    """Players with whoever shows for them, and pairs with their members and theirs."""
    return rows.select_related("person__face", "first__person__face", "second__person__face")


def get_pairs_with(players: Iterable[Player]) -> list[Player]:
    """Every pair in which one of these players sits, with the faces of its members."""
    keys = [player.pk for player in players]
    rows = Player.objects.filter(Q(first__in=keys) | Q(second__in=keys))
    return list(select_canonical_players(rows).order_by("pk"))


def include_pairs(players: Iterable[Player]) -> list[Player]:
    """These players, and every pair in which one of them sits."""
    alone = list(players)
    return [*alone, *get_pairs_with(alone)]


def get_persons(player: Player) -> tuple[Player, ...]:
    """The persons, as they show, who sit under this name: one, or the two of a pair."""
    return tuple(get_canonical_player(member) for member in player.members or (player,))


def get_active_merges(players: Iterable[Player]) -> list[PlayerChange]:
    """The merges that made these persons one and that nobody has undone, in their order."""
    keys = {player.pk for player in players}
    rows = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None)
    return list(rows.filter(Q(player__in=keys) | Q(other__in=keys)).order_by("pk"))


def get_merges_of(player: Player) -> list[PlayerChange]:
    """The merges that stand among the spellings of this person, with both names."""
    keys = [each.pk for each in get_spellings(player)]
    rows = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None, player__in=keys)
    return list(rows.select_related("player", "other").order_by("pk"))


def get_separations(players: Iterable[int]) -> list[PlayerChange]:
    """The decisions that two of these players, by their keys, are two people."""
    keys = list(players)
    rows = PlayerChange.objects.filter(kind=PlayerChange.APART, player__in=keys, other__in=keys)
    return list(rows.order_by("pk"))


def get_match_between(players: Iterable[Player], other_players: Iterable[Player]) -> Match | None:
    """The first match in which two persons sit against each other, whatever became of it."""
    first_side, second_side = list(players), list(other_players)
    is_meeting = Q(white__in=first_side, black__in=second_side) | Q(
        white__in=second_side, black__in=first_side
    )
    return Match.objects.filter(is_meeting).select_related("white", "black").order_by("pk").first()


def find_similar_players(player: Player, user: User, *, search_name: str = "") -> list[Player]:
    """Players of this user's desks whose names are like this one's, or like `named`; the most alike first."""
    target_name = search_name or player.full_name
    excluded_keys = {each.pk for each in get_spellings(player)}
    if not search_name:
        excluded_keys |= _get_separated_keys(excluded_keys)
    persons = get_managed_players(user).filter(kind=Kind.PERSON.value, anonymised_at=None)
    rows = persons.exclude(pk__in=excluded_keys).order_by("-pk")[:MAX_PLAYERS]
    scored_players = [(_score_name(target_name, each.full_name, search_name), each) for each in rows]
    close_matches = [pair for pair in scored_players if pair[0] >= MIN_LIKENESS]
    close_matches.sort(key=lambda pair: (-pair[0], pair[1].full_name, pair[1].pk))
    return [each for _, each in close_matches[:MAX_SUGGESTIONS]]


def get_managed_players(user: User) -> QuerySet[Player]:
    """The players whose names a user keeps: of the matches and badges of his desks, members of pairs too."""
    if user.is_superuser:
        return Player.objects.all()
    seats = Match.objects.filter(desk__officials=user).values_list("white", "black")
    seated_keys = {player for pair in seats for player in pair}
    badge_keys = Badge.objects.filter(desk__officials=user).values_list("player", flat=True)
    all_keys = {*seated_keys, *badge_keys}
    pair_members = Player.objects.filter(pk__in=all_keys, kind=Kind.PAIR.value).values_list("first", "second")
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
