"""Ratings follow results: the ledger is folded again from the first point that changed, no earlier."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.models import RatingChange, RatingList
from tournaments.queries import ratings as queries
from tournaments.queries.ratings import DatedResult, Point
from tournaments.ratings.ledger import Change, fold
from tournaments.services import newsroom


def deliver(payload: dict[str, Any]) -> None:
    """Do the outbox work "rate_match": the payload names the match."""
    rate(match_id=payload["match"])


@transaction.atomic
def rate(*, match_id: int) -> int:
    """Bring every list that counts this match into line with its result, whatever happened to it.

    A new result is added, a corrected one replaced with all that follow it, a result taken back leaves.
    Safe to run twice: the second time finds nothing to write. The number of ledger rows written.
    """
    return sum(_follow(rating_list, match_id) for rating_list in _locked(match_id))


def deliver_club(payload: dict[str, Any]) -> None:
    """Do the outbox work "rate_club": the payload names the club, and since when its results are others."""
    rate_since(club_id=payload["club"], since=datetime.fromisoformat(payload["since"]))


@transaction.atomic
def rate_since(*, club_id: int, since: datetime) -> int:
    """Bring the lists of a club into line with its results from a moment on. The number of rows written."""
    lists = RatingList.objects.filter(club=club_id).select_for_update().order_by("pk")
    return sum(_refold(rating_list, Point(since, 0)) for rating_list in lists)


@transaction.atomic
def rebuild(*, rating_list: RatingList) -> int:
    """Fold a list again from its first result; rows that agree stay. The number of ledger rows written."""
    locked = RatingList.objects.select_for_update().get(pk=rating_list.pk)
    return _refold(locked, None)


def _locked(match_id: int) -> list[RatingList]:
    return list(queries.lists_touched_by(match_id).select_for_update().order_by("pk"))


def _follow(rating_list: RatingList, match_id: int) -> int:
    start = queries.point_of_match(rating_list, match_id)
    return _refold(rating_list, start) if start is not None else 0


def _refold(rating_list: RatingList, start: Point | None) -> int:
    results = queries.results_from(rating_list.club_id, start, rating_list.counts)
    stored = queries.changes_from(rating_list, start)
    wanted = _fold(rating_list, start, results)
    kept = _agreeing(stored, wanted)
    _replace(rating_list, stored[kept:], wanted[kept:])
    if len(stored) > kept or len(wanted) > kept:
        newsroom.of_ratings(rating_list)
    return len(wanted) - kept


def _fold(rating_list: RatingList, start: Point | None, results: Sequence[DatedResult]) -> list[RatingChange]:
    players = {player for _, result in results for player in (result.winner, result.loser)}
    checkpoint = queries.standings_before(rating_list, start, players)
    ledger = fold((result for _, result in results), queries.parameters_of(rating_list), checkpoint)
    at = {point.match: point.at for point, _ in results}
    return [_row(rating_list, change, at[change.match]) for change in ledger.changes]


def _row(rating_list: RatingList, change: Change, at: datetime) -> RatingChange:
    return RatingChange(
        rating_list=rating_list,
        player_id=change.player,
        opponent_id=change.opponent,
        match_id=change.match,
        at=at,
        won=change.won,
        before=change.before.rating,
        after=change.after.rating,
        experience=change.before.experience,
        explanation=asdict(change.explanation),
    )


def _agreeing(stored: Sequence[RatingChange], wanted: Sequence[RatingChange]) -> int:
    """How many rows from the start are the same in both; the two rows of a match stay together."""
    pairs = enumerate(zip(stored, wanted, strict=False))
    differing = (index for index, (old, new) in pairs if _figures(old) != _figures(new))
    first = next(differing, min(len(stored), len(wanted)))
    return first - first % 2


def _figures(row: RatingChange) -> tuple[object, ...]:
    sides = (row.match_id, row.at, row.player_id, row.opponent_id, row.won)
    return (*sides, row.before, row.after, row.experience, row.explanation)


def _replace(rating_list: RatingList, old: Sequence[RatingChange], new: Sequence[RatingChange]) -> None:
    """Mark `old`, the end of the ledger, as replaced and add `new`; only a replacement opens a generation."""
    if old:
        rating_list.generation += 1
        rating_list.save(update_fields=["generation"])
        end = queries.changes_at_or_after(rating_list, Point(old[0].at, old[0].match_id))
        end.update(replaced_in=rating_list.generation)
    for row in new:
        row.generation = rating_list.generation
    RatingChange.objects.bulk_create(new, batch_size=200)
