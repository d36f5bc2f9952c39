"""What an imported list of members adds to the payments of a year, person by person, and what it does not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from matches.queries.site_settings import get_site_settings
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.exchange.lists.reading import ListedFee
from tournaments.importing.queries.listed_own_fees import CENT, get_year_of_list
from tournaments.models import Club, Membership
from tournaments.people.queries.year_fees import YearFeeBalance, compute_listed_amount, replace_due


@dataclass(frozen=True, slots=True)
class PlannedFee:
    """What becomes of the fee that the row of a person says is paid.

    `stated` is the amount of the row, else that of the form, at most what is due; `amount` is what is
    recorded of it: None if nothing is, or if neither says an amount. The first row of a person counts.
    """

    number: int
    person: ListedPerson
    fee: ListedFee
    balance: YearFeeBalance
    membership: Membership | None
    stated: Decimal | None
    amount: Decimal | None

    @property
    def is_exceeding(self) -> bool:
        """Whether the row states more than is due for the year."""
        amount_due = self.balance.amount
        return self.fee.amount is not None and amount_due is not None and self.fee.amount > amount_due

    @property
    def is_different(self) -> bool:
        """Whether the row states less than is due for the year, so that the rest stays to be paid."""
        amount_due = self.balance.amount
        return self.stated is not None and amount_due is not None and self.stated < amount_due

    @property
    def is_known(self) -> bool:
        """Whether what the row says is recorded already."""
        is_recorded = self.balance.is_paid or (self.stated is not None and self.amount is None)
        return is_recorded and not self.is_exceeding

    @property
    def recorded(self) -> Decimal:
        """What is recorded already of the amount, where only the rest of it is still to be recorded."""
        is_rest = self.amount is not None and self.stated is not None and self.amount < self.stated
        return self.stated - self.amount if is_rest and self.stated and self.amount else Decimal(0)


def plan_fees(
    *,
    club: Club,
    people: Sequence[ListedPerson],
    keys_by_number: Mapping[int, int | None],
    year: int,
    usual: Decimal | None,
    own_fees: Mapping[int, Decimal] | None = None,
) -> list[PlannedFee]:
    """Return what becomes of the fees of these people (players by number, None for new ones), in their order.

    An amount of a list is all that was paid for the year: what is recorded already is subtracted, so that a
    later list completes a part payment. A person of whom it says only that they have paid has paid the amount
    `usual`, at most what is still to pay. `own_fees` are what the list sets as due from people, by number.
    Six queries.
    """
    paid = {number: fee for number in sorted(keys_by_number) if (fee := people[number].fee) and fee.is_paid}
    recorded = get_year_of_list(club, year, [keys_by_number[number] for number in paid])
    currency = get_site_settings().currency
    planned: list[PlannedFee] = []
    keys_before: set[int] = set()
    for number, fee in paid.items():
        key = keys_by_number[number]
        if key is not None and key in keys_before:
            continue
        keys_before |= {key} if key is not None else set()
        balance = recorded.get_balance(key)
        if own_fees and number in own_fees:
            balance = replace_due(balance, own_fees[number], currency)
        membership = recorded.get_membership(key)
        planned.append(_plan_fee(number, people[number], fee, balance, membership, usual))
    return planned


def _plan_fee(
    number: int,
    person: ListedPerson,
    fee: ListedFee,
    balance: YearFeeBalance,
    membership: Membership | None,
    usual: Decimal | None,
) -> PlannedFee:
    stated = fee.amount
    whole = usual if balance.amount is None else balance.amount
    if fee.half_paid and whole is not None:
        stated = (whole / 2).quantize(CENT)
    elif stated is None and usual is not None:
        stated = usual if balance.amount is None else min(usual, balance.amount)
    amount = None if stated is None else compute_listed_amount(balance, stated)
    planned = PlannedFee(number, person, fee, balance, membership, stated, amount)
    return (
        PlannedFee(number, person, fee, balance, membership, stated, None)
        if planned.is_exceeding
        else planned
    )
