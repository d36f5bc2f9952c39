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
    """Return what these people have paid and what is not recorded yet; the first row of a person counts."""
    player_keys = {player.pk for player in players_by_number.values()}
    memberships = {
        membership.player_id: membership
        for membership in Membership.objects.filter(club=club, player__in=player_keys)
        .exclude(fees__in=MembershipFee.objects.filter(year=fees.year, withdrawn_at=None))
        .select_related("club", "player", "user")
    }
    payments: list[tuple[Membership, FeePayment]] = []
    for number, player in sorted(players_by_number.items(), key=lambda pair: pair[0]):
        fee = people[number].fee
        if fee is None or not fee.is_paid or player.pk not in memberships:
            continue
        amount = fees.amount if fee.amount is None else fee.amount
        if amount is None:
            continue
        payment = FeePayment(
            year=fees.year,
            amount=amount,
            method=fee.method or fees.method,
            paid_on=fee.paid_on or fees.paid_on,
        )
        payments.append((memberships.pop(player.pk), payment))
    return payments


@transaction.atomic
def record_listed_fees(*, log_entry: ClubLogEntry, payments: Payments, by: User) -> None:
    """Record payments of members as fees of a list. Raises `member_fee_wrong`."""
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
