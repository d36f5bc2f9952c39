"""What each player has won or lost at a table of money play, and who pays whom at its end."""

from collections.abc import Mapping

from matches.moneyplay.table_state import TableState
from rules.chouette.state import ChouetteState


def get_balances(table: TableState) -> dict[str, int]:
    """Return the balance of every present or former player, in the currency of the stakes; the sum is 0."""
    if isinstance(table, ChouetteState):
        return table.totals
    first_balance = table.play.balance * table.play.laws.stake
    return dict(zip(table.players, (first_balance, -first_balance), strict=False))


def plan_payments(balance: Mapping[str, int]) -> tuple[tuple[str, str, int], ...]:
    """Return payments (payer, payee, amount) that settle the balances; fewer than there are players."""
    sorted_balances = sorted(balance.items(), key=lambda item: (-item[1], item[0]))
    remaining, payments = dict(sorted_balances), []
    debtors = [name for name, amount in reversed(sorted_balances) if amount < 0]
    for winner in (name for name, amount in sorted_balances if amount > 0):
        for debtor in debtors:
            amount = min(remaining[winner], -remaining[debtor])
            if amount > 0:
                remaining[winner], remaining[debtor] = remaining[winner] - amount, remaining[debtor] + amount
                payments.append((debtor, winner, amount))
    return tuple(payments)
