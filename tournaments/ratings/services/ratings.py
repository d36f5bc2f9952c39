"""Rating lists: updates after results, rebuilds, and changes of their constants.

The ledger of a list is its `RatingChange` rows in the order of the results. An update replaces the end of the
ledger by rows of the next generation. A rebuild writes the whole ledger again, as another edition.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Q

from matches.models import Outbox, User
from matches.services import outbox
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments import known_ratings
from tournaments.journal.facts import HIGHEST_RATING
from tournaments.lookups import people_of
from tournaments.models import Club, Counted, RatingChange, RatingList, RatingListChange
from tournaments.permissions import must_manage
from tournaments.rating_systems import fibs
from tournaments.rating_systems import registry as systems
from tournaments.rating_systems.rating_changes import LedgerChange, RatedMatch, rate_results
from tournaments.ratings.queries import ratings as rating_queries
from tournaments.ratings.queries.ratings import DatedResult, ResultPosition
from tournaments.signals import ratings_changed

# Kind of the outbox message.
REBUILD = "rebuild_list"
# Most results recalculated at once, in the transaction of the change; above, a full rebuild is enqueued.
MAX_RESULTS_AT_ONCE = 250
BEGINNING = datetime(1900, 1, 1, tzinfo=UTC)
# The results and the rows of the ledger from a position on.
Tail = tuple[Sequence[DatedResult], Sequence[RatingChange]]


def deliver_match(payload: dict[str, Any]) -> None:
    """Rate the match named in the payload. Outbox handler of "rate_match"."""
    rate_match(match_id=payload["match"])


@transaction.atomic
def rate_match(*, match_id: int) -> int:
    """Update every list that counts this match to its current result; return the number of rows written.

    A new result is added, a corrected one replaced together with all later ones, a withdrawn one removed.
    Idempotent.
    """
    lists = rating_queries.lists_affected_by(match_id).select_for_update().order_by("pk")
    start_positions = [(each, rating_queries.position_of_match(each, match_id)) for each in lists]
    return sum(update_list(rating_list, start) for rating_list, start in start_positions if start is not None)


@transaction.atomic
def delete_ledger_rows(*, matches: Iterable[int]) -> None:
    """Delete the ledger rows of matches (keys) that are void and about to be deleted.

    Later results are recalculated, by a full rebuild where there are too many.
    """
    keys = list(matches)
    rows = RatingChange.objects.filter(match__in=keys)
    lists = RatingList.objects.filter(pk__in=rows.order_by().values("rating_list"))
    for rating_list in lists.select_for_update().order_by("pk"):
        current_rows = rows.filter(rating_list=rating_list, edition=rating_list.edition, replaced_in=None)
        first = current_rows.order_by("at", "match").first()
        if first is not None:
            update_list(rating_list, ResultPosition(first.at, first.match_id))
        _delete_rows(rating_list.pk, Q(match__in=keys))


def deliver_club(payload: dict[str, Any]) -> None:
    """Rate a club's results since a time; both are in the payload. Outbox handler of "rate_club"."""
    rate_since(club_id=payload["club"], since=datetime.fromisoformat(payload["since"]))


@transaction.atomic
def rate_since(*, club_id: int, since: datetime) -> int:
    """Update the lists of a club from a moment on; return the number of rows written."""
    lists = RatingList.objects.filter(club=club_id).select_for_update().order_by("pk")
    return sum(update_list(rating_list, ResultPosition(since, 0)) for rating_list in lists)


def update_list(rating_list: RatingList, start: ResultPosition | None) -> int:
    """Update a locked list from a position on (None: the first); return the number of rows written.

    If a full rebuild is pending, only the time of the position is stored.
    """
    if rating_list.is_pending:
        _set_pending_from(rating_list, start.at if start is not None else BEGINNING)
        return 0
    tail = tail_of(rating_list, start)
    if tail is None:
        enqueue_rebuild(rating_list)
        return 0
    return apply_tail(rating_list, start, tail)


def tail_of(rating_list: RatingList, start: ResultPosition | None) -> Tail | None:
    """Return results and rows of a list from a position on; None if too many for one transaction."""
    results = rating_queries.results_of(rating_list, start, MAX_RESULTS_AT_ONCE + 1)
    stored = rating_queries.changes_from(rating_list, start, 4 * MAX_RESULTS_AT_ONCE + 1)
    return (
        None
        if len(results) > MAX_RESULTS_AT_ONCE or len(stored) > 4 * MAX_RESULTS_AT_ONCE
        else (results, stored)
    )


def apply_tail(rating_list: RatingList, start: ResultPosition | None, tail: Tail) -> int:
    """Recalculate a tail and write the differences; the list's row is locked."""
    results, stored = tail
    expected_changes = compute_changes(rating_list, start, results)
    unchanged_count = _count_equal_rows(stored, expected_changes)
    _replace(rating_list, stored[unchanged_count:], expected_changes[unchanged_count:])
    if len(stored) > unchanged_count or len(expected_changes) > unchanged_count:
        ratings_changed.send(sender=RatingList, rating_list=rating_list)
    return len(expected_changes) - unchanged_count


def enqueue_rebuild(rating_list: RatingList) -> None:
    """Enqueue a full rebuild of a locked list; until then the ledger is unchanged."""
    rating_list.is_pending = True
    rating_list.save(update_fields=["is_pending"])
    outbox.post_message(kind=REBUILD, payload={"list": rating_list.pk})


def compute_changes(
    rating_list: RatingList, start: ResultPosition | None, results: Sequence[DatedResult]
) -> list[RatingChange]:
    """Compute the ledger rows of these results from `start` on, in order."""
    players = {player for _, result in results for player in _players_of(result)}
    checkpoint = rating_queries.player_ratings_before(rating_list, start, players)
    ledger = rate_results(
        (result for _, result in results), known_ratings.parameters_of(rating_list), checkpoint
    )
    at = {position.match: position.at for position, _ in results}
    return [_make_row(rating_list, change, at[change.match]) for change in ledger.changes]


def change_values(row: RatingChange) -> tuple[object, ...]:
    """Return the values of a row without key and generation."""
    sides = (row.match_id, row.at, row.player_id, row.opponent_id, row.won)
    return (*sides, row.before, row.after, row.experience, row.explanation)


def _set_pending_from(rating_list: RatingList, since: datetime) -> None:
    """Store from when on results have changed since the rebuild began; ensure that one is enqueued."""
    earliest = rating_list.pending_from
    rating_list.pending_from = since if earliest is None else min(earliest, since)
    rating_list.save(update_fields=["pending_from"])
    waiting = Outbox.objects.filter(kind=REBUILD, sent_at=None, given_up_at=None)
    if not waiting.filter(payload__list=rating_list.pk).exists():
        outbox.post_message(kind=REBUILD, payload={"list": rating_list.pk})


def _players_of(result: RatedMatch) -> Iterable[int]:
    return (*(result.winners or (result.winner,)), *(result.losers or (result.loser,)))


def _make_row(rating_list: RatingList, change: LedgerChange, at: datetime) -> RatingChange:
    explanation = change.explanation
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
        explanation={name: getattr(explanation, name) for name in explanation.__dataclass_fields__},
    )


def _count_equal_rows(stored: Sequence[RatingChange], expected_changes: Sequence[RatingChange]) -> int:
    """Return how many rows are equal from the start; the rows of one match are all equal or all not."""
    pairs = enumerate(zip(stored, expected_changes, strict=False))
    differing = (index for index, (old, new) in pairs if change_values(old) != change_values(new))
    first = next(differing, min(len(stored), len(expected_changes)))
    match = {rows[first].match_id for rows in (stored, expected_changes) if first < len(rows)}
    while first and stored[first - 1].match_id in match:
        first -= 1
    return first


def _replace(rating_list: RatingList, old: Sequence[RatingChange], new: Sequence[RatingChange]) -> None:
    """Replace the end `old` of the ledger by `new`; only a replacement starts a new generation."""
    if old:
        rating_list.generation += 1
        rating_list.save(update_fields=["generation"])
        end = rating_queries.changes_at_or_after(rating_list, ResultPosition(old[0].at, old[0].match_id))
        end.update(replaced_in=rating_list.generation)
    for row in new:
        row.generation = rating_list.generation
    RatingChange.objects.bulk_create(new, batch_size=200)


# Rows written or deleted per transaction.
BATCH_SIZE = 250
MAX_ATTEMPTS = 5


class OvertakenError(Exception):
    """The list changed during each attempt."""


def rebuild(*, rating_list: RatingList) -> int:
    """Recalculate a list from its first result, if it differs; return the number of rows written."""
    with transaction.atomic():
        locked_list = RatingList.objects.select_for_update().get(pk=rating_list.pk)
        tail = tail_of(locked_list, None)
        if tail is not None:
            locked_list.is_pending, locked_list.pending_from = False, None
            locked_list.save(update_fields=["is_pending", "pending_from"])
            return apply_tail(locked_list, None, tail)
    return _rebuild_in_batches(rating_list.pk)


def _rebuild_in_batches(key: int) -> int:
    """Compute another edition without a lock and activate it; repeat if the list changes meanwhile."""
    for attempt in range(MAX_ATTEMPTS):
        claim = _claim(key)
        if attempt and not claim.is_pending:
            return 0
        rows = compute_changes(claim, None, rating_queries.results_of(claim, None))
        if _matches_ledger(claim, rows):
            if _activate_edition(claim, claim.edition):
                return 0
            continue
        _write_edition(claim, rows)
        if _activate_edition(claim, claim.claimed):
            _delete_rows(key, Q(edition__gt=claim.edition, edition__lt=claim.claimed))
            return len(rows)
        _delete_rows(key, Q(edition=claim.claimed))
    raise OvertakenError(key)


@transaction.atomic
def _claim(key: int) -> RatingList:
    """Lock the list and reserve an edition number for this run."""
    locked_list = RatingList.objects.select_for_update().get(pk=key)
    locked_list.claimed += 1
    locked_list.is_pending = True
    locked_list.save(update_fields=["claimed", "is_pending"])
    return locked_list


def _matches_ledger(claim: RatingList, rows: Sequence[RatingChange]) -> bool:
    """Return whether these rows equal the current ledger; reading stops at the first difference."""
    stored = (
        known_ratings.current_changes(claim).order_by(*rating_queries.ORDER).iterator(chunk_size=BATCH_SIZE)
    )
    pairs = zip_longest(stored, rows)
    return all(old and new and change_values(old) == change_values(new) for old, new in pairs)


def _write_edition(claim: RatingList, rows: Sequence[RatingChange]) -> None:
    """Write the claimed edition in batches, each in its own transaction."""
    for row in rows:
        row.edition, row.generation = claim.claimed, claim.generation + 1
    for start in range(0, len(rows), BATCH_SIZE):
        RatingChange.objects.bulk_create(rows[start : start + BATCH_SIZE])


@transaction.atomic
def _activate_edition(claim: RatingList, edition: int) -> bool:
    """Activate an edition, unless the list has changed or another run was faster.

    Results that came in meanwhile are applied at once.
    """
    current_list = RatingList.objects.select_for_update().get(pk=claim.pk)
    if current_list.edition != claim.edition or rating_queries.data_of(
        current_list
    ) != rating_queries.data_of(claim):
        return False
    since, is_last = current_list.pending_from, current_list.claimed == claim.claimed
    if is_last:
        current_list.is_pending, current_list.pending_from = False, None
    if edition != current_list.edition:
        current_list.edition, current_list.generation = edition, current_list.generation + 1
        ratings_changed.send(sender=RatingList, rating_list=current_list)
    current_list.save(update_fields=["edition", "generation", "is_pending", "pending_from"])
    if is_last and since is not None:
        update_list(current_list, ResultPosition(since, 0))
    return True


def _delete_rows(key: int, condition: Q) -> None:
    """Delete rows of editions that are not current, in batches."""
    rows = RatingChange.objects.filter(condition, rating_list=key).order_by("pk")
    while keys := list(rows.values_list("pk", flat=True)[:BATCH_SIZE]):
        RatingChange.objects.filter(pk__in=keys).delete()


LONGEST_NAME, LONGEST_REASON = 80, 300
# No list in use goes lower; a smaller value is a typing mistake.
LOWEST_RATING = 100


@transaction.atomic
def open_rating_list(
    *,
    club: Club,
    name: str,
    parameters: Mapping[str, Any],
    by: User,
    system: str = fibs.SYSTEM,
    counts: str = Counted.SINGLES.value,
    ladders: bool = False,
) -> RatingList:
    """Create another rating list with its own parameters, calculated from the club's first result.

    Raises `name_taken`, `rating_counts_unknown`, and errors of parameters.
    """
    must_manage(by, club)
    # Locked, so that two lists cannot get the same name at once.
    Club.objects.select_for_update().get(pk=club.pk)
    unique_name = _check_name(club, name)
    _check_parameters(system, parameters, counts)
    rating_list = RatingList.objects.create(
        club=club,
        name=unique_name,
        system=system,
        parameters=dict(parameters),
        counts=counts,
        ladders=ladders,
    )
    _recalculate(rating_list)
    return rating_list


@transaction.atomic
def change_list(
    *,
    rating_list: RatingList,
    name: str,
    system: str,
    parameters: Mapping[str, Any],
    counts: str,
    by: User,
    ladders: bool | None = None,
    reason: str = "",
) -> RatingListChange | None:
    """Change a list's system or parameters from the first result on; None if unchanged.

    Published ratings stay with their generation. Raises as `open_rating_list`.
    """
    locked_list = _lock_list(rating_list, by)
    before = rating_queries.data_of(locked_list)
    previous_places = rating_queries.get_rating_places(locked_list)
    locked_list.name = _check_name(rating_list.club, name, locked_list.pk)
    _check_parameters(system, parameters, counts)
    locked_list.system, locked_list.parameters, locked_list.counts = system, dict(parameters), counts
    locked_list.ladders = locked_list.ladders if ladders is None else ladders
    return _save_change(locked_list, before, previous_places, by, reason)


@transaction.atomic
def set_starting_ratings(
    *, rating_list: RatingList, ratings: Mapping[str, float], by: User, reason: str = ""
) -> RatingListChange | None:
    """Set the initial ratings of players, by code, and recalculate the list.

    Players left out start from the base. Return None if unchanged. Raises `starting_rating_unlikely`, and
    `not_a_member` for players unknown to the club.
    """
    locked_list = _lock_list(rating_list, by)
    before = rating_queries.data_of(locked_list)
    previous_places = rating_queries.get_rating_places(locked_list)
    locked_list.starting_ratings = _checked_starting_ratings(locked_list, ratings)
    return _save_change(locked_list, before, previous_places, by, reason)


def _lock_list(rating_list: RatingList, by: User) -> RatingList:
    must_manage(by, rating_list.club)
    Club.objects.select_for_update().get(pk=rating_list.club_id)
    return RatingList.objects.select_for_update(of=("self",)).get(pk=rating_list.pk)


def _save_change(
    locked_list: RatingList,
    before: Mapping[str, Any],
    previous_places: Mapping[int, rating_queries.PlaceAndRating],
    by: User,
    reason: str,
) -> RatingListChange | None:
    """Save a list changed since `before`, log the change, and recalculate if the rating is affected."""
    if before == rating_queries.data_of(locked_list):
        return None
    locked_list.save(update_fields=["name", "system", "parameters", "counts", "ladders", "starting_ratings"])
    ratings_change = not _has_same_ratings(before, locked_list)
    standings_data = (
        {"stands": {str(player): list(each) for player, each in previous_places.items()}}
        if ratings_change
        else {}
    )
    change = RatingListChange.objects.create(
        rating_list=locked_list,
        before={**before, **standings_data},
        after=rating_queries.data_of(locked_list),
        reason=reason.strip()[:LONGEST_REASON],
        by=by,
        signed=by.get_username(),
    )
    if ratings_change:
        _recalculate(locked_list)
        change.refresh_from_db()
    return change


def deliver_rebuild(payload: dict[str, Any]) -> None:
    """Rebuild a list and log the moved players. Outbox handler of "rebuild_list"."""
    rating_list = RatingList.objects.filter(pk=payload["list"]).first()
    if rating_list is None:
        return
    if rating_list.is_pending:
        rebuild(rating_list=rating_list)
    rating_list.refresh_from_db()
    _log_moves(rating_list)


def _recalculate(rating_list: RatingList) -> None:
    """Recalculate a locked list at once if short, else by a task."""
    tail = tail_of(rating_list, None)
    if tail is None:
        enqueue_rebuild(rating_list)
        return
    rating_list.is_pending, rating_list.pending_from = False, None
    rating_list.save(update_fields=["is_pending", "pending_from"])
    apply_tail(rating_list, None, tail)
    _log_moves(rating_list)


@transaction.atomic
def _log_moves(rating_list: RatingList) -> None:
    """Log the players moved by changes of the list; until the recalculation they hold the old places."""
    waiting = RatingListChange.objects.select_for_update().filter(
        rating_list=rating_list, before__has_key="stands"
    )
    for change in waiting.order_by("pk"):
        before = {int(player): tuple(each) for player, each in change.before["stands"].items()}
        change.moves = rating_queries.compare_places(before, rating_queries.get_rating_places(rating_list))
        change.before = {name: value for name, value in change.before.items() if name != "stands"}
        change.save(update_fields=["moves", "before"])


def _has_same_ratings(before: Mapping[str, Any], rating_list: RatingList) -> bool:
    """Return whether only the name differs."""
    current_data = rating_queries.data_of(rating_list)
    return all(before[name] == current_data[name] for name in before if name != "name")


def _check_parameters(system: str, parameters: Mapping[str, Any], counts: str) -> None:
    systems.parameters(system, parameters)
    if counts not in Counted.values:
        raise Refusal("rating_counts_unknown", counts=counts)


def _checked_starting_ratings(rating_list: RatingList, ratings: Mapping[str, float]) -> dict[str, float]:
    highest = HIGHEST_RATING
    unlikely = next((rating for rating in ratings.values() if not LOWEST_RATING <= rating <= highest), None)
    if unlikely is not None:
        raise Refusal("starting_rating_unlikely", rating=unlikely, lowest=LOWEST_RATING, highest=highest)
    member_codes = set(people_of(rating_list.club).filter(code__in=ratings).values_list("code", flat=True))
    unknown_codes = sorted(set(ratings) - member_codes - set(rating_list.starting_ratings))
    if unknown_codes:
        raise Refusal("not_a_member", player=", ".join(unknown_codes)[:LONGEST_NAME])
    return dict(sorted(ratings.items()))


def _check_name(club: Club, name: str, own_key: int = 0) -> str:
    normalised_name = normalise_name(name)[:LONGEST_NAME]
    if club.rating_lists.filter(name=normalised_name).exclude(pk=own_key).exists():
        raise Refusal("name_taken", name=normalised_name)
    return normalised_name
