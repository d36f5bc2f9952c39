"""A rating list before and after a change: where everybody stands and would stand, and who moved."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery

from matches.models import Player
from matches.queries.people import canonical_key
from matches.spellings import Kind
from tournaments.models import Entry, RatingList, RatingListChange
from tournaments.queries import ratings
from tournaments.ratings.figures import Parameters
from tournaments.ratings.ledger import rate_results

CHANGES = 20
Stood = tuple[int, float]
# Player, place before and after, rating before and after; None where there was or is none.
MoveData = list[Any]


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody's place and rating before and after."""

    player: Player
    place: tuple[int | None, int | None]
    rating: tuple[float | None, float | None]

    @property
    def delta(self) -> float | None:
        """How far the rating is from what it was; None for who came or went."""
        before, after = self.rating
        return None if before is None or after is None else after - before


@dataclass(frozen=True, slots=True)
class Change:
    """A change that was made, and whom it moved."""

    change: RatingListChange
    moved: tuple[Moved, ...]


def settings_of(rating_list: RatingList) -> dict[str, Any]:
    """By what a list rates, as `change_list` takes it."""
    return {
        "name": rating_list.name,
        "system": rating_list.system,
        "parameters": dict(rating_list.parameters),
        "counts": rating_list.counts,
        "ladders": rating_list.ladders,
    }


def data_of(rating_list: RatingList) -> dict[str, Any]:
    """A list as it is written down before and after a change."""
    return {**settings_of(rating_list), "starting_ratings": dict(rating_list.starting_ratings)}


def base_of(rating_list: RatingList) -> float:
    """The rating of a player who brings none along."""
    return ratings.parameters_of(rating_list).base


def stands(rating_list: RatingList) -> dict[int, Stood]:
    """Everybody's place and rating today. Two queries."""
    rows = ratings.current_changes(rating_list)
    players = rows.order_by().values_list("player", flat=True).distinct()
    latest = ratings.latest_changes(rows, players).values_list("player", "after")
    return ranked(dict(latest))


def foreseen(
    rating_list: RatingList,
    constants: Parameters,
    counts: str,
    *,
    ladders: bool | None = None,
) -> tuple[Moved, ...]:
    """Where everybody would stand by other constants, the best first; nothing is written."""
    on = rating_list.ladders if ladders is None else ladders
    dated_results = ratings.results_from(rating_list.club_id, None, counts, ladders=on)
    checkpoint = ratings.starting_standings(rating_list.starting_ratings, constants)
    ledger = rate_results((dated.result for dated in dated_results), constants, checkpoint)
    rated = {change.player for change in ledger.changes}
    after = {player: ledger.standings[player].rating for player in rated}
    return named(moves(stands(rating_list), ranked(after)))


@dataclass(frozen=True, slots=True)
class StartingRating:
    """A player who brings a rating along: the one entered with the name, and the one the list starts from."""

    player: Player
    entered: int | None
    starting: float | None


def starting_ratings(rating_list: RatingList) -> tuple[StartingRating, ...]:
    """Whoever has a starting rating or could have one, by name. Three queries.

    Those are players entered with a rating into a tournament that began before their first rated match.
    """
    first_rated = ratings.current_changes(rating_list).filter(player=OuterRef("shown")).order_by("at")
    entries = (
        Entry.objects.filter(event__tournament__club=rating_list.club_id, rating__gt=0)
        .filter(player__kind=Kind.PERSON.value, player__anonymised_at=None)
        .annotate(shown=canonical_key("player"))
        .annotate(rated_at=Subquery(first_rated.values("at")[:1]))
        .filter(Q(rated_at=None) | Q(rated_at__gte=F("event__tournament__starts_at")))
        .order_by("-event__tournament__starts_at", "-pk")
    )
    entered = dict(entries.values_list("shown", "rating"))
    by_code = dict(rating_list.starting_ratings)
    players = Player.objects.filter(Q(pk__in=entered) | Q(code__in=by_code)).order_by("name", "pk")
    return tuple(StartingRating(each, entered.get(each.pk), by_code.get(each.code)) for each in players)


def ranked(ratings_by_player: Mapping[int, float]) -> dict[int, Stood]:
    """Places by rating, the highest first; equal ratings share the better place."""
    order = sorted(ratings_by_player, key=lambda player: (-ratings_by_player[player], player))
    first: dict[float, int] = {}
    for place, player in enumerate(order, start=1):
        first.setdefault(ratings_by_player[player], place)
    return {player: (first[ratings_by_player[player]], ratings_by_player[player]) for player in order}


def moves(before: Mapping[int, Stood], after: Mapping[int, Stood]) -> list[MoveData]:
    """Who stands otherwise, in the order of the later list; who left it comes last."""
    order = [*after, *(player for player in before if player not in after)]
    nowhere = (None, None)
    return [
        [player, *_both(before.get(player, nowhere), after.get(player, nowhere))]
        for player in order
        if before.get(player) != after.get(player)
    ]


def named(move_data: Iterable[MoveData]) -> tuple[Moved, ...]:
    """Moves with their players. One query."""
    move_rows = list(move_data)
    players = Player.objects.in_bulk([move[0] for move in move_rows])
    return tuple(_moved(move, players) for move in move_rows if move[0] in players)


def changes_of(rating_list: RatingList, *, limit: int = CHANGES) -> list[Change]:
    """What was changed in a list, the latest first. Two queries."""
    rows = list(RatingListChange.objects.filter(rating_list=rating_list)[:limit])
    players = Player.objects.in_bulk({move[0] for row in rows for move in row.moves})
    return [
        Change(row, tuple(_moved(move, players) for move in row.moves if move[0] in players)) for row in rows
    ]


def _both(before: Sequence[Any], after: Sequence[Any]) -> tuple[Any, ...]:
    return before[0], after[0], before[1], after[1]


def _moved(move: MoveData, players: Mapping[int, Player]) -> Moved:
    return Moved(players[move[0]], (move[1], move[2]), (move[3], move[4]))
