"""A rating list is counted again as a whole while everything else goes on.

The count reads and folds in no transaction, writes another edition beside the one that stands, in portions,
and puts it in its place by one row. Whoever dies in it leaves rows that nobody reads; the next count takes
them away. Of two that count at once the first to finish stands, and the other looks again.
"""

from collections.abc import Sequence
from itertools import zip_longest

from django.db import transaction
from django.db.models import Q

from tournaments.models import RatingChange, RatingList
from tournaments.queries import ratings
from tournaments.queries.ratings import Point
from tournaments.services import rating
from tournaments.signals import ratings_changed

# So many rows are written, or taken away, in one transaction.
PORTION = 250
TRIES = 5


class OvertakenError(Exception):
    """Whenever a count was done, the list was another one by then."""


def rebuild(*, rating_list: RatingList) -> int:
    """Count a list again from its first result; what agrees stays. The number of ledger rows written."""
    with transaction.atomic():
        locked_list = RatingList.objects.select_for_update().get(pk=rating_list.pk)
        tail = rating.tail_of(locked_list, None)
        if tail is not None:
            locked_list.is_owed, locked_list.owed_from = False, None
            locked_list.save(update_fields=["is_owed", "owed_from"])
            return rating.apply_tail(locked_list, None, tail)
    return _count(rating_list.pk)


def _count(key: int) -> int:
    for attempt in range(TRIES):
        claim = _claim(key)
        if attempt and not claim.is_owed:
            return 0
        rows = rating.compute_changes(claim, None, ratings.results_of(claim, None))
        if _matches_ledger(claim, rows):
            if _activate_edition(claim, claim.edition):
                return 0
            continue
        _write(claim, rows)
        if _activate_edition(claim, claim.claimed):
            _delete_rows(key, Q(edition__gt=claim.edition, edition__lt=claim.claimed))
            return len(rows)
        _delete_rows(key, Q(edition=claim.claimed))
    raise OvertakenError(key)


@transaction.atomic
def _claim(key: int) -> RatingList:
    """The list as it is counted from now on, with the number of an edition nobody else writes."""
    locked_list = RatingList.objects.select_for_update().get(pk=key)
    locked_list.claimed += 1
    locked_list.is_owed = True
    locked_list.save(update_fields=["claimed", "is_owed"])
    return locked_list


def _matches_ledger(claim: RatingList, rows: Sequence[RatingChange]) -> bool:
    """Whether these rows are the ledger that stands; no more is read than up to the first that differs."""
    stored = ratings.current_changes(claim).order_by(*ratings.ORDER).iterator(chunk_size=PORTION)
    pairs = zip_longest(stored, rows)
    return all(old and new and rating.change_values(old) == rating.change_values(new) for old, new in pairs)


def _write(claim: RatingList, rows: Sequence[RatingChange]) -> None:
    """Write the edition of a claim; every portion is a transaction of its own."""
    for row in rows:
        row.edition, row.generation = claim.claimed, claim.generation + 1
    for start in range(0, len(rows), PORTION):
        RatingChange.objects.bulk_create(rows[start : start + PORTION])


@transaction.atomic
def _activate_edition(claim: RatingList, edition: int) -> bool:
    """Let an edition stand, unless the list counts otherwise by now or another count was quicker.

    What came in while it was written is folded on top of it at once.
    """
    now = RatingList.objects.select_for_update().get(pk=claim.pk)
    if now.edition != claim.edition or ratings.data_of(now) != ratings.data_of(claim):
        return False
    since, is_last = now.owed_from, now.claimed == claim.claimed
    if is_last:
        now.is_owed, now.owed_from = False, None
    if edition != now.edition:
        now.edition, now.generation = edition, now.generation + 1
        ratings_changed.send(sender=RatingList, rating_list=now)
    now.save(update_fields=["edition", "generation", "is_owed", "owed_from"])
    if is_last and since is not None:
        rating.update_list(now, Point(since, 0))
    return True


def _delete_rows(key: int, condition: Q) -> None:
    """Delete rows that were never read, portion by portion."""
    rows = RatingChange.objects.filter(condition, rating_list=key).order_by("pk")
    while keys := list(rows.values_list("pk", flat=True)[:PORTION]):
        RatingChange.objects.filter(pk__in=keys).delete()
