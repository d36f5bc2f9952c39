"""The amounts that are due for a year: of all members of a club, and of single members."""

from decimal import Decimal

from django.db import transaction

from matches.models import User
from matches.queries.site_settings import get_site_settings
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_club
from tournaments.models import Club, ClubLogEntry, Membership, OwnYearFee, YearFee
from tournaments.models.member import FIRST_YEAR, LAST_YEAR
from tournaments.people.queries.member_records import filter_members
from tournaments.people.services.member_records import add_record
from tournaments.permissions import must_manage

MAX_YEAR_FEE = Decimal("99999999.99")


@transaction.atomic
def set_year_fee(*, club: Club, year: int, amount: Decimal, by: User) -> YearFee:
    """Set what each member of a club has to pay for a year, in the currency of the site.

    Payments that are recorded stay. Raises `year_fee_wrong`.
    """
    must_manage(by, club)
    lock_club(club)
    if amount <= 0:
        raise Refusal("year_fee_wrong")
    _require_possible(year, amount)
    values = {"amount": amount, "currency": get_site_settings().currency}
    fee = YearFee.objects.filter(club=club, year=year, **values).first()
    if fee is None:
        fee, _ = YearFee.objects.update_or_create(club=club, year=year, defaults=values)
        about = {"year": year, "amount": f"{amount} {fee.currency}"}
        club_log.log_action(club=club, kind="year_fee_set", by=by, about=about)
    return fee


@transaction.atomic
def remove_year_fee(*, club: Club, year: int, by: User) -> None:
    """Remove the amount of a year, so that any payment pays it again; idempotent."""
    must_manage(by, club)
    lock_club(club)
    deleted, _ = YearFee.objects.filter(club=club, year=year).delete()
    if deleted:
        club_log.log_action(club=club, kind="year_fee_removed", by=by, about={"year": year})


@transaction.atomic
def set_own_fee(
    *, membership: Membership, year: int, amount: Decimal, by: User, list_import: ClubLogEntry | None = None
) -> OwnYearFee:
    """Set what one member has to pay for a year instead of the amount of all; 0 exempts them.

    `list_import` is the list that states it, by the log of the club, if one does.
    Raises `own_fee_of_guest` for a person who only plays at the club, and `year_fee_wrong`.
    """
    club = membership.club
    must_manage(by, club)
    lock_club(club)
    if amount < 0:
        raise Refusal("year_fee_wrong")
    _require_possible(year, amount)
    if not filter_members(Membership.objects.filter(pk=membership.pk)).exists():
        raise Refusal("own_fee_of_guest", name=str(membership.player or membership.user))
    values = {"amount": amount, "currency": get_site_settings().currency}
    fee = OwnYearFee.objects.filter(membership=membership, year=year, **values).first()
    if fee is None:
        add_record(membership=membership)
        fee, _ = OwnYearFee.objects.update_or_create(
            membership=membership, year=year, defaults={**values, "list_import": list_import}
        )
        about = {"year": year, "amount": f"{amount} {fee.currency}"}
        _log(membership, "own_fee_set", by, about)
    return fee


@transaction.atomic
def remove_own_fee(*, membership: Membership, year: int, by: User) -> None:
    """Remove a member's own amount of a year, so that they pay what all members pay; idempotent."""
    must_manage(by, membership.club)
    lock_club(membership.club)
    deleted, _ = OwnYearFee.objects.filter(membership=membership, year=year).delete()
    if deleted:
        _log(membership, "own_fee_removed", by, {"year": year})


def _require_possible(year: int, amount: Decimal) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR or amount > MAX_YEAR_FEE:
        raise Refusal("year_fee_wrong")


def _log(membership: Membership, kind: str, by: User, about: dict[str, object]) -> None:
    club_log.log_action(
        club=membership.club, kind=kind, by=by, user=membership.user, player=membership.player, about=about
    )
