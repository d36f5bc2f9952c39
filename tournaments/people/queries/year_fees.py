"""The fee of a year: what is due from a member, what was paid of it, and what is still to pay."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

from tournaments.models import Club, Membership, MembershipFee, OwnYearFee, YearFee

NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True)
class YearFeeBalance:
    """The fee of a year of one member.

    `amount` is what is due, None if the club has set nothing: any payment pays the year then. So does a
    payment in another currency than the amount, with which it cannot be compared; `paid` counts those in
    `currency`.
    """

    year: int
    amount: Decimal | None
    paid: Decimal
    currency: str
    is_paid: bool
    has_payment: bool = False
    is_own: bool = False

    @property
    def to_pay(self) -> Decimal | None:
        """What is still to be paid; None if it is not known."""
        if self.is_paid:
            return NOTHING
        return None if self.amount is None else self.amount - self.paid

    @property
    def is_exempt(self) -> bool:
        """Whether the member has to pay nothing for the year."""
        return self.amount == 0

    @property
    def is_partly_paid(self) -> bool:
        """Whether something was paid and more is due."""
        return not self.is_paid and self.paid > 0


def compute_balance(
    year: int, *, payments: Iterable[MembershipFee], due_fee: YearFee | OwnYearFee | None
) -> YearFeeBalance:
    """Return the balance of a year from all payments of a member and the amount that is due from them."""
    valid = [fee for fee in payments if fee.year == year and fee.withdrawn_at is None]
    currency = due_fee.currency if due_fee else valid[0].currency if valid else ""
    paid = sum((fee.amount for fee in valid if fee.currency == currency), NOTHING)
    is_in_other_currency = any(fee.currency != currency for fee in valid)
    is_paid = bool(valid) if due_fee is None else paid >= due_fee.amount or is_in_other_currency
    amount = due_fee.amount if due_fee else None
    return YearFeeBalance(year, amount, paid, currency, is_paid, bool(valid), isinstance(due_fee, OwnYearFee))


def replace_due(balance: YearFeeBalance, amount: Decimal, currency: str) -> YearFeeBalance:
    """Return the balance as it is once this amount is due from the member instead."""
    is_other_currency = balance.has_payment and balance.currency not in ("", currency)
    return replace(
        balance,
        amount=amount,
        currency=balance.currency if is_other_currency else currency,
        is_paid=is_other_currency or balance.paid >= amount,
        is_own=True,
    )


def select_due(
    year: int, own_fees: Iterable[OwnYearFee], year_fees: Iterable[YearFee]
) -> YearFee | OwnYearFee | None:
    """Return what is due from a member for a year: their own amount, else that of all; None without both."""
    own_fee = next((fee for fee in own_fees if fee.year == year), None)
    return own_fee or next((fee for fee in year_fees if fee.year == year), None)


def is_unused(club: Club, year: int) -> bool:
    """Return whether a club has set no fee for a year, for no member, and nobody has paid one."""
    of_members = {"membership__club": club, "year": year}
    return not (
        club.year_fees.filter(year=year).exists()
        or OwnYearFee.objects.filter(**of_members).exists()
        or MembershipFee.objects.filter(**of_members, withdrawn_at=None).exists()
    )


def get_balance(membership: Membership, year: int) -> YearFeeBalance:
    """Return the balance of a year of one member. Three queries."""
    return get_balances(membership.club, [membership.pk], year)[membership.pk]


def get_balances(club: Club, memberships: Collection[int], year: int) -> dict[int, YearFeeBalance]:
    """Return the balances of a year of these members of a club, by their keys. Three queries."""
    year_fees = list(club.year_fees.filter(year=year))
    own_fees: dict[int, list[OwnYearFee]] = {}
    for own_fee in OwnYearFee.objects.filter(membership__in=memberships, year=year):
        own_fees.setdefault(own_fee.membership_id, []).append(own_fee)
    payments: dict[int, list[MembershipFee]] = {}
    for fee in MembershipFee.objects.filter(membership__in=memberships, year=year, withdrawn_at=None):
        payments.setdefault(fee.membership_id, []).append(fee)
    return {
        key: compute_balance(
            year, payments=payments.get(key, ()), due_fee=select_due(year, own_fees.get(key, ()), year_fees)
        )
        for key in memberships
    }


def compute_listed_amount(balance: YearFeeBalance, stated: Decimal) -> Decimal | None:
    """Return what an imported list adds to the payments of a member; None if nothing.

    `stated` is what the list says was paid in all for the year: the same list imported again adds nothing.
    """
    if balance.is_paid:
        return None
    if balance.amount is None:
        return stated
    return stated - balance.paid if stated > balance.paid else None
