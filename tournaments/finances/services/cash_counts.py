"""Drawers are counted: what an operator begins with, and what is found at the end."""

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.finances.models import CashCount, CashCountKind, CashDesk
from tournaments.finances.permissions import may_handle_money
from tournaments.finances.prizes.currencies import MOST
from tournaments.finances.services import cash_desks
from tournaments.models import Event
from tournaments.permissions import may_direct


@transaction.atomic
def record_count(
    *, event: Event, operator: str, kind: CashCountKind, amount: int, note: str, by: User, key: str
) -> CashCount:
    """Write down the cash of a cash account. The same count under the same key is written once.

    `operator` is a user name. Cashiers count their own cash, directors any. Refuses `cashiers_only`
    (also for a user name that does not exist, so that nobody learns which do), `own_drawer_only`, `money_off`
    and `amount_impossible`.
    """
    cash_desk = cash_desks.lock_for_payment(event, by)
    if operator != by.get_username() and not may_direct(by, event):
        raise Refusal("own_drawer_only")
    user = User.objects.filter(username=operator).first()
    if user is None or not _has_drawer(user, event, cash_desk):
        raise Refusal("cashiers_only", name=event.tournament.name)
    earlier = cash_desk.counts.filter(key__startswith=key).last()
    if earlier is not None and (earlier.operator_id, earlier.kind, earlier.amount) == (user.pk, kind, amount):
        return earlier
    if not 0 <= amount <= MOST:
        raise Refusal("amount_impossible")
    return CashCount.objects.create(
        cash_desk=cash_desk,
        operator=user,
        kind=kind,
        amount=amount,
        note=note.strip(),
        by=by,
        key=key if earlier is None else f"{key}-{cash_desk.counts.count() + 1}",
    )


def _has_drawer(user: User, event: Event, cash_desk: CashDesk) -> bool:
    """Whether the user handles the money of the tournament, or has done so."""
    return may_handle_money(user, event.tournament) or cash_desk.receipts.filter(by=user).exists()
