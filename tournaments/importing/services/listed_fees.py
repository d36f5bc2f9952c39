"""The fees of a year that an imported list of members says are paid; they go with the list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction

from matches.models import Player, User
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.models import ClubLogEntry, Membership, MembershipFee
from tournaments.people.queries.member_activities import LISTED_FEE
from tournaments.people.services.member_fees import FeePayment, record_fee, withdraw_fee
from tournaments.permissions import must_manage


@dataclass(frozen=True, slots=True)
class FeesOfList:
    """What holds for all fees of a list: the year, the method, and the amount where a row states none."""

    year: int
    method: str
    amount: Decimal | None = None


@transaction.atomic
def record_listed_fees(
    *,
    log_entry: ClubLogEntry,
    people: Sequence[ListedPerson],
    players_by_number: Mapping[int, Player],
    fees: FeesOfList,
    by: User,
) -> int:
    """Record the fees that a list says are paid, of the members whom it brought; return how many.

    A fee without an amount is left out. Raises `member_fee_wrong`.
    """
    must_manage(by, log_entry.club)
    memberships = Membership.objects.filter(list_import=log_entry).select_related("club", "player", "user")
    memberships_by_player = {membership.player_id: membership for membership in memberships}
    recorded: set[int] = set()
    for number, player in sorted(players_by_number.items()):
        fee, membership = people[number].fee, memberships_by_player.get(player.pk)
        if fee is None or not fee.is_paid or membership is None or membership.pk in recorded:
            continue
        amount = fees.amount if fee.amount is None else fee.amount
        if amount is None or membership.fees.filter(year=fees.year, withdrawn_at=None).exists():
            continue
        method = fee.method or fees.method
        payment = FeePayment(year=fees.year, amount=amount, method=method, paid_on=fee.paid_on)
        record_fee(membership=membership, payment=payment, by=by, key=f"{LISTED_FEE}{log_entry.pk}")
        recorded.add(membership.pk)
    return len(recorded)


@transaction.atomic
def withdraw_listed_fees(*, log_entry: ClubLogEntry, by: User) -> None:
    """Take back the fees that a list recorded."""
    must_manage(by, log_entry.club)
    fees = MembershipFee.objects.filter(
        membership__club=log_entry.club, key=f"{LISTED_FEE}{log_entry.pk}", withdrawn_at=None
    )
    for fee in fees.select_related("membership__club", "membership__player", "membership__user"):
        withdraw_fee(fee=fee, by=by)
