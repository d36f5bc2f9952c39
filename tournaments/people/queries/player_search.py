"""Search for players among the public entries of all clubs."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import Player
from matches.names import NameKind, make_search_pattern
from matches.queries.people import select_canonical_players
from tournaments.models import Club, Entry, EntryStatus

# Shorter searches match too many names.
MIN_LETTERS = 2
MAX_LETTERS = 60
PLAYERS_SHOWN = 40


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player under the name shown publicly, and the clubs in whose events the player was entered."""

    player: Player
    clubs: tuple[Club, ...]


def find_players(letters: str) -> list[PlayerRow]:
    """Return the players whose public name contains these letters. Two queries.

    Only players entered in an event of a club that is not archived, and no anonymised ones. The spellings of
    one person share a row.
    """
    if len(letters) < MIN_LETTERS:
        return []
    rows = Player.objects.filter(
        Exists(_public_entries().filter(player=OuterRef("pk"))),
        kind=NameKind.PERSON.value,
        name__iregex=make_search_pattern(letters),
        anonymised_at=None,
    )
    spellings = list(select_canonical_players(rows.order_by("name", "pk"))[:PLAYERS_SHOWN])
    clubs_by_key = _get_clubs(player.pk for player in spellings)
    clubs_by_player: dict[Player, dict[int, Club]] = {}
    for spelling in spellings:
        player = spelling.person.face if spelling.person else spelling
        clubs_by_player.setdefault(player, {}).update({club.pk: club for club in clubs_by_key[spelling.pk]})
    return [PlayerRow(player, tuple(clubs.values())) for player, clubs in clubs_by_player.items()]


def _public_entries() -> QuerySet[Entry]:
    return Entry.objects.filter(status=EntryStatus.ENTERED.value, event__tournament__club__archived_at=None)


def _get_clubs(players: Iterable[int]) -> dict[int, list[Club]]:
    """Return the clubs with public entries of these players, by player."""
    rows = _public_entries().filter(player__in=list(players)).order_by("event__tournament__club__name")
    names = ("pk", "slug", "name")
    columns = [f"event__tournament__club__{name}" for name in names]
    clubs: defaultdict[int, list[Club]] = defaultdict(list)
    for player, *values in rows.values_list("player", *columns).distinct():
        clubs[player].append(Club(**dict(zip(names, values, strict=True))))
    return clubs
