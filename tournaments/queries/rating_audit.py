"""Rating lists folded again from their first result, and compared with the ledger that stands."""

from collections.abc import Iterator
from itertools import zip_longest

from django.db.models import QuerySet

from matches.models import Match
from rules.errors import Refusal
from tournaments.models import RatingChange, RatingList
from tournaments.queries import ratings
from tournaments.ratings.ledger import Change, rate_results

Row = tuple[int, int, int, bool, float, float, int]


def rating_lists() -> QuerySet[RatingList]:
    """Every list of the house, club by club."""
    return RatingList.objects.select_related("club").order_by("club", "pk")


def disagreements(rating_list: RatingList) -> Iterator[Refusal]:
    """The first match from which a ledger is not what the results of its persons give; nothing when it is."""
    results = (dated.result for dated in ratings.results_of(rating_list, None))
    checkpoint = ratings.standings_before(rating_list, None, ())
    recomputed = map(_told, rate_results(results, ratings.parameters_of(rating_list), checkpoint).changes)
    stored = map(_stored, ratings.changes_from(rating_list, None))
    for one, other in zip_longest(stored, recomputed):
        if one != other:
            key = (one or other or (0,))[0]
            code = Match.objects.values_list("code", flat=True).get(pk=key)
            yield Refusal("audit_rating", list=f"{rating_list.club.slug}: {rating_list.name}", match=code)
            return


def _told(change: Change) -> Row:
    figures = (change.before.rating, change.after.rating, change.before.experience)
    return (change.match, change.player, change.opponent, change.won, *figures)


def _stored(row: RatingChange) -> Row:
    figures = (row.before, row.after, row.experience)
    return (row.match_id, row.player_id, row.opponent_id, row.won, *figures)
