"""The fees of a year that members have paid, recorded by managers of the club."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.utils import timezone

from matches.models import User
from matches.queries.site_settings import get_site_settings
from rules.errors import Refusal
from tournaments import club_log
from tournaments.locks import lock_club
from tournaments.models import Membership, MembershipFee, PaymentMethod
from tournaments.models.member import FIRST_YEAR, LAST_YEAR
from tournaments.permissions import must_manage


@dataclass(frozen=True, slots=True, kw_only=True)
class FeePayment:
    """A payment of the fee of one year, in the currency of the site; `paid_on` None is today."""

    year: int
    amount: Decimal
    method: str
    paid_on: date | None = None


@transaction.atomic
def record_fee(*, membership: Membership, payment: FeePayment, by: User, key: str) -> MembershipFee:
    """Record that a member has paid the fee of a year; the same `key` records it once.

    Raises `member_fee_paid` for a year that is paid, `member_fee_wrong`.
    """
    club = membership.club
    must_manage(by, club)
    lock_club(club)
    recorded_fee = MembershipFee.objects.filter(membership=membership, key=key).first()
    if recorded_fee is not None:
        return recorded_fee
    paid_on = payment.paid_on or timezone.localdate()
    is_possible = FIRST_YEAR <= payment.year <= LAST_YEAR and FIRST_YEAR <= paid_on.year <= LAST_YEAR
    if payment.amount < 0 or payment.method not in PaymentMethod.values or not is_possible:
        raise Refusal("member_fee_wrong")
    if MembershipFee.objects.filter(membership=membership, year=payment.year, withdrawn_at=None).exists():
        raise Refusal("member_fee_paid", year=payment.year)
    fee = MembershipFee.objects.create(
        membership=membership,
        year=payment.year,
        amount=payment.amount,
        currency=get_site_settings().currency,
        method=payment.method,
        paid_on=paid_on,
        by=by,
        key=key,
    )
    _log(fee, "member_fee_paid", by)
    return fee


@transaction.atomic
def withdraw_fee(*, fee: MembershipFee, by: User) -> MembershipFee:
    """Take back a payment that was recorded by mistake; idempotent."""
    club = fee.membership.club
    must_manage(by, club)
    lock_club(club)
    rows = MembershipFee.objects.filter(pk=fee.pk, withdrawn_at=None)
    if rows.update(withdrawn_at=timezone.now(), withdrawn_by=by):
        _log(fee, "member_fee_withdrawn", by)
    fee.refresh_from_db()
    return fee


def _log(fee: MembershipFee, kind: str, by: User) -> None:
    membership = fee.membership
    about = {"year": fee.year, "amount": f"{fee.amount} {fee.currency}"}
    club_log.log_action(
        club=membership.club, kind=kind, by=by, user=membership.user, player=membership.player, about=about
    )
