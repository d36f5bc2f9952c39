"""The ways to pay of a club or a tournament: add, change, move, remove, copy."""

from collections.abc import Sequence
from dataclasses import asdict

from django.db import transaction

from matches.actors import require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments import club_log
from tournaments.models import Club, Tournament
from tournaments.payment_codes.accounts import format_sort_code
from tournaments.payment_codes.way_kinds import DETAIL_NAMES, LONGEST, WayDetails, get_way_kind
from tournaments.permissions import must_be_open, must_direct, must_manage
from tournaments.registration.messages import DETAIL_LABELS, KIND_LABELS, WAY_KIND_NAMES
from tournaments.registration.models import WayToPay
from tournaments.registration.queries import ways_to_pay

MOST_WAYS = 12


@transaction.atomic
def add_way(*, owner: Club | Tournament, kind: str, label: str, details: WayDetails, by: User) -> WayToPay:
    """Add a way to pay after the others of a club, or of a tournament instead of those of its club.

    A way that the list has already, as after a button pressed twice, is returned as it is. Raises
    `ways_full`, `way_kind_unknown`, and what the kind refuses.
    """
    _lock_owner(owner, by)
    label, details = _clean(kind, label, details)
    existing = ways_to_pay.list_ways(owner)
    for way_to_pay in existing:
        if (way_to_pay.kind, way_to_pay.label, ways_to_pay.get_details(way_to_pay)) == (kind, label, details):
            return way_to_pay
    if len(existing) >= MOST_WAYS:
        raise Refusal("ways_full", most=MOST_WAYS)
    way_to_pay = WayToPay(place=len(existing) + 1, kind=kind)
    if isinstance(owner, Club):
        way_to_pay.club = owner
    else:
        way_to_pay.tournament = owner
    return _save_way(way_to_pay, label, details, by)


@transaction.atomic
def change_way(*, way_to_pay: WayToPay, label: str, details: WayDetails, by: User) -> WayToPay:
    """Change the details of a way; its kind stays. Raises what the kind refuses, and `way_removed`."""
    way_to_pay = _lock_way(way_to_pay, by)
    return _save_way(way_to_pay, *_clean(way_to_pay.kind, label, details), by)


@transaction.atomic
def move_way(*, way_to_pay: WayToPay, place: int, by: User) -> WayToPay:
    """Move a way to a place of the list, the last one if the list is shorter. Raises `way_removed`."""
    way_to_pay = _lock_way(way_to_pay, by)
    others = [other for other in ways_to_pay.list_ways(way_to_pay.owner) if other.pk != way_to_pay.pk]
    others.insert(min(max(place, 1), len(others) + 1) - 1, way_to_pay)
    _number_ways(others)
    _log_change(way_to_pay, by)
    return way_to_pay


@transaction.atomic
def remove_way(*, way_to_pay: WayToPay, by: User) -> None:
    """Remove a way; a tournament without any has those of its club again. Raises `way_removed`."""
    way_to_pay = _lock_way(way_to_pay, by)
    owner = way_to_pay.owner
    _log_change(way_to_pay, by)
    way_to_pay.delete()
    _number_ways(ways_to_pay.list_ways(owner))


@transaction.atomic
def copy_ways(*, original: Tournament, tournament: Tournament, by: User) -> None:
    """Give a copied tournament the ways of its own that the original has."""
    must_direct(by, tournament)
    must_be_open(tournament.club)
    for way_to_pay in ways_to_pay.list_ways(original):
        way_to_pay.pk, way_to_pay.tournament, way_to_pay.by = None, tournament, by
        way_to_pay.save(force_insert=True)


def _lock_owner(owner: Club | Tournament, by: User) -> None:
    """Lock the owner of a list. Club officers change that of a club, directors that of a tournament."""
    require_actor(by)
    if isinstance(owner, Club):
        must_manage(by, owner)
        Club.objects.select_for_update().get(pk=owner.pk)
    else:
        must_direct(by, owner)
        must_be_open(owner.club)
        Tournament.objects.select_for_update().get(pk=owner.pk)


def _lock_way(way_to_pay: WayToPay, by: User) -> WayToPay:
    _lock_owner(way_to_pay.owner, by)
    locked = WayToPay.objects.select_related("club", "tournament__club").filter(pk=way_to_pay.pk).first()
    if locked is None:
        raise Refusal("way_removed")
    return locked


def _clean(kind: str, label: str, details: WayDetails) -> tuple[str, WayDetails]:
    """Return label and details of a way of this kind as they are stored. Raises what the kind refuses."""
    cleaned, label = get_way_kind(kind).clean(details), label.strip()
    if len(label) > LONGEST["label"] or not label.isprintable():
        raise Refusal("way_detail_long", field="label", most=LONGEST["label"])
    return label, cleaned


def _save_way(way_to_pay: WayToPay, label: str, details: WayDetails, by: User) -> WayToPay:
    for name in DETAIL_NAMES:
        setattr(way_to_pay, name, getattr(details, name))
    way_to_pay.label, way_to_pay.by = label, by
    way_to_pay.save()
    _log_change(way_to_pay, by)
    return way_to_pay


def _number_ways(ways: Sequence[WayToPay]) -> None:
    for place, way_to_pay in enumerate(ways, start=1):
        way_to_pay.place = place
    WayToPay.objects.bulk_update(ways, ["place"])


def _log_change(way_to_pay: WayToPay, by: User) -> None:
    """Write into the audit log of the club what the way says, as money follows it."""
    owner = way_to_pay.owner
    club = owner if isinstance(owner, Club) else owner.club
    kind, stored = way_to_pay.kind, asdict(ways_to_pay.get_details(way_to_pay))
    if kind == "uk":
        stored["bank_code"] = format_sort_code(stored["bank_code"])
    details = [
        f"{KIND_LABELS.get((kind, name), DETAIL_LABELS[name])} {value}"
        for name, value in stored.items()
        if value and name != "text"
    ]
    names = dict.fromkeys([way_to_pay.label, str(WAY_KIND_NAMES[kind])])
    about = {"name": owner.name, "ways": ", ".join([*filter(None, names), *details])}
    club_log.log_action(club=club, kind="ways_to_pay_changed", by=by, about=about)
