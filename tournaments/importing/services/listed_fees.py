"""The fees of a year that an imported list of members says are paid; they can be withdrawn with the list."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from matches.models import Player, User
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.listed_fees import PlannedFee, plan_fees
from tournaments.models import Club, ClubLogEntry, Membership, MembershipFee
from tournaments.people.queries.member_activities import get_listed_fee_key
from tournaments.people.services.member_fees import FeePayment, record_fee, withdraw_fee
from tournaments.permissions import must_manage


@dataclass(frozen=True, slots=True)
class FeesOfList:
    """What holds for all fees of a list: the year, the method, and what a row may not say.

    `paid_on` None is today; without an amount, a fee of which the row says none is left out.
    """

    year: int
    method: str
    amount: Decimal | None = None
    paid_on: date | None = None


Payments = Sequence[tuple[Membership, FeePayment]]


def list_payments(
    *,
    club: Club,
    people: Sequence[ListedPerson],
    players_by_number: Mapping[int, Player],
    fees: FeesOfList | None,
) -> tuple[Payments, tuple[PlannedFee, ...]]:
    """Return what these people have paid and what is not recorded yet, and the rows with more than is due.

    Nothing is recorded of the latter, and nothing at all without `fees`. Amounts are as `plan_fees` says.
    """
    if fees is None:
        return (), ()
    planned = plan_fees(
        club=club,
        people=people,
        keys_by_number={number: player.pk for number, player in players_by_number.items()},
        year=fees.year,
        usual=fees.amount,
    )
    payments = [
        (
            one.membership,
            FeePayment(
                year=fees.year,
                amount=one.amount,
                method=one.fee.method or fees.method,
                paid_on=one.fee.paid_on or fees.paid_on,
            ),
        )
        for one in planned
        if one.membership is not None and one.amount is not None
    ]
    return payments, tuple(one for one in planned if one.is_exceeding)


@transaction.atomic
def record_listed_fees(*, log_entry: ClubLogEntry, payments: Payments, by: User) -> None:
    """Record payments of members as fees of a list. Raises as `record_fee`."""
    must_manage(by, log_entry.club)
    for membership, payment in payments:
        record_fee(membership=membership, payment=payment, by=by, key=get_listed_fee_key(log_entry.pk))


@transaction.atomic
def withdraw_listed_fees(
    *, log_entry: ClubLogEntry, by: User, memberships: Collection[int] | None = None
) -> tuple[MembershipFee, ...]:
    """Take back the fees that a list recorded, of all or only of these memberships (keys); return them."""
    must_manage(by, log_entry.club)
    fees = MembershipFee.objects.filter(
        membership__club=log_entry.club, key=get_listed_fee_key(log_entry.pk), withdrawn_at=None
    )
    if memberships is not None:
        fees = fees.filter(membership__in=memberships)
    withdrawn = tuple(fees.select_related("membership__club", "membership__player", "membership__user"))
    for fee in withdrawn:
        withdraw_fee(fee=fee, by=by)
    return withdrawn
