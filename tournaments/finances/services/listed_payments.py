"""Fees and receipts that a list of entries brings with it, and their removal with the list."""

from collections.abc import Sequence

from django.db import transaction

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.finances.messages import ENTRY_LIST_WITHDRAWN, LISTED_AS_PAID
from tournaments.finances.models import Charge, ChargeKind, Receipt
from tournaments.finances.queries import accounts
from tournaments.finances.queries.funds import FEES, get_cash_desk
from tournaments.finances.queries.listed_dues import list_listed_dues
from tournaments.finances.services import cash_desks
from tournaments.finances.services.charges import write_charge
from tournaments.finances.services.payments import PaymentContext, reverse_receipt, take_payment
from tournaments.models import Event
from tournaments.name_lists.listed_payments import ListedPayment
from tournaments.permissions import must_direct
from tournaments.play.entries.services.listed_payments import PaymentsToRecord
from tournaments.registry import ListedDue


@transaction.atomic
def record_listed_payments(
    *,
    event: Event,
    payments: Sequence[ListedPayment],
    recorded: PaymentsToRecord,
    by: User,
    key: str,
) -> None:
    """Charge the prices that a list names and, if they are recorded, take the payments that it marks.

    Raises `dues_changed` if what is marked as paid is not the sum that was seen.
    """
    must_direct(by, event)
    dues = list_listed_dues(event, payments)
    paid = [listed_due.paid for listed_due in dues.values()]
    if recorded.method and recorded.total not in (None, sum(paid)):
        raise Refusal("dues_changed", "", count=sum(map(bool, paid)))
    if not dues:
        return
    cash_desks.lock_cash_desk(event.tournament)
    players = Player.objects.in_bulk([payment.player for payment in payments])
    for payment in payments:
        player, listed_due = players[payment.player or 0], dues[payment.number]
        own_key = f"{key}-list-{player.pk}"
        method = (payment.method or recorded.method) if recorded.method else ""
        if listed_due.is_own:
            _charge_listed_price(event, player, listed_due, by, own_key)
        if method and listed_due.paid:
            context = PaymentContext(by, method, own_key, LISTED_AS_PAID, payment.paid_on)
            take_payment(event=event, player=player, amount=listed_due.paid, context=context)


def _charge_listed_price(event: Event, player: Player, listed_due: ListedDue, by: User, key: str) -> None:
    write_charge(
        event=event,
        fund=FEES,
        player=player,
        kind=ChargeKind.OWN_FEE,
        by=by,
        key=key,
        amount=listed_due.price_alone,
        adds_late_fee=True,
        note=listed_due.code,
    )


@transaction.atomic
def reverse_listed_payments(*, event: Event, key: str, by: User) -> None:
    """Reverse the receipts that a list brought and set the usual fee again for those whose price it named."""
    must_direct(by, event)
    cash_desk = get_cash_desk(event.tournament)
    if cash_desk is None or not key:
        return
    receipts = Receipt.objects.filter(cash_desk=cash_desk, key__startswith=f"{key}-list-", reverses=None)
    for receipt in receipts.filter(reversed_by=None).order_by("number"):
        reverse_receipt(
            event=event,
            number=receipt.number,
            note=ENTRY_LIST_WITHDRAWN,
            by=by,
            key=f"{receipt.key}-back",
        )
    charges = Charge.objects.filter(event=event, fund=FEES, key__startswith=f"{key}-list-")
    for charge in charges.filter(kind=ChargeKind.OWN_FEE.value).select_related("player"):
        account = accounts.get_account(event, charge.player_id)
        if account is not None and account.has_own_fee:
            write_charge(
                event=event,
                fund=FEES,
                player=charge.player,
                kind=ChargeKind.USUAL_FEE,
                by=by,
                key=f"{key}-back-{charge.player_id}",
            )
