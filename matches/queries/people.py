"""Persons: which spellings are one, and what is decided about them."""

from collections.abc import Iterable

from django.db.models import Case, F, Q, When
from django.db.models.functions import Coalesce

from matches.models import Player, PlayerChange


def is_one(field: str, player: Player) -> Q:
    """Rows whose `field` is this person, under any spelling."""
    if player.person_id is None:
        return Q(**{field: player.pk})
    return Q(**{f"{field}__person": player.person_id})


def face(field: str) -> Coalesce:
    """The key of the player who shows for the one in `field`: himself, unless his person has another face."""
    return Coalesce(f"{field}__person__face", f"{field}_id")


def face_of(player: Player) -> Player:
    """The player who shows for this person."""
    return player if player.person is None else player.person.face


def player_by_code(code: str) -> Player | None:
    """A player with the face of his person, or None."""
    return Player.objects.select_related("person__face").filter(code=code).first()


def family(player: Player) -> list[Player]:
    """Every spelling of this person, the one that shows first."""
    if player.person_id is None:
        return [player]
    rows = Player.objects.filter(person=player.person_id).annotate(
        is_behind=Case(When(person__face=F("pk"), then=0), default=1)
    )
    return list(rows.order_by("is_behind", "pk"))


def standing_merges(players: Iterable[Player]) -> list[PlayerChange]:
    """The merges that made these persons one and that nobody has undone, in their order."""
    known = {player.pk for player in players}
    rows = PlayerChange.objects.filter(kind=PlayerChange.MERGED, undone_by=None)
    return list(rows.filter(Q(player__in=known) | Q(other__in=known)).order_by("pk"))
