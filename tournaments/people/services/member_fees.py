"""Payments of members for the fee of a year, recorded by managers of the club."""

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
from tournaments.messages.money import format_fee
from tournaments.models import Membership, MembershipFee, PaymentMethod
from tournaments.models.member import FIRST_YEAR, LAST_YEAR
from tournaments.people.queries.year_fees import YearFeeBalance, get_balance
from tournaments.permissions import must_manage


@dataclass(frozen=True, slots=True, kw_only=True)
class FeePayment:
    """A payment for the fee of a year, in the currency of what is due, else of the site.

    `paid_on` None is today.
    """

    year: int
    amount: Decimal
    method: str
    paid_on: date | None = None


@transaction.atomic
def record_fee(*, membership: Membership, payment: FeePayment, by: User, key: str) -> MembershipFee:
    """Record that a member has paid the fee of a year or a part of it; the same `key` records it once.

    Several payments are possible until the amount that is due is reached. Raises `member_fee_paid` for a year
    that is paid, `member_fee_exceeds` for more than is still due, `member_fee_wrong`.
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
    balance = get_balance(membership, payment.year)
    _require_owed(membership, payment, balance)
    fee = MembershipFee.objects.create(
        membership=membership,
        year=payment.year,
        amount=payment.amount,
        currency=balance.currency or get_site_settings().currency,
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


def _require_owed(membership: Membership, payment: FeePayment, balance: YearFeeBalance) -> None:
    """Raise what `record_fee` raises about a payment beyond what is due."""
    if balance.is_paid and not balance.is_exempt:
        raise Refusal("member_fee_paid", year=payment.year)
    if balance.to_pay is None:
        return
    if payment.amount > balance.to_pay:
        name = str(membership.player or membership.user)
        to_pay, amount = (format_fee(value, balance.currency) for value in (balance.to_pay, payment.amount))
        raise Refusal("member_fee_exceeds", name=name, year=payment.year, owes=to_pay, amount=amount)
    if payment.amount == 0:
        raise Refusal("member_fee_wrong")


def _log(fee: MembershipFee, kind: str, by: User) -> None:
    membership = fee.membership
    about = {"year": fee.year, "amount": f"{fee.amount} {fee.currency}"}
    club_log.log_action(
        club=membership.club, kind=kind, by=by, user=membership.user, player=membership.player, about=about
    )
