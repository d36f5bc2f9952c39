"""The fees and the side pool of the demo."""

from matches.models import User
from tournaments.finances.models import FundKind, Method
from tournaments.finances.services import funds, payments, pools
from tournaments.finances.services.receipts import Hand
from tournaments.models import Event

FEES_GO_TO, SIDE_POOL = "columbus", "Jackpot"


def add_fees(event: Event, director: User) -> None:
    """Turn on fees: most players have paid them, some have entered the side pool."""
    fees = funds.Wish(fee=10_00, template=FEES_GO_TO, is_shown=True)
    funds.switch_on(event=event, currency="EUR", wish=fees, by=director, key="fees")
    side = funds.Wish(fee=5_00, name=SIDE_POOL, template="two_one", is_shown=True)
    pool = funds.add_pool(event=event, kind=FundKind.POOL, wish=side, by=director, key="pool")
    entered = event.entries.select_related("player").order_by("number")
    for number, entry in enumerate(entered, start=1):
        paid = Hand(director, Method.CASH.value, f"paid-{number}")
        amount = fees.fee
        if number % 3 == 0:
            pools.join(event=event, fund=pool.fund, player=entry.player, by=director, key="pool")
            amount += side.fee
        if number % 5:
            payments.take(event=event, player=entry.player, amount=amount, hand=paid)
