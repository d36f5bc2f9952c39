"""Rating lists: their changes after results, rebuilds, and constants."""

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
from tournaments.journal.facts import HIGHEST_RATING
from tournaments.models import Club, Counted, RatingChange, RatingList, RatingListChange
from tournaments.permissions import must_manage
from tournaments.queries import ratings
from tournaments.queries import ratings as queries
from tournaments.queries import ratings as rating_queries
from tournaments.queries.imports import people_of
from tournaments.queries.ratings import DatedResult, Point
from tournaments.ratings import fibs, systems
from tournaments.ratings.ledger import Change, Result, rate_results
from tournaments.signals import ratings_changed

REBUILD = "rebuild_list"
# As many results are folded at once, in the transaction of what changed; more of them wait for a whole count.
SHORT = 250
BEGINNING = datetime(1900, 1, 1, tzinfo=UTC)
Tail = tuple[Sequence[DatedResult], Sequence[RatingChange]]


def deliver_match(payload: dict[str, Any]) -> None:
    """Do the outbox work "rate_match": the payload names the match."""
    rate_match(match_id=payload["match"])


@transaction.atomic
def rate_match(*, match_id: int) -> int:
    """Bring every list that counts this match into line with its result, whatever happened to it.

    A new result is added, a corrected one replaced with all that follow it, a result taken back leaves.
    Safe to run twice: the second time finds nothing to write. The number of ledger rows written.
    """
    lists = rating_queries.lists_touched_by(match_id).select_for_update().order_by("pk")
    start_points = [(each, rating_queries.point_of_match(each, match_id)) for each in lists]
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
    results = rating_queries.results_of(rating_list, start, SHORT + 1)
    stored = rating_queries.changes_from(rating_list, start, 4 * SHORT + 1)
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
    checkpoint = rating_queries.standings_before(rating_list, start, players)
    ledger = rate_results(
        (result for _, result in results), rating_queries.parameters_of(rating_list), checkpoint
    )
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
        end = rating_queries.changes_at_or_after(rating_list, Point(old[0].at, old[0].match_id))
        end.update(replaced_in=rating_list.generation)
    for row in new:
        row.generation = rating_list.generation
    RatingChange.objects.bulk_create(new, batch_size=200)


# So many rows are written, or taken away, in one transaction.
PORTION = 250
TRIES = 5


class OvertakenError(Exception):
    """Whenever a count was done, the list was another one by then."""


def rebuild(*, rating_list: RatingList) -> int:
    """Count a list again from its first result; what agrees stays. The number of ledger rows written."""
    with transaction.atomic():
        locked_list = RatingList.objects.select_for_update().get(pk=rating_list.pk)
        tail = tail_of(locked_list, None)
        if tail is not None:
            locked_list.is_owed, locked_list.owed_from = False, None
            locked_list.save(update_fields=["is_owed", "owed_from"])
            return apply_tail(locked_list, None, tail)
    return _count(rating_list.pk)


def _count(key: int) -> int:
    for attempt in range(TRIES):
        claim = _claim(key)
        if attempt and not claim.is_owed:
            return 0
        rows = compute_changes(claim, None, ratings.results_of(claim, None))
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
    return all(old and new and change_values(old) == change_values(new) for old, new in pairs)


def _write_edition(claim: RatingList, rows: Sequence[RatingChange]) -> None:
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
        update_list(now, Point(since, 0))
    return True


def _delete_rows(key: int, condition: Q) -> None:
    """Delete rows that were never read, portion by portion."""
    rows = RatingChange.objects.filter(condition, rating_list=key).order_by("pk")
    while keys := list(rows.values_list("pk", flat=True)[:PORTION]):
        RatingChange.objects.filter(pk__in=keys).delete()


LONGEST_NAME, LONGEST_REASON = 80, 300
# No list in use goes lower; what is below is a typing mistake.
LOWEST = 100


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
    """A further rating list with constants of its own, folded from the club's first result.

    Raises `name_taken`, `rating_counts_unknown`, and what the constants are refused for.
    """
    must_manage(by, club)
    # Under lock, or two lists could come by one name in this moment.
    Club.objects.select_for_update().get(pk=club.pk)
    tidy = _free_name(club, name)
    _must_rate(system, parameters, counts)
    rating_list = RatingList.objects.create(
        club=club, name=tidy, system=system, parameters=dict(parameters), counts=counts, ladders=ladders
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
    """Rate by another system or other constants from the first result on; None when nothing is changed.

    What was published before stays with the generation it belonged to. Raises as `open_rating_list`.
    """
    locked_list = _locked_list(rating_list, by)
    before, old = queries.data_of(locked_list), queries.get_rating_places(locked_list)
    locked_list.name = _free_name(rating_list.club, name, locked_list.pk)
    _must_rate(system, parameters, counts)
    locked_list.system, locked_list.parameters, locked_list.counts = system, dict(parameters), counts
    locked_list.ladders = locked_list.ladders if ladders is None else ladders
    return _save_change(locked_list, before, old, by, reason)


@transaction.atomic
def set_starting_ratings(
    *, rating_list: RatingList, ratings: Mapping[str, float], by: User, reason: str = ""
) -> RatingListChange | None:
    """Set the ratings that players bring along, by their codes, and recalculate the list.

    All of them: a player who is left out starts from the base. Returns None when nothing is changed.
    Raises `starting_rating_unlikely`, and `not_a_member` for players unknown to the club.
    """
    locked_list = _locked_list(rating_list, by)
    before, old = queries.data_of(locked_list), queries.get_rating_places(locked_list)
    locked_list.starting_ratings = _checked_starting_ratings(locked_list, ratings)
    return _save_change(locked_list, before, old, by, reason)


def _locked_list(rating_list: RatingList, by: User) -> RatingList:
    must_manage(by, rating_list.club)
    Club.objects.select_for_update().get(pk=rating_list.club_id)
    return RatingList.objects.select_for_update(of=("self",)).get(pk=rating_list.pk)


def _save_change(
    locked_list: RatingList,
    before: Mapping[str, Any],
    old: Mapping[int, queries.Stood],
    by: User,
    reason: str,
) -> RatingListChange | None:
    """Save a list that was changed since `before`, write down the change, and recalculate where it rates."""
    if before == queries.data_of(locked_list):
        return None
    locked_list.save(update_fields=["name", "system", "parameters", "counts", "ladders", "starting_ratings"])
    rates_differently = not _rates_alike(before, locked_list)
    standings_data = (
        {"stands": {str(player): list(each) for player, each in old.items()}} if rates_differently else {}
    )
    change = RatingListChange.objects.create(
        rating_list=locked_list,
        before={**before, **standings_data},
        after=queries.data_of(locked_list),
        reason=reason.strip()[:LONGEST_REASON],
        by=by,
        signed=by.get_username(),
    )
    if rates_differently:
        _recalculate(locked_list)
        change.refresh_from_db()
    return change


def deliver_rebuild(payload: dict[str, Any]) -> None:
    """Do the outbox work "rebuild_list": count the list, and write down whom its changes have moved."""
    rating_list = RatingList.objects.filter(pk=payload["list"]).first()
    if rating_list is None:
        return
    if rating_list.is_owed:
        rebuild(rating_list=rating_list)
    rating_list.refresh_from_db()
    _note_moves(rating_list)


def _recalculate(rating_list: RatingList) -> None:
    """Count a list, whose row is locked, at once when that is short, else after the answer."""
    tail = tail_of(rating_list, None)
    if tail is None:
        enqueue_rebuild(rating_list)
        return
    rating_list.is_owed, rating_list.owed_from = False, None
    rating_list.save(update_fields=["is_owed", "owed_from"])
    apply_tail(rating_list, None, tail)
    _note_moves(rating_list)


@transaction.atomic
def _note_moves(rating_list: RatingList) -> None:
    """Write down whom the changes have moved that no count had followed yet."""
    waiting = RatingListChange.objects.select_for_update().filter(
        rating_list=rating_list, before__has_key="stands"
    )
    for change in waiting.order_by("pk"):
        before = {int(player): tuple(each) for player, each in change.before["stands"].items()}
        change.moves = queries.moves(before, queries.get_rating_places(rating_list))
        change.before = {name: value for name, value in change.before.items() if name != "stands"}
        change.save(update_fields=["moves", "before"])


def _rates_alike(before: Mapping[str, Any], rating_list: RatingList) -> bool:
    """Whether only the name is another one."""
    now = queries.data_of(rating_list)
    return all(before[name] == now[name] for name in before if name != "name")


def _must_rate(system: str, parameters: Mapping[str, Any], counts: str) -> None:
    systems.parameters(system, parameters)
    if counts not in Counted.values:
        raise Refusal("rating_counts_unknown", counts=counts)


def _checked_starting_ratings(rating_list: RatingList, ratings: Mapping[str, float]) -> dict[str, float]:
    highest = HIGHEST_RATING
    unlikely = next((rating for rating in ratings.values() if not LOWEST <= rating <= highest), None)
    if unlikely is not None:
        raise Refusal("starting_rating_unlikely", rating=unlikely, lowest=LOWEST, highest=highest)
    member_codes = set(people_of(rating_list.club).filter(code__in=ratings).values_list("code", flat=True))
    unknown_codes = sorted(set(ratings) - member_codes - set(rating_list.starting_ratings))
    if unknown_codes:
        raise Refusal("not_a_member", player=", ".join(unknown_codes)[:LONGEST_NAME])
    return dict(sorted(ratings.items()))


def _free_name(club: Club, name: str, own_key: int = 0) -> str:
    tidy = normalise_name(name)[:LONGEST_NAME]
    if club.rating_lists.filter(name=tidy).exclude(pk=own_key).exists():
        raise Refusal("name_taken", name=tidy)
    return tidy
