"""Rating lists are opened and rate by other constants; who that moves is written down."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from matches.models import User
from matches.services.players import tidy_name
from rules.errors import Refusal
from tournaments.models import Club, Counted, RatingList, RatingListChange
from tournaments.permissions import must_manage
from tournaments.queries import rating_lists as queries
from tournaments.ratings import fibs, systems
from tournaments.services import rating, recounting

LONGEST_NAME, LONGEST_REASON = 80, 300


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
    _count(rating_list)
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
    must_manage(by, rating_list.club)
    Club.objects.select_for_update().get(pk=rating_list.club_id)
    held = RatingList.objects.select_for_update(of=("self",)).get(pk=rating_list.pk)
    before, old = queries.data_of(held), queries.stands(held)
    held.name = _free_name(rating_list.club, name, held.pk)
    _must_rate(system, parameters, counts)
    held.system, held.parameters, held.counts = system, dict(parameters), counts
    held.ladders = held.ladders if ladders is None else ladders
    if before == queries.data_of(held):
        return None
    held.save(update_fields=["name", "system", "parameters", "counts", "ladders"])
    is_other = not _rates_alike(before, held)
    stood = {"stands": {str(player): list(each) for player, each in old.items()}} if is_other else {}
    change = RatingListChange.objects.create(
        rating_list=held,
        before={**before, **stood},
        after=queries.data_of(held),
        reason=reason.strip()[:LONGEST_REASON],
        by=by,
        signed=by.get_username(),
    )
    if is_other:
        _count(held)
        change.refresh_from_db()
    return change


def deliver(payload: dict[str, Any]) -> None:
    """Do the outbox work "rebuild_list": count the list, and write down whom its changes have moved."""
    rating_list = RatingList.objects.filter(pk=payload["list"]).first()
    if rating_list is None:
        return
    if rating_list.is_owed:
        recounting.rebuild(rating_list=rating_list)
    rating_list.refresh_from_db()
    _note_moves(rating_list)


def _count(rating_list: RatingList) -> None:
    """Count a list, whose row is locked, at once when that is short, else after the answer."""
    tail = rating.tail_of(rating_list, None)
    if tail is None:
        rating.owe(rating_list)
        return
    rating_list.is_owed, rating_list.owed_from = False, None
    rating_list.save(update_fields=["is_owed", "owed_from"])
    rating.bring(rating_list, None, tail)
    _note_moves(rating_list)


@transaction.atomic
def _note_moves(rating_list: RatingList) -> None:
    """Write down whom the changes have moved that no count had followed yet."""
    waiting = RatingListChange.objects.select_for_update().filter(
        rating_list=rating_list, before__has_key="stands"
    )
    for change in waiting.order_by("pk"):
        before = {int(player): tuple(each) for player, each in change.before["stands"].items()}
        change.moves = queries.moves(before, queries.stands(rating_list))
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


def _free_name(club: Club, name: str, own: int = 0) -> str:
    tidy = tidy_name(name)[:LONGEST_NAME]
    if club.rating_lists.filter(name=tidy).exclude(pk=own).exists():
        raise Refusal("name_taken", name=tidy)
    return tidy
