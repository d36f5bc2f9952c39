"""The commands of the cash desk: payments, prizes, auctions, pools, fees of single players, cash counts."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from matches.models import Player
from matches.views import visitors
from tournaments.finances import serializers
from tournaments.finances.forms import LONGEST_NOTE, Amount, PaymentDay, set_currency
from tournaments.finances.models import CashCount, CashCountKind, Charge, Lot, Receipt, ReceiptLineKind, Sale
from tournaments.finances.queries import accounts, auctions, ledger
from tournaments.finances.services import auctions as auction_services
from tournaments.finances.services import cash_counts, cashiers, charges, payments, pools, set_offs
from tournaments.finances.services.auctions import LONGEST_BUYER
from tournaments.finances.services.payments import PaymentContext
from tournaments.messages.money import format_money
from tournaments.models import Event, OfficeOffer, PaymentMethod
from tournaments.people.commands import USERNAME_SECONDS, USERNAMES_PER_PERIOD, offer_message
from tournaments.web.command import AcceptedPrizesField, Command
from tournaments.web.decorators import event_url

# Paths of the API; see `tournaments.web.command.Command.api`.
FUND_NUMBER, LOT_NUMBER, RECEIPT_NUMBER = "[0-9]{1,4}", "[0-9]{1,4}", "[0-9]{1,9}"
PLAYER_CODE = r"[-\w]{1,20}"
POOL = f"pools/(?P<fund>{FUND_NUMBER})"
AUCTION = f"auctions/(?P<fund>{FUND_NUMBER})"
LOT = f"{AUCTION}/lots/(?P<lot>{LOT_NUMBER})"


class FinanceCommand(Command):
    """A command about the money of one event.

    `page` names the page of the cash desk that has its form. A field `player` is the code of a player unless
    stated otherwise; amounts are typed in `currency` and cleaned to its smallest coins.
    """

    page: ClassVar[str] = "money"
    accepted_prizes: Any = AcceptedPrizesField()

    def __init__(self, *args: Any, event: Event, currency: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.event, self.currency = event, currency
        set_currency(self, currency)

    @property
    def payment_context(self) -> PaymentContext:
        """Who writes a receipt, the payment method, the idempotency key and the note."""
        data = self.cleaned_data
        return PaymentContext(
            self.actor, data["method"], self.idempotency_key, data.get("note", ""), data.get("paid_on")
        )

    def get_player(self) -> Player:
        """Return the player named by the code, or raise Http404."""
        return get_object_or_404(Player, code=self.cleaned_data["player"])

    def format_amount(self, coins: int) -> str:
        """Return an amount in the reader's language."""
        return format_money(coins, self.currency)


class ReceiptCommand(FinanceCommand):
    """A command that writes one receipt."""

    answer = serializers.ReceiptSerializer

    def describe(self, result: Receipt) -> SafeString:
        """Return the receipt in one line, with a link to it."""
        receipt = self.get_answer(result)
        if receipt is None:
            raise Http404
        total = ledger.sum_receipt(receipt)
        if {line.kind for line in receipt.lines.all()} == {ReceiptLineKind.RETURN.value}:
            text = gettext("Prize returned: %(amount)s by %(name)s.")
        elif total < 0:
            text = gettext("Paid out: %(amount)s to %(name)s.")
        else:
            text = gettext("Received: %(amount)s from %(name)s.")
        params = {"amount": self.format_amount(abs(total)), "name": ledger.get_name_on_receipt(receipt)}
        link_text = gettext("Receipt %(number)s") % {"number": receipt.number}
        link = event_url("money-receipt", self.event, receipt.number)
        return format_html('{} <a href="{}">{}</a>', text % params, link, link_text)

    def get_answer(self, result: Receipt) -> Receipt | None:
        """Return the receipt with all that is shown of it."""
        return ledger.get_receipt(self.event, result.number)


class TakePayment(ReceiptCommand):
    """Take a payment of a player."""

    name, api = "take", "POST payments"
    player = forms.CharField(max_length=20)
    amount = Amount(label=_("Amount"))
    method = forms.ChoiceField(choices=PaymentMethod.choices)
    note = forms.CharField(max_length=LONGEST_NOTE, required=False)
    paid_on: Any = PaymentDay()

    def run(self) -> Receipt:
        """Write the receipt."""
        player, amount = self.get_player(), self.cleaned_data["amount"]
        return payments.take_payment(
            event=self.event, player=player, amount=amount, context=self.payment_context
        )


class TakeAllPayments(FinanceCommand):
    """Take from all players the amounts due, without those who have withdrawn."""

    name, api = "everybody", "POST payments/all"
    answer = serializers.ReceiptListSerializer
    method = forms.ChoiceField(choices=PaymentMethod.choices)
    # The number of players and the sum that were seen.
    owing = forms.IntegerField(min_value=0, required=False)
    owed = forms.IntegerField(min_value=0, required=False)
    paid_on = PaymentDay()

    def run(self) -> list[Receipt]:
        """Write a receipt for each player."""
        owing, owed = self.cleaned_data["owing"], self.cleaned_data["owed"]
        expected = None if owing is None or owed is None else (owing, owed)
        return payments.take_all_payments(event=self.event, context=self.payment_context, expected=expected)

    def describe(self, result: Sequence[Receipt]) -> str:
        """Return how many payments were recorded."""
        text = ngettext("%(count)s payment recorded.", "%(count)s payments recorded.", len(result))
        return text % {"count": len(result)}

    def get_answer(self, result: Sequence[Receipt]) -> Any:
        """Return the receipts with all that is shown of them."""
        return {"receipts": [ledger.get_receipt(self.event, receipt.number) for receipt in result]}


class RefundPlayer(TakePayment):
    """Refund money of a fund to a player."""

    name, api = "refund", "POST refunds"
    paid_on = None
    fund = forms.IntegerField(min_value=0)

    def run(self) -> Receipt:
        """Write the receipt."""
        return payments.refund_player(
            event=self.event,
            player=self.get_player(),
            fund=self.cleaned_data["fund"],
            amount=self.cleaned_data["amount"],
            context=self.payment_context,
        )


class ReverseReceipt(ReceiptCommand):
    """Reverse a receipt by another one."""

    name, api = "take-back", f"POST receipts/(?P<number>{RECEIPT_NUMBER})/reverse"
    number = forms.IntegerField(min_value=1)
    note = forms.CharField(max_length=LONGEST_NOTE, required=False)

    def run(self) -> Receipt:
        """Write the receipt with the opposite lines."""
        return payments.reverse_receipt(
            event=self.event, by=self.actor, key=self.idempotency_key, **self.get_values()
        )

    def describe(self, result: Receipt) -> SafeString:
        """Return the numbers of both receipts."""
        params = {"number": self.cleaned_data["number"], "new": result.number}
        return format_html("{}", gettext("Receipt %(number)s voided by receipt %(new)s.") % params)


class PayPrize(ReceiptCommand):
    """Pay a prize."""

    name, api, page = "pay", "POST prizes/payments", "prizes"
    fund = forms.IntegerField(min_value=0)
    # The primary key of the recipient, not a code; empty for the buyer of the lot with the primary key `lot`.
    player = forms.IntegerField(min_value=1, required=False)
    lot = forms.IntegerField(min_value=1, required=False)
    # The amount in the smallest coins, as displayed.
    coins = forms.IntegerField(min_value=1)
    # What the recipient owes, to be collected from the prize; empty to pay the prize alone.
    dues: Any = forms.IntegerField(min_value=1, required=False)
    method = forms.ChoiceField(choices=PaymentMethod.choices)
    write_receipt = staticmethod(payments.pay_prize)

    def run(self) -> Receipt:
        """Write the receipt."""
        data = self.cleaned_data
        dues = {"dues": data["dues"]} if data.get("dues") else {}
        pay = set_offs.pay_prize_and_collect_dues if dues else self.write_receipt
        return pay(
            event=self.event,
            fund=data["fund"],
            recipient=(data["player"], data["lot"]),
            amount=data["coins"],
            context=self.payment_context,
            **dues,
        )


class TakePrizeBack(PayPrize):
    """Take back a prize that is due to another player after a correction."""

    name, api = "take-in", "POST prizes/returns"
    dues = None
    write_receipt = staticmethod(payments.take_prize_back)


class AccountCommand(FinanceCommand):
    """A command that changes what one player owes."""

    answer = serializers.AccountSerializer
    player = forms.CharField(max_length=20)

    def get_answer(self, result: Charge | None) -> accounts.Account | None:
        """Return the account of the player."""
        return accounts.get_account(self.event, self.get_player().pk)


class JoinPool(AccountCommand):
    """Enter a player in a pool."""

    name, api = "join", f"POST {POOL}/players"
    fund = forms.IntegerField(min_value=0)

    def run(self) -> Charge | None:
        """Write the charge."""
        player, fund, key = self.get_player(), self.cleaned_data["fund"], self.idempotency_key
        return pools.join_pool(event=self.event, fund=fund, player=player, by=self.actor, key=key)

    def describe(self, result: Charge | None) -> str:
        """Return who has joined."""
        return gettext("%(name)s has joined the pool.") % {"name": self.get_player()}


class LeavePool(JoinPool):
    """Take a player out of a pool; a payment becomes refundable."""

    name, api = "leave", f"DELETE {POOL}/players/(?P<player>{PLAYER_CODE})"
    # A DELETE has no body to accept in, so the API does not ask.
    accepted_prizes = None

    def run(self) -> Charge | None:
        """Take the charge back."""
        player, fund, key = self.get_player(), self.cleaned_data["fund"], self.idempotency_key
        return pools.leave_pool(event=self.event, fund=fund, player=player, by=self.actor, key=key)

    def describe(self, result: Charge | None) -> str:
        """Return who has left."""
        return gettext("%(name)s has left the pool.") % {"name": self.get_player()}


class SetOwnFee(AccountCommand):
    """Set a player's own fee instead of the usual one, or the usual one again.

    `amount` is the whole fee; with `adds_late_fee` a late fee comes on top of it, as of any price.
    """

    name, api = "own-fee", f"PATCH accounts/(?P<player>{PLAYER_CODE})"
    # Required unless the usual fee is set.
    amount = Amount(label=_("Total fee"), required=False)
    usual_fee = forms.BooleanField(required=False)
    adds_late_fee = forms.BooleanField(required=False)
    note = forms.CharField(label=_("Reason"), max_length=LONGEST_NOTE, required=False)

    def clean(self) -> dict[str, Any]:
        """Require an amount, or none for the usual fee."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("usual_fee"):
            data["amount"] = None
        elif self.data.get("amount") in (None, ""):
            field = self.fields["amount"]
            self.add_error("amount", forms.ValidationError(field.error_messages["required"], code="required"))
        return data

    def run(self) -> Charge | None:
        """Write the charge."""
        return charges.set_own_fee(
            event=self.event,
            player=self.get_player(),
            amount=self.cleaned_data["amount"],
            adds_late_fee=self.cleaned_data["adds_late_fee"],
            note=self.cleaned_data["note"],
            by=self.actor,
            key=self.idempotency_key,
        )

    def describe(self, result: Charge | None) -> str:
        """Return what the player pays."""
        if self.cleaned_data["amount"] is None:
            return gettext("%(name)s pays the usual fee.") % {"name": self.get_player()}
        account = accounts.get_account(self.event, self.get_player().pk)
        adds_late_fee = account is not None and self.cleaned_data["adds_late_fee"]
        total = account.fee_to_pay if account is not None and adds_late_fee else self.cleaned_data["amount"]
        amount = self.format_amount(total)
        return gettext("%(name)s pays %(amount)s.") % {"name": self.get_player(), "amount": amount}


class KeepPayment(AccountCommand):
    """Keep what a player who has withdrawn has paid to a fund, instead of refunding it."""

    name, api = "keep", f"POST accounts/(?P<player>{PLAYER_CODE})/keep"
    fund = forms.IntegerField(min_value=0)

    def run(self) -> Charge | None:
        """Write the charge."""
        player, fund, key = self.get_player(), self.cleaned_data["fund"], self.idempotency_key
        return charges.keep_payment(event=self.event, fund=fund, player=player, by=self.actor, key=key)

    def describe(self, result: Charge | None) -> str:
        """Return what is retained of whom."""
        if result is None:
            return gettext("The fee of %(name)s is kept already.") % {"name": self.get_player()}
        params = {"name": self.get_player(), "amount": self.format_amount(result.amount)}
        return gettext("%(amount)s of %(name)s is kept.") % params


class AuctionCommand(FinanceCommand):
    """A command that changes an auction."""

    page = "auction"
    answer = serializers.AuctionSerializer
    fund = forms.IntegerField(min_value=1)

    def get_answer(self, result: Any) -> auctions.Auction | None:
        """Return the auction with its lots."""
        return auctions.get_auction(self.event, self.cleaned_data["fund"])


class MakeLots(AuctionCommand):
    """Create the lot list of an auction: one line for each lot, with the numbers of its entries."""

    name, api, page_fields = "lots", f"PUT {AUCTION}/lots", ("shown_before",)
    lots = forms.RegexField(r"^[0-9\s,;]+$", label=_("Lots"), max_length=4000, widget=forms.Textarea)
    # The lots that the page has shown: the present ones, or those it proposed.
    shown_before = forms.RegexField(r"^[0-9\s;]*$", max_length=4000, required=False)

    def clean_lots(self) -> list[list[int]]:
        """Return the entries of each line."""
        lines = self.cleaned_data["lots"].splitlines()
        numbers_by_line = [line.replace(",", " ").replace(";", " ").split() for line in lines]
        return [[int(number[:9]) for number in line] for line in numbers_by_line if line]

    def clean_shown_before(self) -> list[list[int]] | None:
        """Return the entries of each lot that was shown, None if the sender has not seen the page."""
        if "shown_before" not in self.data:
            return None
        lots = self.cleaned_data["shown_before"].split(";")
        return [[int(number[:9]) for number in lot.split()] for lot in lots if lot.strip()]

    def run(self) -> list[Lot]:
        """Create the lots."""
        return auction_services.make_lots(event=self.event, by=self.actor, **self.get_values())

    def describe(self, result: Sequence[Lot]) -> str:
        """Return how many lots were created."""
        text = ngettext("%(count)s lot created.", "%(count)s lots created.", len(result))
        return text % {"count": len(result)}


class SellLot(AuctionCommand):
    """Sell a lot."""

    name, api, page_fields = "sell", f"POST {LOT}/sale", ("shown_lot",)
    lot = forms.IntegerField(min_value=1)
    buyer = forms.CharField(label=_("Buyer"), max_length=LONGEST_BUYER)
    price = Amount(label=_("Bid"))
    # The primary key of the lot that the page has shown with this number.
    shown_lot = forms.IntegerField(min_value=1, required=False)

    def run(self) -> Sale:
        """Write the sale."""
        return auction_services.sell_lot(
            event=self.event, by=self.actor, key=self.idempotency_key, **self.get_values()
        )

    def describe(self, result: Sale) -> str:
        """Return the lot, its buyer and the price."""
        params = {
            "lot": self.cleaned_data["lot"],
            "buyer": result.buyer,
            "price": self.format_amount(result.price),
        }
        return gettext("Lot %(lot)s: %(buyer)s, %(price)s.") % params


class UndoSale(AuctionCommand):
    """Undo a sale; what the buyer has paid becomes refundable to them."""

    name, api = "put-up", f"DELETE {LOT}/sale"
    # A DELETE has no body to accept in, so the API does not ask.
    accepted_prizes = None
    lot = forms.IntegerField(min_value=1)

    def run(self) -> Sale:
        """Write a sale without a buyer."""
        return auction_services.undo_sale(
            event=self.event, by=self.actor, key=self.idempotency_key, **self.get_values()
        )

    def describe(self, result: Sale) -> str:
        """Return which lot is for sale."""
        return gettext("Lot %(lot)s is for sale again.") % {"lot": self.cleaned_data["lot"]}


class BuyBackHalf(AuctionCommand):
    """Record that the player has bought half of the lot back."""

    name, api = "buy-back", f"POST {LOT}/buy-back"
    lot = forms.IntegerField(min_value=1)

    def run(self) -> Sale:
        """Write the sale of the half."""
        return auction_services.buy_back_half(
            event=self.event, by=self.actor, key=self.idempotency_key, **self.get_values()
        )

    def describe(self, result: Sale) -> str:
        """Return which lot the player owns half of."""
        return gettext("Lot %(lot)s: the player owns half.") % {"lot": self.cleaned_data["lot"]}


class TakeLotPayment(ReceiptCommand):
    """Take from the buyer of a lot the amount due for it."""

    name, api, page = "lot-paid", f"POST {LOT}/payments", "auction"
    fund = forms.IntegerField(min_value=1)
    lot = forms.IntegerField(min_value=1)
    # The buyer who was seen; a refund needs it if several buyers of the lot are to be refunded.
    buyer = forms.CharField(max_length=LONGEST_BUYER, required=False)
    method = forms.ChoiceField(choices=PaymentMethod.choices)
    write_receipt = staticmethod(payments.take_lot_payment)

    def run(self) -> Receipt:
        """Write the receipt."""
        data = self.cleaned_data
        return self.write_receipt(
            event=self.event,
            fund=data["fund"],
            lot=data["lot"],
            buyer=data["buyer"],
            context=self.payment_context,
        )


class RefundLot(TakeLotPayment):
    """Refund a former buyer of a lot the payment, or the present one what was overpaid."""

    name, api = "lot-refund", f"POST {LOT}/refunds"
    write_receipt = staticmethod(payments.refund_lot)


class RecordCashCount(FinanceCommand):
    """Record an operator's opening or counted cash."""

    name, api, page = "count", "POST cash-desk/counts", "cash"
    answer = serializers.CashDeskSerializer
    operator = forms.CharField(max_length=150)
    kind = forms.TypedChoiceField(
        label=_("Type"), choices=CashCountKind.choices, coerce=CashCountKind, empty_value=None
    )
    amount = Amount(label=_("Amount"))
    note = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)

    def run(self) -> CashCount:
        """Write the count."""
        return cash_counts.record_count(
            event=self.event, by=self.actor, key=self.idempotency_key, **self.get_values()
        )

    def describe(self, result: CashCount) -> str:
        """Return the amount."""
        return gettext("Recorded: %(amount)s.") % {"amount": self.format_amount(self.cleaned_data["amount"])}

    def get_answer(self, result: Any) -> ledger.CashDeskOverview | None:
        """Return the cash accounts and cashiers."""
        return ledger.get_cash_desk_overview(self.event.tournament)


class OfferCashier(FinanceCommand):
    """Offer a user the right to take and pay money; it starts when they accept."""

    name, api, page = "right", "POST cash-desk/cashiers", "cash"
    answer = serializers.CashDeskSerializer
    username = forms.CharField(label=_("Username"), max_length=150)

    def run(self) -> OfficeOffer:
        """Write the offer; too many names in a short time are refused."""
        visitors.throttle_action(
            "user-name", f"user {self.actor.pk}", limit=USERNAMES_PER_PERIOD, seconds=USERNAME_SECONDS
        )
        username = self.cleaned_data["username"]
        return cashiers.offer_cashier(tournament=self.event.tournament, username=username, by=self.actor)

    def describe(self, result: OfficeOffer) -> str:
        """Return what was offered to whom."""
        return offer_message(result)

    def get_answer(self, result: Any) -> ledger.CashDeskOverview | None:
        """Return the cash accounts and cashiers."""
        return ledger.get_cash_desk_overview(self.event.tournament)


class DismissCashier(FinanceCommand):
    """Dismiss a cashier."""

    name, api, page = "end-right", "DELETE cash-desk/cashiers/(?P<username>[^/]{1,150})", "cash"
    api_status = 204
    username = forms.CharField(label=_("Username"), max_length=150)

    def run(self) -> None:
        """End the right."""
        username = self.cleaned_data["username"]
        cashiers.dismiss_cashier(tournament=self.event.tournament, username=username, by=self.actor)

    def describe(self, result: None) -> str:
        """Return who was dismissed."""
        name = self.cleaned_data["username"].strip()
        return gettext("%(name)s can no longer take and make payments.") % {"name": name}


COMMANDS: Sequence[type[FinanceCommand]] = (
    TakePayment,
    TakeAllPayments,
    RefundPlayer,
    JoinPool,
    LeavePool,
    SetOwnFee,
    KeepPayment,
    ReverseReceipt,
    PayPrize,
    TakePrizeBack,
    MakeLots,
    SellLot,
    UndoSale,
    BuyBackHalf,
    TakeLotPayment,
    RefundLot,
    RecordCashCount,
    OfferCashier,
    DismissCashier,
)
