"""Persons: which spellings are one, and what is decided about them."""

from collections.abc import Iterable

from django.db.models import Case, F, Q, QuerySet, When
from django.db.models.functions import Coalesce

from matches.likeness import likeness
from matches.models import Badge, Match, Player, PlayerChange, User
from matches.spellings import Kind

ALIKE = 0.75
LOOKED_AT = 5000
SHOWN = 8


def is_one(field: str, player: Player) -> Q:
    """Rows whose `field` is this person, under any spelling."""
    if player.person_id is None:
        return Q(**{field: player.pk})
    return Q(**{f"{field}__person": player.person_id})


def is_in(field: str, player: Player) -> Q:
    """Rows whose `field` is this person alone, or a pair with him. Asks for the pairs at once."""
    pair_keys = [pair.pk for pair in pairs_with(family(player))]
    return is_one(field, player) | Q(**{f"{field}__in": pair_keys}) if pair_keys else is_one(field, player)


def face(field: str) -> Coalesce:
    """The key of the player who shows for the one in `field`: himself, unless his person has another face."""
    return Coalesce(f"{field}__person__face", f"{field}_id")


def face_of(player: Player) -> Player:
    """The player who shows for this person."""
    return player if player.person is None else player.person.face


def player_by_code(code: str) -> Player | None:
    """A player with the face of his person, or None."""
    return with_faces(Player.objects.filter(code=code)).first()


def family(player: Player) -> list[Player]:
    """Every spelling of this person, the one that shows first."""
    if player.person_id is None:
        return [player]
    rows = Player.objects.filter(person=player.person_id).annotate(
        is_behind=Case(When(person__face=F("pk"), then=0), default=1)
    )
    return list(rows.order_by("is_behind", "pk"))


def with_faces(rows: QuerySet[Player]) -> QuerySet[Player]:
    """Players with whoever shows for them, and pairs with their members and theirs."""
    return rows.select_related("person__face", "first__person__face", "second__person__face")


def pairs_with(players: Iterable[Player]) -> list[Player]:
    """Every pair in which one of these players sits, with the faces of its members."""
    keys = [player.pk for player in players]
    rows = Player.objects.filter(Q(first__in=keys) | Q(second__in=keys))
    return list(with_faces(rows).order_by("pk"))


def sitting_in(players: Iterable[Player]) -> list[Player]:
    """These players, and every pair in which one of them sits."""
    alone = list(players)
    return [*alone, *pairs_with(alone)]


def persons_in(player: Player) -> tuple[Player, ...]:
    """The persons, as they show, who sit under this name: one, or the two of a pair."""
    return tuple(face_of(member) for member in player.members or (player,))


def standing_merges(players: Iterable[Player]) -> list[PlayerChange]:
    """The merges that made these persons one and that nobody has undone, in their order."""
    keys = {player.pk for player in players}
    rows = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None)
    return list(rows.filter(Q(player__in=keys) | Q(other__in=keys)).order_by("pk"))


def merges_of(player: Player) -> list[PlayerChange]:
    """The merges that stand among the spellings of this person, with both names."""
    keys = [each.pk for each in family(player)]
    rows = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None, player__in=keys)
    return list(rows.select_related("player", "other").order_by("pk"))


def kept_apart(players: Iterable[int]) -> list[PlayerChange]:
    """The decisions that two of these players, by their keys, are two people."""
    keys = list(players)
    rows = PlayerChange.objects.filter(kind=PlayerChange.APART, player__in=keys, other__in=keys)
    return list(rows.order_by("pk"))


def match_between(players: Iterable[Player], other_players: Iterable[Player]) -> Match | None:
    """The first match in which two persons sit against each other, whatever became of it."""
    first_side, second_side = list(players), list(other_players)
    is_meeting = Q(white__in=first_side, black__in=second_side) | Q(
        white__in=second_side, black__in=first_side
    )
    return Match.objects.filter(is_meeting).select_related("white", "black").order_by("pk").first()


def alike(player: Player, user: User, *, search_name: str = "") -> list[Player]:
    """Players of this user's desks whose names are like this one's, or like `named`; the most alike first."""
    target_name = search_name or player.full_name
    excluded_keys = {each.pk for each in family(player)}
    if not search_name:
        excluded_keys |= _said_to_be_others(excluded_keys)
    persons = kept_by(user).filter(kind=Kind.PERSON.value, anonymised_at=None)
    rows = persons.exclude(pk__in=excluded_keys).order_by("-pk")[:LOOKED_AT]
    scored_players = [(_likeness(target_name, each.full_name, search_name), each) for each in rows]
    close_matches = [pair for pair in scored_players if pair[0] >= ALIKE]
    close_matches.sort(key=lambda pair: (-pair[0], pair[1].full_name, pair[1].pk))
    return [each for _, each in close_matches[:SHOWN]]


def kept_by(user: User) -> QuerySet[Player]:
    """The players whose names a user keeps: of the matches and badges of his desks, members of pairs too."""
    if user.is_superuser:
        return Player.objects.all()
    seats = Match.objects.filter(desk__officials=user).values_list("white", "black")
    seated_keys = {player for pair in seats for player in pair}
    badge_keys = Badge.objects.filter(desk__officials=user).values_list("player", flat=True)
    all_keys = {*seated_keys, *badge_keys}
    pair_members = Player.objects.filter(pk__in=all_keys, kind=Kind.PAIR.value).values_list("first", "second")
    return Player.objects.filter(pk__in=all_keys.union(*pair_members))


def _said_to_be_others(keys: Iterable[int]) -> set[int]:
    key_list = list(keys)
    rows = PlayerChange.objects.filter(
        Q(player__in=key_list) | Q(other__in=key_list), kind=PlayerChange.APART
    )
    return {key for pair_keys in rows.values_list("player", "other") for key in pair_keys if key is not None}


def _likeness(target_name: str, full_name: str, search_name: str) -> float:
    return (
        1.0
        if search_name and search_name.casefold() in full_name.casefold()
        else likeness(target_name, full_name)
    )
