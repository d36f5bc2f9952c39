"""Rating lists are opened and rate by other constants; who that moves is written down."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from matches.models import User
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.journal.entrants import HIGHEST_RATING
from tournaments.models import Club, Counted, RatingList, RatingListChange
from tournaments.permissions import must_manage
from tournaments.queries import ratings as queries
from tournaments.queries.imports import people_of
from tournaments.ratings import fibs, systems
from tournaments.services import rating, rating_rebuilds

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


def deliver(payload: dict[str, Any]) -> None:
    """Do the outbox work "rebuild_list": count the list, and write down whom its changes have moved."""
    rating_list = RatingList.objects.filter(pk=payload["list"]).first()
    if rating_list is None:
        return
    if rating_list.is_owed:
        rating_rebuilds.rebuild(rating_list=rating_list)
    rating_list.refresh_from_db()
    _note_moves(rating_list)


def _recalculate(rating_list: RatingList) -> None:
    """Count a list, whose row is locked, at once when that is short, else after the answer."""
    tail = rating.tail_of(rating_list, None)
    if tail is None:
        rating.enqueue_rebuild(rating_list)
        return
    rating_list.is_owed, rating_list.owed_from = False, None
    rating_list.save(update_fields=["is_owed", "owed_from"])
    rating.apply_tail(rating_list, None, tail)
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
