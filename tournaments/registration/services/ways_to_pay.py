"""The ways to pay of a club or a tournament: add, change, move, remove, copy."""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments import club_log
from tournaments.models import Club, Tournament
from tournaments.payment_codes.way_kinds import DETAIL_NAMES, LONGEST, WayDetails, get_way_kind
from tournaments.permissions import must_be_open, must_direct, must_manage
from tournaments.registration.models import WayToPay
from tournaments.registration.queries import ways_to_pay

MOST_WAYS = 12


@transaction.atomic
def add_way(*, owner: Club | Tournament, kind: str, label: str, details: WayDetails, by: User) -> WayToPay:
    """Add a way to pay after the others of a club, or of a tournament instead of those of its club.

    Raises `ways_full`, `way_kind_unknown`, and what the kind refuses.
    """
    _lock_owner(owner, by)
    existing = ways_to_pay.list_ways(owner)
    if len(existing) >= MOST_WAYS:
        raise Refusal("ways_full", most=MOST_WAYS)
    way = WayToPay(place=len(existing) + 1, kind=kind)
    if isinstance(owner, Club):
        way.club = owner
    else:
        way.tournament = owner
    return _save_way(way, label, details, by)


@transaction.atomic
def change_way(*, way: WayToPay, label: str, details: WayDetails, by: User) -> WayToPay:
    """Change the details of a way; its kind stays. Raises what the kind refuses, and `way_removed`."""
    return _save_way(_lock_way(way, by), label, details, by)


@transaction.atomic
def move_way(*, way: WayToPay, place: int, by: User) -> WayToPay:
    """Move a way to a place of the list, the last one if the list is shorter. Raises `way_removed`."""
    way = _lock_way(way, by)
    others = [other for other in ways_to_pay.list_ways(way.owner) if other.pk != way.pk]
    others.insert(min(max(place, 1), len(others) + 1) - 1, way)
    _number_ways(others)
    _log_change(way, by)
    return way


@transaction.atomic
def remove_way(*, way: WayToPay, by: User) -> None:
    """Remove a way; a tournament without any has those of its club again. Raises `way_removed`."""
    way = _lock_way(way, by)
    owner = way.owner
    _log_change(way, by)
    way.delete()
    _number_ways(ways_to_pay.list_ways(owner))


@transaction.atomic
def copy_ways(*, original: Tournament, tournament: Tournament, by: User) -> None:
    """Give a copied tournament the ways of its own that the original has."""
    must_direct(by, tournament)
    must_be_open(tournament.club)
    for way in ways_to_pay.list_ways(original):
        way.pk, way.tournament, way.by = None, tournament, by
        way.save(force_insert=True)


def _lock_owner(owner: Club | Tournament, by: User) -> None:
    """Lock the owner of a list. Club officers change that of a club, directors that of a tournament."""
    if isinstance(owner, Club):
        must_manage(by, owner)
        Club.objects.select_for_update().get(pk=owner.pk)
    else:
        must_direct(by, owner)
        must_be_open(owner.club)
        Tournament.objects.select_for_update().get(pk=owner.pk)


def _lock_way(way: WayToPay, by: User) -> WayToPay:
    _lock_owner(way.owner, by)
    locked = WayToPay.objects.select_related("club", "tournament__club").filter(pk=way.pk).first()
    if locked is None:
        raise Refusal("way_removed")
    return locked


def _save_way(way: WayToPay, label: str, details: WayDetails, by: User) -> WayToPay:
    cleaned = get_way_kind(way.kind).clean(details)
    label = label.strip()
    if len(label) > LONGEST["label"] or not label.isprintable():
        raise Refusal("way_detail_long", field="label", most=LONGEST["label"])
    for name in DETAIL_NAMES:
        setattr(way, name, getattr(cleaned, name))
    way.label, way.by = label, by
    way.save()
    _log_change(way, by)
    return way


def _number_ways(ways: Sequence[WayToPay]) -> None:
    for place, way in enumerate(ways, start=1):
        way.place = place
    WayToPay.objects.bulk_update(ways, ["place"])


def _log_change(way: WayToPay, by: User) -> None:
    """Write into the audit log of the club what the way says, as money follows it."""
    owner = way.owner
    club = owner if isinstance(owner, Club) else owner.club
    details = [
        value for name, value in asdict(ways_to_pay.get_details(way)).items() if value and name != "text"
    ]
    about = {"name": owner.name, "ways": ", ".join([way.label or way.kind, *details])}
    club_log.log_action(club=club, kind="ways_to_pay_changed", by=by, about=about)
