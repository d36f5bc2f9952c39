"""The fees of a year that an imported list of members says are paid; they can be withdrawn with the list."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from matches.models import Player, User
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.listed_fees import PlannedFee, plan_fees
from tournaments.importing.queries.listed_own_fees import (
    PlannedOwnFee,
    get_own_amounts,
    get_year_of_list,
    plan_own_fees,
)
from tournaments.models import Club, ClubLogEntry, Membership, MembershipFee, OwnYearFee
from tournaments.people.queries.member_activities import get_listed_fee_key
from tournaments.people.services.member_fees import FeePayment, record_fee, withdraw_fee
from tournaments.people.services.year_fees import remove_own_fee, set_own_fee
from tournaments.permissions import must_manage


@dataclass(frozen=True, slots=True)
class FeesOfList:
    """What holds for all fees of a list: the year, the method, and what a row may not say.

    `paid_on` None is today; without an amount, a fee of which the row says none is left out. Payments are
    recorded if it `records_payments`, and the own fees of single members if it `sets_own_fees`.
    """

    year: int
    method: str
    amount: Decimal | None = None
    paid_on: date | None = None
    records_payments: bool = True
    sets_own_fees: bool = True


OwnFees = Sequence[tuple[Membership, Decimal]]
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
    if fees is None or not fees.records_payments:
        return (), ()
    own_fees = _plan_own_fees(club, people, players_by_number, fees)
    planned = plan_fees(
        club=club,
        people=people,
        keys_by_number={number: player.pk for number, player in players_by_number.items()},
        year=fees.year,
        usual=fees.amount,
        own_fees=get_own_amounts(own_fees),
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


def list_own_fees(
    *,
    club: Club,
    people: Sequence[ListedPerson],
    players_by_number: Mapping[int, Player],
    fees: FeesOfList | None,
) -> OwnFees:
    """Return the own fees that the list states for these people, and that are not recorded yet."""
    planned = _plan_own_fees(club, people, players_by_number, fees) if fees else ()
    return [
        (one.membership, one.amount)
        for one in planned
        if one.membership is not None and one.amount is not None
    ]


def _plan_own_fees(
    club: Club, people: Sequence[ListedPerson], players_by_number: Mapping[int, Player], fees: FeesOfList
) -> Sequence[PlannedOwnFee]:
    """Return the own fees to set; none if the list sets no own fees."""
    if not fees.sets_own_fees:
        return ()
    keys_by_number = {number: player.pk for number, player in players_by_number.items()}
    year = get_year_of_list(club, fees.year, list(keys_by_number.values()))
    return [one for one in plan_own_fees(people, keys_by_number, year) if one.is_new]


@transaction.atomic
def record_listed_own_fees(*, log_entry: ClubLogEntry, own_fees: OwnFees, year: int, by: User) -> None:
    """Set the own fees of a year that a list states. Raises as `set_own_fee`."""
    must_manage(by, log_entry.club)
    for membership, amount in own_fees:
        set_own_fee(membership=membership, year=year, amount=amount, by=by, list_import=log_entry)


@transaction.atomic
def withdraw_listed_own_fees(
    *, log_entry: ClubLogEntry, by: User, memberships: Collection[int] | None = None
) -> int:
    """Take back the own fees that a list has set, of all or of these memberships (keys); return how many."""
    must_manage(by, log_entry.club)
    own_fees = OwnYearFee.objects.filter(membership__club=log_entry.club, list_import=log_entry)
    if memberships is not None:
        own_fees = own_fees.filter(membership__in=memberships)
    withdrawn = list(own_fees.select_related("membership__club", "membership__player", "membership__user"))
    for fee in withdrawn:
        remove_own_fee(membership=fee.membership, year=fee.year, by=by)
    return len(withdrawn)


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
