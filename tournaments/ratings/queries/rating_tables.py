"""The table of a rating list: its order, and where provisional players stand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from matches.models import Outbox, Player
from matches.names import get_sort_key
from tournaments import known_ratings
from tournaments.models import Club, RatingChange, RatingList
from tournaments.ratings.queries import ratings

# Kind of the outbox message that rates the results of an import.
RATE_CLUB = "rate_club"


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A player's position in a rating list; `delta` is the change by the last match."""

    place: int
    is_shared: bool
    player: Player
    rating: float
    experience: int
    matches: int
    delta: float
    at: datetime
    is_provisional: bool
    deviation: float = 0.0

    @property
    def shown_place(self) -> str:
        """The place as pages show it: "2", "2=" if it is shared, and none for a provisional rating."""
        if self.is_provisional:
            return ""
        return f"{self.place}{'=' if self.is_shared else ''}"


def rating_lists_of(club: Club) -> QuerySet[RatingList]:
    """Return a club's rating lists, oldest first; the first is the default."""
    return RatingList.objects.filter(club=club).order_by("id")


def is_being_counted(rating_list: RatingList) -> bool:
    """Return whether results still have to be counted: by a rebuild, or after an import. One query."""
    pending = Outbox.objects.filter(kind=RATE_CLUB, sent_at=None, payload__club=rating_list.club_id)
    return rating_list.is_pending or pending.exists()


def rating_table(rating_list: RatingList) -> list[RatingRow]:
    """Return all players rated by a list, highest first, provisional ones after the others. Three queries.

    Equal ratings share a place, but not with a provisional one.
    """
    rows = known_ratings.current_changes(rating_list)
    matches = dict(rows.values_list("player").annotate(n=Count("pk")).order_by())
    latest = known_ratings.latest_changes(rows, matches).select_related("player")
    constants = known_ratings.parameters_of(rating_list)
    provisional = {row.pk: constants.is_provisional(ratings.player_rating_after(row)) for row in latest}
    order = sorted(
        latest,
        key=lambda row: (
            provisional[row.pk],
            -row.after,
            get_sort_key(row.player.name),
            row.player_id,
        ),
    )
    places = _places([(provisional[row.pk], row.after) for row in order])
    return [
        _rating_row(row, place, matches[row.player_id], is_provisional=provisional[row.pk])
        for row, place in zip(order, places, strict=True)
    ]


def _places(ratings_in_order: Sequence[tuple[bool, float]]) -> list[tuple[int, bool]]:
    """Return the place of each rating, provisional or not, and whether it is shared."""
    first_places: dict[tuple[bool, float], int] = {}
    rating_counts = Counter(ratings_in_order)
    for place, rating in enumerate(ratings_in_order, start=1):
        first_places.setdefault(rating, place)
    return [(first_places[rating], rating_counts[rating] > 1) for rating in ratings_in_order]


def _rating_row(
    change: RatingChange, place: tuple[int, bool], matches: int, *, is_provisional: bool
) -> RatingRow:
    standing = ratings.player_rating_after(change)
    return RatingRow(
        place=place[0],
        is_shared=place[1],
        player=change.player,
        rating=standing.rating,
        experience=standing.experience,
        matches=matches,
        delta=change.delta,
        at=change.at,
        is_provisional=is_provisional,
        deviation=standing.deviation,
    )
