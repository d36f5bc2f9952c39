"""What is unpaid for an event, and what becomes of it after a withdrawal."""

from dataclasses import dataclass
from decimal import Decimal

from tournaments import registry
from tournaments.models import Entry, EventStatus
from tournaments.play.entries.queries.fee_debts import list_fee_debts


@dataclass(frozen=True, slots=True)
class WithdrawalFee:
    """What is unpaid of the fee of an entry, and whether it stays due after a withdrawal.

    `may_waive`: the event takes its fee at the cash desk, where it can be waived.
    """

    due: Decimal
    stays_due: bool
    may_waive: bool


def get_withdrawal_fee(entry: Entry) -> WithdrawalFee | None:
    """Return what is unpaid for an entry; None if nothing is."""
    debts = list_fee_debts([entry.event])[entry.event]
    debt = debts.get(f"player-{entry.player_id}")
    if debt is None or not debt.balance.due:
        return None
    stays_due = entry.event.status == EventStatus.PUBLISHED.value
    charged = any(entry.event_id in fees for fees in registry.charged_fees([entry.event_id]))
    return WithdrawalFee(debt.balance.due, stays_due, may_waive=charged and stays_due)
