"""The fees of a year that an imported list of members says are paid; they can be withdrawn with the list."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from matches.models import Player, User
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.models import Club, ClubLogEntry, Membership, MembershipFee
from tournaments.people.queries.member_activities import get_listed_fee_key
from tournaments.people.queries.year_fees import YearFeeBalance, compute_listed_amount, get_balances
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
    *, club: Club, people: Sequence[ListedPerson], players_by_number: Mapping[int, Player], fees: FeesOfList
) -> Payments:
    """Return what these people have paid and what is not recorded yet; the first row of a person counts.

    An amount of a list is all that was paid for the year: what is recorded already is subtracted, so that a
    later list completes a part payment. A person of whom it says only that they have paid has paid the amount
    of the form, at most what is still to pay.
    """
    player_keys = {player.pk for player in players_by_number.values()}
    memberships = {
        membership.player_id: membership
        for membership in Membership.objects.filter(club=club, player__in=player_keys).select_related(
            "club", "player", "user"
        )
    }
    balances = get_balances(club, [membership.pk for membership in memberships.values()], fees.year)
    payments: list[tuple[Membership, FeePayment]] = []
    for number, player in sorted(players_by_number.items(), key=lambda pair: pair[0]):
        fee = people[number].fee
        if fee is None or not fee.is_paid or player.pk not in memberships:
            continue
        membership = memberships.pop(player.pk)
        amount = _choose_amount(fee.amount, fees.amount, balances[membership.pk])
        if amount is None:
            continue
        payment = FeePayment(
            year=fees.year,
            amount=amount,
            method=fee.method or fees.method,
            paid_on=fee.paid_on or fees.paid_on,
        )
        payments.append((membership, payment))
    return payments


def _choose_amount(stated: Decimal | None, usual: Decimal | None, balance: YearFeeBalance) -> Decimal | None:
    """Return what to record of the amount in a member's row, else of that of the form; None if nothing."""
    if stated is None and usual is not None:
        stated = usual if balance.amount is None else min(usual, balance.amount)
    return None if stated is None else compute_listed_amount(balance, stated)


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
