"""Audit of rating lists: stored rows compared with the recalculated ledger."""

from collections.abc import Iterator
from itertools import zip_longest

from django.db.models import QuerySet

from matches.models import Match
from rules.errors import Refusal
from tournaments import known_ratings
from tournaments.models import RatingChange, RatingList
from tournaments.rating_systems.rating_changes import LedgerChange, rate_results
from tournaments.ratings.queries import ratings

LedgerRow = tuple[int, int, int, bool, float, float, int]


def list_rating_lists() -> QuerySet[RatingList]:
    """Return all rating lists of the site by club."""
    return RatingList.objects.select_related("club").order_by("club", "pk")


def find_ledger_disagreement(rating_list: RatingList) -> Iterator[Refusal]:
    """Yield a `Refusal` (not raised) for the first match from which a ledger differs from its results."""
    results = (dated.result for dated in ratings.results_of(rating_list, None))
    checkpoint = ratings.player_ratings_before(rating_list, None, ())
    recomputed = map(
        _describe_row, rate_results(results, known_ratings.parameters_of(rating_list), checkpoint).changes
    )
    stored = map(_stored_row, ratings.changes_from(rating_list, None))
    for stored_row, recomputed_row in zip_longest(stored, recomputed):
        if stored_row != recomputed_row:
            key = (stored_row or recomputed_row or (0,))[0]
            code = Match.objects.values_list("code", flat=True).get(pk=key)
            yield Refusal("audit_rating", list=f"{rating_list.club.slug}: {rating_list.name}", match=code)
            return


def _describe_row(change: LedgerChange) -> LedgerRow:
    figures = (change.before.rating, change.after.rating, change.before.experience)
    return (change.match, change.player, change.opponent, change.won, *figures)


def _stored_row(row: RatingChange) -> LedgerRow:
    figures = (row.before, row.after, row.experience)
    return (row.match_id, row.player_id, row.opponent_id, row.won, *figures)
