"""What somebody owes for an event, and what becomes of it if they are withdrawn."""

from dataclasses import dataclass
from decimal import Decimal

from tournaments import registry
from tournaments.models import Entry, EventStatus
from tournaments.play.entries.queries.fee_debts import list_fee_debts


@dataclass(frozen=True, slots=True)
class WithdrawalFee:
    """What is unpaid of the fee of an entry, and whether it stays owed after a withdrawal.

    `may_waive`: the event takes its fee at the cash desk, where it can be waived.
    """

    due: Decimal
    stays_owed: bool
    may_waive: bool


def get_withdrawal_fee(entry: Entry) -> WithdrawalFee | None:
    """Return what an entry still owes for its event; None if it owes nothing."""
    debts = list_fee_debts([entry.event])[entry.event]
    debt = debts.get(f"player-{entry.player_id}")
    if debt is None or not debt.balance.due:
        return None
    stays_owed = entry.event.status == EventStatus.PUBLISHED.value
    charged = any(entry.event_id in fees for fees in registry.charged_fees([entry.event_id]))
    return WithdrawalFee(debt.balance.due, stays_owed, may_waive=charged and stays_owed)
