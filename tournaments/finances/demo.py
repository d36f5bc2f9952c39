"""The fees and the side pool of the demo."""

from matches.models import User
from tournaments.finances.models import FundKind
from tournaments.finances.services import funds, payments, pools
from tournaments.finances.services.payments import PaymentContext
from tournaments.models import Event, PaymentMethod

PRIZE_TEMPLATE, SIDE_POOL = "columbus", "Jackpot"


def add_fees(event: Event, director: User) -> None:
    """Turn on fees: every third player joins the side pool, every fifth has not paid."""
    fees = funds.FundOptions(fee=10_00, template=PRIZE_TEMPLATE, is_shown=True)
    funds.turn_on_fees(event=event, currency="EUR", options=fees, by=director, key="fees")
    pool_options = funds.FundOptions(fee=5_00, name=SIDE_POOL, template="two_one", is_shown=True)
    pool = funds.open_fund(event=event, kind=FundKind.POOL, options=pool_options, by=director, key="pool")
    entered = event.entries.select_related("player").order_by("number")
    for number, entry in enumerate(entered, start=1):
        context = PaymentContext(director, PaymentMethod.CASH.value, f"paid-{number}")
        amount = fees.fee
        if number % 3 == 0:
            pools.join_pool(event=event, fund=pool.fund, player=entry.player, by=director, key="pool")
            amount += pool_options.fee
        if number % 5:
            payments.take_payment(event=event, player=entry.player, amount=amount, context=context)
