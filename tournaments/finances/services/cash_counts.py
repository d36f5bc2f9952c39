"""Cash counts: cashiers count their own cash, directors any."""

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.currencies import MAX_AMOUNT
from tournaments.finances.models import CashCount, CashCountKind, CashDesk
from tournaments.finances.permissions import may_handle_money
from tournaments.finances.services.cash_desks import lock_for_payment
from tournaments.models import Event
from tournaments.permissions import may_direct


@transaction.atomic
def record_count(
    *, event: Event, operator: str, kind: CashCountKind, amount: int, note: str, by: User, key: str
) -> CashCount:
    """Record a cash count; idempotent by key.

    `operator` is a user name. Cashiers count their own cash, directors any. Refuses `cashiers_only` (also for
    an unknown user name, so as not to reveal which exist), `own_drawer_only`, `money_off` and
    `amount_impossible`.
    """
    cash_desk = lock_for_payment(event, by)
    if operator != by.get_username() and not may_direct(by, event):
        raise Refusal("own_drawer_only")
    user = User.objects.filter(username=operator).first()
    if user is None or not _has_cash(user, event, cash_desk):
        raise Refusal("cashiers_only", name=event.tournament.name)
    earlier = cash_desk.counts.filter(key__startswith=key).last()
    if earlier is not None and (earlier.operator_id, earlier.kind, earlier.amount) == (user.pk, kind, amount):
        return earlier
    if not 0 <= amount <= MAX_AMOUNT:
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


def _has_cash(user: User, event: Event, cash_desk: CashDesk) -> bool:
    """Whether the user handles the money of the tournament, or has done so."""
    return may_handle_money(user, event.tournament) or cash_desk.receipts.filter(by=user).exists()
