"""Actions of the cash desk: a valid form, one service call, and a redirect to the page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

from matches.models import Player
from matches.views import visitors
from rules.errors import Refusal
from tournaments.finances import forms
from tournaments.finances.models import CashCountKind
from tournaments.finances.queries import ledger
from tournaments.finances.queries.funds import get_cash_desk
from tournaments.finances.services import (
    auctions,
    cash_counts,
    cashiers,
    charges,
    payments,
    pools,
)
from tournaments.finances.services.payments import PaymentContext
from tournaments.finances.views import funds as fund_actions
from tournaments.finances.views import pages
from tournaments.finances.views.pages import for_cashiers
from tournaments.finances.views.payout_previews import run_unless_payouts_change
from tournaments.forms.desk import new_key
from tournaments.messages.money import format_money
from tournaments.models import Event
from tournaments.views.decorators import event_url, require_user
from tournaments.views.memberships import USERNAME_SECONDS, USERNAMES_PER_PERIOD, offer_message
from tournaments.views.responses import see_other

FormData = Mapping[str, Any]


def get_payment_context(request: HttpRequest, data: FormData) -> PaymentContext:
    """Return the payment context: operator, payment method and idempotency key."""
    return PaymentContext(
        require_user(request), data["method"], data["key"] or new_key(), data.get("note", "")
    )


def get_player(data: FormData) -> Player:
    """Return the selected player, or 404."""
    return get_object_or_404(Player, code=data["player"])


def format_amount(event: Event, amount: int) -> str:
    """Return an amount in the reader's locale."""
    cash_desk = get_cash_desk(event.tournament)
    return format_money(amount, event.tournament.currency) if cash_desk else ""


def describe_receipt(event: Event, number: int) -> SafeString:
    """Return a summary of a receipt in one line, with a link to it."""
    receipt = ledger.get_receipt(event, number)
    if receipt is None:
        raise Http404
    total = ledger.sum_receipt(receipt)
    if total < 0:
        text = gettext("Paid out: %(amount)s to %(name)s.")
    else:
        text = gettext("Received: %(amount)s from %(name)s.")
    params = {"amount": format_amount(event, abs(total)), "name": ledger.get_name_on_receipt(receipt)}
    link_text = gettext("Receipt %(number)s") % {"number": number}
    link = event_url("money-receipt", event, number)
    return format_html('{} <a href="{}">{}</a>', text % params, link, link_text)


def pay_prize(request: HttpRequest, event: Event, data: FormData) -> str:
    """Pay a prize."""
    receipt = payments.pay_prize(
        event=event,
        fund=data["fund"],
        recipient=(data["player"], data["lot"]),
        amount=data["coins"],
        context=get_payment_context(request, data),
    )
    return describe_receipt(event, receipt.number)


def take_prize_back(request: HttpRequest, event: Event, data: FormData) -> str:
    """Take back a prize."""
    receipt = payments.take_prize_back(
        event=event,
        fund=data["fund"],
        recipient=(data["player"], data["lot"]),
        amount=data["coins"],
        context=get_payment_context(request, data),
    )
    return describe_receipt(event, receipt.number)


def sell_lot(request: HttpRequest, event: Event, data: FormData) -> str:
    """Sell an auction lot."""
    sale = auctions.sell_lot(
        event=event,
        fund=data["fund"],
        lot=data["lot"],
        buyer=data["buyer"],
        price=data["price"],
        by=require_user(request),
        key=data["key"] or new_key(),
    )
    params = {"lot": data["lot"], "buyer": sale.buyer, "price": format_amount(event, sale.price)}
    return gettext("Lot %(lot)s: %(buyer)s, %(price)s.") % params


def undo_sale(request: HttpRequest, event: Event, data: FormData) -> str:
    """Undo a sale."""
    key = data["key"] or new_key()
    auctions.undo_sale(event=event, fund=data["fund"], lot=data["lot"], by=require_user(request), key=key)
    return gettext("Lot %(lot)s is for sale again.") % {"lot": data["lot"]}


def buy_back_half(request: HttpRequest, event: Event, data: FormData) -> str:
    """Record that the player has bought back half of the lot."""
    key = data["key"] or new_key()
    auctions.buy_back_half(event=event, fund=data["fund"], lot=data["lot"], by=require_user(request), key=key)
    return gettext("Lot %(lot)s: the player owns half.") % {"lot": data["lot"]}


def take_lot_payment(request: HttpRequest, event: Event, data: FormData) -> str:
    """Take the payment of the buyer of a lot."""
    context = get_payment_context(request, data)
    receipt = payments.take_lot_payment(event=event, fund=data["fund"], lot=data["lot"], context=context)
    return describe_receipt(event, receipt.number)


def refund_lot(request: HttpRequest, event: Event, data: FormData) -> str:
    """Refund the buyer of a lot."""
    context = get_payment_context(request, data)
    receipt = payments.refund_lot(event=event, fund=data["fund"], lot=data["lot"], context=context)
    return describe_receipt(event, receipt.number)


def make_lots(request: HttpRequest, event: Event, data: FormData) -> str:
    """Create the auction list, one lot for each line."""
    lots = auctions.make_lots(event=event, fund=data["fund"], lots=data["lots"], by=require_user(request))
    return ngettext("%(count)s lot created.", "%(count)s lots created.", len(lots)) % {"count": len(lots)}


def take_payment(request: HttpRequest, event: Event, data: FormData) -> str:
    """Take a payment of a player."""
    context = get_payment_context(request, data)
    receipt = payments.take_payment(
        event=event, player=get_player(data), amount=data["amount"], context=context
    )
    return describe_receipt(event, receipt.number)


def take_all_payments(request: HttpRequest, event: Event, data: FormData) -> str:
    """Take all amounts due from all players."""
    receipts = payments.take_all_payments(
        event=event, context=get_payment_context(request, data), expected=forms.read_expected_dues(data)
    )
    return ngettext("%(count)s payment recorded.", "%(count)s payments recorded.", len(receipts)) % {
        "count": len(receipts)
    }


def refund_player(request: HttpRequest, event: Event, data: FormData) -> str:
    """Refund a player."""
    receipt = payments.refund_player(
        event=event,
        player=get_player(data),
        fund=data["fund"],
        amount=data["amount"],
        context=get_payment_context(request, data),
    )
    return describe_receipt(event, receipt.number)


def join_pool(request: HttpRequest, event: Event, data: FormData) -> str:
    """Enter a player in a pool."""
    player = get_player(data)
    key = data["key"] or new_key()
    pools.join_pool(event=event, fund=data["fund"], player=player, by=require_user(request), key=key)
    return gettext("%(name)s has joined the pool.") % {"name": player}


def leave_pool(request: HttpRequest, event: Event, data: FormData) -> str:
    """Take a player out of a pool."""
    player = get_player(data)
    key = data["key"] or new_key()
    pools.leave_pool(event=event, fund=data["fund"], player=player, by=require_user(request), key=key)
    return gettext("%(name)s has left the pool.") % {"name": player}


def set_own_fee(request: HttpRequest, event: Event, data: FormData) -> str:
    """Set a player's own fee."""
    player = get_player(data)
    charges.set_own_fee(
        event=event,
        player=player,
        amount=data["amount"],
        note=data["note"],
        by=require_user(request),
        key=data["key"] or new_key(),
    )
    return gettext("%(name)s pays %(amount)s.") % {
        "name": player,
        "amount": format_amount(event, data["amount"]),
    }


def add_late_fee(request: HttpRequest, event: Event, data: FormData) -> str:
    """Add the late fee to the fee of all who have not paid."""
    late_fees = charges.add_late_fee(
        event=event,
        by=require_user(request),
        key=data["key"] or new_key(),
        payers=data["payers"],
        fee=data["fee"],
    )
    text = ngettext(
        "Late fee added for %(count)s player.", "Late fee added for %(count)s players.", len(late_fees)
    )
    return text % {"count": len(late_fees)}


def reverse_receipt(request: HttpRequest, event: Event, data: FormData) -> str:
    """Reverse a receipt."""
    key = data["key"] or new_key()
    receipt = payments.reverse_receipt(
        event=event, number=data["number"], note=data["note"], by=require_user(request), key=key
    )
    params = {"number": data["number"], "new": receipt.number}
    return gettext("Receipt %(number)s voided by receipt %(new)s.") % params


def record_count(request: HttpRequest, event: Event, data: FormData) -> str:
    """Record a cash count."""
    cash_counts.record_count(
        event=event,
        operator=data["operator"],
        kind=CashCountKind(data["kind"]),
        amount=data["amount"],
        note=data["note"],
        by=require_user(request),
        key=data["key"] or new_key(),
    )
    return gettext("Recorded: %(amount)s.") % {"amount": format_amount(event, data["amount"])}


def offer_cashier(request: HttpRequest, event: Event, data: FormData) -> str:
    """Offer a user to be cashier."""
    by = require_user(request)
    visitors.throttle_action(
        "user-name", f"user {by.pk}", limit=USERNAMES_PER_PERIOD, seconds=USERNAME_SECONDS
    )
    return offer_message(
        cashiers.offer_cashier(tournament=event.tournament, username=data["username"], by=by)
    )


def dismiss_cashier(request: HttpRequest, event: Event, data: FormData) -> str:
    """Dismiss a cashier."""
    name = data["username"].strip()
    cashiers.dismiss_cashier(tournament=event.tournament, username=name, by=require_user(request))
    return gettext("%(name)s can no longer take and make payments.") % {"name": name}


ActionFunction = Callable[[HttpRequest, Event, FormData], str]


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the cash desk: its form, its function, and the page it belongs to."""

    form: type[forms.FinanceForm]
    run_action: ActionFunction
    page: str = "money"


@require_POST
@for_cashiers
def run_action(request: HttpRequest, event: Event, action: str) -> HttpResponse:
    """Run the action of the URL and redirect to its page; a refusal is shown on that page.

    A change of prizes that are paid is shown before it is made.
    """
    if action in fund_actions.ACTIONS:
        return fund_actions.ACTIONS[action](request, event)
    selected = ACTIONS.get(action)
    if selected is None:
        raise Http404
    cash_desk = get_cash_desk(event.tournament)
    if cash_desk is None:
        return pages.render_page(
            request, event, "money", refusal=Refusal("money_off", name=event.tournament.name)
        )
    form = selected.form(request.POST, currency=event.tournament.currency)
    if not form.is_valid():
        return pages.render_page(
            request, event, selected.page, faulty=fund_actions.describe_form_errors(form)
        )
    try:
        message, question = run_unless_payouts_change(
            request, event, lambda: selected.run_action(request, event, form.cleaned_data)
        )
    except Refusal as refusal:
        return pages.render_page(request, event, selected.page, refusal=refusal)
    if question is not None:
        return question
    messages.success(request, message)
    return see_other(event_url(pages.PAGE_URL_NAMES[selected.page], event))


ACTIONS: Mapping[str, Action] = {
    "take": Action(forms.PaymentForm, take_payment),
    "everybody": Action(forms.PaymentOfAllForm, take_all_payments),
    "refund": Action(forms.RefundForm, refund_player),
    "join": Action(forms.PoolPlayerForm, join_pool),
    "leave": Action(forms.PoolPlayerForm, leave_pool),
    "own-fee": Action(forms.OwnFeeForm, set_own_fee),
    "late-fee": Action(forms.LateFeeForm, add_late_fee),
    "take-back": Action(forms.ReversalForm, reverse_receipt),
    "pay": Action(forms.PrizePaymentForm, pay_prize, "prizes"),
    "take-in": Action(forms.PrizePaymentForm, take_prize_back, "prizes"),
    "lots": Action(forms.LotsForm, make_lots, "auction"),
    "sell": Action(forms.SaleForm, sell_lot, "auction"),
    "put-up": Action(forms.LotForm, undo_sale, "auction"),
    "buy-back": Action(forms.LotForm, buy_back_half, "auction"),
    "lot-paid": Action(forms.LotPaymentForm, take_lot_payment, "auction"),
    "lot-refund": Action(forms.LotPaymentForm, refund_lot, "auction"),
    "count": Action(forms.CashCountForm, record_count, "cash"),
    "right": Action(forms.CashierForm, offer_cashier, "cash"),
    "end-right": Action(forms.CashierForm, dismiss_cashier, "cash"),
}
