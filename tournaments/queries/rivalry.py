"""Who beats whom in a club, over all its matches that were played."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count

from matches.models import Player
from matches.queries.people import canonical_key
from tournaments.models import Club, Counted
from tournaments.queries import ratings
from tournaments.queries.careers import Rival

LEAST = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One player: matches in all, whom he met most, whom he beats and who beats him (None: nobody)."""

    player: Player
    won: int
    lost: int
    most_met: Rival | None
    favourite: Rival | None
    nemesis: Rival | None


def report(club: Club, minimum_matches: int = LEAST) -> list[Line]:
    """Everybody who has played, by name; only those who met `least` times are compared. Two queries."""
    records_by_player = _met(club)
    players = Player.objects.in_bulk(list(records_by_player))
    player_ids = sorted(
        (player for player in records_by_player if player in players),
        key=lambda one: players[one].name.casefold(),
    )
    return [
        _line(players[player], records_by_player[player], players, minimum_matches) for player in player_ids
    ]


def _met(club: Club) -> Mapping[int, Mapping[int, tuple[int, int]]]:
    """For every player, how often he won and lost against each other one."""
    matches = ratings.rated_matches(club.pk, Counted.SINGLES.value).order_by()
    rows = matches.values_list(canonical_key("white"), canonical_key("black"), "winner").annotate(
        times=Count("pk")
    )
    records_by_player: defaultdict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for white, black, winner, times in rows:
        for one, other, side in ((white, black, "white"), (black, white, "black")):
            won, lost = records_by_player[one].get(other, (0, 0))
            records_by_player[one][other] = (won + times, lost) if winner == side else (won, lost + times)
    return records_by_player


def _line(
    player: Player,
    opponent_counts: Mapping[int, tuple[int, int]],
    players: Mapping[int, Player],
    minimum_matches: int,
) -> Line:
    records = [
        Rival(players[rival], *counts) for rival, counts in opponent_counts.items() if rival in players
    ]
    often = [record for record in records if record.played >= minimum_matches]
    return Line(
        player,
        sum(record.won for record in records),
        sum(record.lost for record in records),
        _best(often, lambda record: (record.played, record.share)),
        _best([one for one in often if one.won > one.lost], lambda one: (one.share, one.played)),
        _best([one for one in often if one.won < one.lost], lambda one: (1 - one.share, one.played)),
    )


def _best(records: Iterable[Rival], by: Callable[[Rival], tuple[float, float]]) -> Rival | None:
    """The first by these figures; of equals the one whose name comes first."""
    order = sorted(records, key=lambda record: record.opponent.name.casefold())
    return max(order, key=by, default=None)
