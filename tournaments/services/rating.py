"""Ratings follow results: the ledger is folded again from the first point that changed, no earlier.

What is long is left to `services.recounting`, which writes beside what stands and keeps nobody waiting.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction

from matches.models import Outbox
from matches.services import outbox
from tournaments.models import RatingChange, RatingList
from tournaments.queries import ratings as queries
from tournaments.queries.ratings import DatedResult, Point
from tournaments.ratings.ledger import Change, Result, rate_results
from tournaments.signals import ratings_changed

REBUILD = "rebuild_list"
# As many results are folded at once, in the transaction of what changed; more of them wait for a whole count.
SHORT = 250
BEGINNING = datetime(1900, 1, 1, tzinfo=UTC)
Tail = tuple[Sequence[DatedResult], Sequence[RatingChange]]


def deliver(payload: dict[str, Any]) -> None:
    """Do the outbox work "rate_match": the payload names the match."""
    rate_match(match_id=payload["match"])


@transaction.atomic
def rate_match(*, match_id: int) -> int:
    """Bring every list that counts this match into line with its result, whatever happened to it.

    A new result is added, a corrected one replaced with all that follow it, a result taken back leaves.
    Safe to run twice: the second time finds nothing to write. The number of ledger rows written.
    """
    lists = queries.lists_touched_by(match_id).select_for_update().order_by("pk")
    start_points = [(each, queries.point_of_match(each, match_id)) for each in lists]
    return sum(update_list(rating_list, start) for rating_list, start in start_points if start is not None)


def deliver_club(payload: dict[str, Any]) -> None:
    """Do the outbox work "rate_club": the payload names the club, and since when its results are others."""
    rate_since(club_id=payload["club"], since=datetime.fromisoformat(payload["since"]))


@transaction.atomic
def rate_since(*, club_id: int, since: datetime) -> int:
    """Bring the lists of a club into line with its results from a moment on. The number of rows written."""
    lists = RatingList.objects.filter(club=club_id).select_for_update().order_by("pk")
    return sum(update_list(rating_list, Point(since, 0)) for rating_list in lists)


def update_list(rating_list: RatingList, start: Point | None) -> int:
    """Bring a list into line with its results from a point on (None: the first); its row is locked.

    A list that waits for a whole count only takes note of it. The number of ledger rows written here.
    """
    if rating_list.is_owed:
        _note_pending_since(rating_list, start.at if start is not None else BEGINNING)
        return 0
    tail = tail_of(rating_list, start)
    if tail is None:
        enqueue_rebuild(rating_list)
        return 0
    return apply_tail(rating_list, start, tail)


def tail_of(rating_list: RatingList, start: Point | None) -> Tail | None:
    """Results and rows of a list from a point on, None when they are too many for one transaction."""
    results = queries.results_of(rating_list, start, SHORT + 1)
    stored = queries.changes_from(rating_list, start, 4 * SHORT + 1)
    return None if len(results) > SHORT or len(stored) > 4 * SHORT else (results, stored)


def apply_tail(rating_list: RatingList, start: Point | None, tail: Tail) -> int:
    """Fold a tail and write where it differs from what stands; the row of the list is locked."""
    results, stored = tail
    expected_changes = compute_changes(rating_list, start, results)
    unchanged_count = _count_equal_rows(stored, expected_changes)
    _replace(rating_list, stored[unchanged_count:], expected_changes[unchanged_count:])
    if len(stored) > unchanged_count or len(expected_changes) > unchanged_count:
        ratings_changed.send(sender=RatingList, rating_list=rating_list)
    return len(expected_changes) - unchanged_count


def enqueue_rebuild(rating_list: RatingList) -> None:
    """Ask for a whole count of a list, whose row is locked; until it is done the ledger stays as it is."""
    rating_list.is_owed = True
    rating_list.save(update_fields=["is_owed"])
    outbox.post_message(kind=REBUILD, payload={"list": rating_list.pk})


def compute_changes(
    rating_list: RatingList, start: Point | None, results: Sequence[DatedResult]
) -> list[RatingChange]:
    """The rows these results make from `start` on, in the order of the ledger."""
    players = {player for _, result in results for player in _seated(result)}
    checkpoint = queries.standings_before(rating_list, start, players)
    ledger = rate_results((result for _, result in results), queries.parameters_of(rating_list), checkpoint)
    at = {point.match: point.at for point, _ in results}
    return [_row(rating_list, change, at[change.match]) for change in ledger.changes]


def change_values(row: RatingChange) -> tuple[object, ...]:
    """What a row says, whichever its key and generation."""
    sides = (row.match_id, row.at, row.player_id, row.opponent_id, row.won)
    return (*sides, row.before, row.after, row.experience, row.explanation)


def _note_pending_since(rating_list: RatingList, since: datetime) -> None:
    """Let a count that is on its way look again at what follows this moment; see that one is on its way."""
    earliest = rating_list.owed_from
    rating_list.owed_from = since if earliest is None else min(earliest, since)
    rating_list.save(update_fields=["owed_from"])
    waiting = Outbox.objects.filter(kind=REBUILD, sent_at=None, given_up_at=None)
    if not waiting.filter(payload__list=rating_list.pk).exists():
        outbox.post_message(kind=REBUILD, payload={"list": rating_list.pk})


def _seated(result: Result) -> Iterable[int]:
    return (*(result.winners or (result.winner,)), *(result.losers or (result.loser,)))


def _row(rating_list: RatingList, change: Change, at: datetime) -> RatingChange:
    why = change.explanation
    return RatingChange(
        rating_list=rating_list,
        edition=rating_list.edition,
        player_id=change.player,
        opponent_id=change.opponent,
        match_id=change.match,
        at=at,
        won=change.won,
        before=change.before.rating,
        after=change.after.rating,
        experience=change.before.experience,
        explanation={name: getattr(why, name) for name in why.__dataclass_fields__},
    )


def _count_equal_rows(stored: Sequence[RatingChange], expected_changes: Sequence[RatingChange]) -> int:
    """How many rows from the start are the same in both; the rows of a match stay together."""
    pairs = enumerate(zip(stored, expected_changes, strict=False))
    differing = (index for index, (old, new) in pairs if change_values(old) != change_values(new))
    first = next(differing, min(len(stored), len(expected_changes)))
    match = {rows[first].match_id for rows in (stored, expected_changes) if first < len(rows)}
    while first and stored[first - 1].match_id in match:
        first -= 1
    return first


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
