"""Serializers of finances. Amounts in responses are in the smallest coins of the currency."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers import PlayerSerializer, StoredReasonField
from tournaments.currencies import CURRENCY_CHOICES
from tournaments.finances import forms
from tournaments.finances.models import FundTerms
from tournaments.finances.queries.unpaid_flights import find_unpaid_flights
from tournaments.play.api.form_serializers import form_serializer
from tournaments.play.api.serializers_commands import AcceptedPrizesSerializer

CURRENCY_CODES = [code for code, _ in CURRENCY_CHOICES]


class FundIn(form_serializer(forms.FundForm, "FundTerms", ("fund", "version"))):  # type: ignore[misc]
    """The terms of a fund. Without a `template`, `parts` is its prize table by flight, such as "50 30 20"."""

    parts = serializers.DictField(child=serializers.CharField(max_length=300), required=False, default=dict)


class FundUpdateIn(FundIn, AcceptedPrizesSerializer):
    """The new terms of a fund."""


class FeesUpdateIn(FundUpdateIn):
    """The terms of the fees, and the currency of the tournament."""

    currency = serializers.ChoiceField(
        choices=CURRENCY_CODES,
        required=False,
        help_text="The new currency of the tournament, accepted until money is taken; unchanged if omitted.",
    )


class FeesIn(FundIn):
    """The terms of the fees of an event that has none, and the currency of the tournament."""

    currency = serializers.ChoiceField(choices=CURRENCY_CODES)


class CurrencySerializer(serializers.Serializer[Any]):
    """Amounts in the currency of the tournament, which the view puts into the context."""

    currency = serializers.SerializerMethodField()

    def get_currency(self, row: Any) -> str:
        """The ISO 4217 code of the currency of the amounts."""
        return str(self.context["currency"])


class FundSerializer(CurrencySerializer):
    """The terms in force of a fund: the fees (fund 0), a pool or an auction."""

    fund = serializers.IntegerField()
    kind = serializers.CharField()
    name = serializers.CharField()
    fee = serializers.IntegerField()
    registration = serializers.IntegerField()
    returned = serializers.IntegerField(help_text="Percentage of the fees that is paid out as prizes.")
    added = serializers.IntegerField()
    unit = serializers.IntegerField()
    sharing = serializers.CharField()
    template = serializers.CharField()
    parts = serializers.DictField()
    is_open = serializers.BooleanField()
    is_shown = serializers.BooleanField()
    unpaid_flights = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_unpaid_flights(self, terms: FundTerms) -> list[str]:
        """Consolations, last chances and side brackets of the event for which the fees have no prize."""
        return list(find_unpaid_flights(terms.event, terms))


class DueSerializer(serializers.Serializer[Any]):
    """The amount due from a player to one fund."""

    fund = serializers.IntegerField(source="terms.fund")
    is_in = serializers.BooleanField()
    own_fee = serializers.BooleanField()
    adds_late_fee = serializers.BooleanField(help_text="Whether a late fee comes on top of the fee.")
    late_fee = serializers.IntegerField(
        help_text="The part of what is owed that is a late fee: it changes with that of the registration."
    )
    paid_late_fee = serializers.IntegerField(
        help_text="What was paid of a late fee, which is paid last: it stays when the late fee changes."
    )
    paid = serializers.IntegerField(source="payer.paid")
    owes = serializers.IntegerField()
    refundable = serializers.IntegerField()


class AccountSerializer(CurrencySerializer):
    """The dues, payments and surplus of a player."""

    player = PlayerSerializer()
    entry = serializers.IntegerField(source="entry.number", allow_null=True, default=None)
    owes = serializers.IntegerField()
    paid = serializers.IntegerField()
    surplus = serializers.IntegerField()
    dues = DueSerializer(many=True)


class ReceiptLineSerializer(serializers.Serializer[Any]):
    """Money of one fund on a receipt."""

    fund = serializers.IntegerField()
    kind = serializers.CharField()
    amount = serializers.IntegerField(help_text="Negative for money paid out.")
    player = PlayerSerializer(allow_null=True)
    lot = serializers.IntegerField(source="lot.number", allow_null=True, default=None)


class ReceiptSerializer(CurrencySerializer):
    """A receipt with its lines."""

    number = serializers.IntegerField()
    method = serializers.CharField()
    person = serializers.CharField()
    note = StoredReasonField()
    by = serializers.CharField(source="by.username")
    at = serializers.DateTimeField()
    paid_on = serializers.DateField(
        source="payment_day", help_text="The day on which it was paid, by default that of `at`."
    )
    reverses = serializers.IntegerField(
        source="reverses.number", allow_null=True, default=None, help_text="The receipt it reverses."
    )
    lines = serializers.SerializerMethodField()

    @extend_schema_field(ReceiptLineSerializer(many=True))
    def get_lines(self, receipt: Any) -> list[dict[str, Any]]:
        """Return the lines, fund by fund."""
        return [dict(ReceiptLineSerializer(line).data) for line in receipt.lines.all()]


class ReceiptListSerializer(serializers.Serializer[Any]):
    """Receipts written at once."""

    receipts = ReceiptSerializer(many=True)


class LotRefundSerializer(serializers.Serializer[Any]):
    """What is to be refunded to a buyer of a lot."""

    buyer = serializers.CharField(help_text="The value of `buyer` in a refund.")
    amount = serializers.IntegerField()


class LotHalfSerializer(serializers.Serializer[Any]):
    """What the player of a lot has to pay and has paid for the half bought back."""

    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    owes = serializers.IntegerField()
    surplus = serializers.IntegerField(help_text="To be refunded to the player, after the sale was undone.")


class LotSerializer(serializers.Serializer[Any]):
    """An auction lot."""

    lot = serializers.IntegerField(source="lot.number")
    players = PlayerSerializer(many=True)
    is_sold = serializers.BooleanField()
    buyer = serializers.CharField(source="sale.buyer", allow_null=True, default=None)
    price = serializers.IntegerField(source="value.price")
    paid = serializers.IntegerField(source="buyer.paid")
    owes = serializers.IntegerField(source="buyer.owes")
    half = LotHalfSerializer()
    refunds = LotRefundSerializer(
        many=True, help_text="To former buyers what they paid, to the present one what was overpaid."
    )
    may_buy_back = serializers.BooleanField()


class AuctionSerializer(CurrencySerializer):
    """An auction."""

    fund = serializers.IntegerField()
    name = serializers.CharField()
    total = serializers.IntegerField(help_text="The sum of the prices: `paid` and `unpaid`.")
    paid = serializers.IntegerField()
    unpaid = serializers.IntegerField()
    to_refund = serializers.IntegerField(help_text="What was paid beyond it and is to be refunded.")
    lots = LotSerializer(many=True)


class PrizeClaimSerializer(serializers.Serializer[Any]):
    """A recipient's claim to a fund, and the amount paid."""

    name = serializers.CharField()
    player = serializers.IntegerField(
        source="player.pk",
        allow_null=True,
        default=None,
        help_text="The value of `player` in a prize payment.",
    )
    lot = serializers.IntegerField(
        source="lot.lot.pk", allow_null=True, default=None, help_text="The value of `lot` in a prize payment."
    )
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    owed = serializers.IntegerField(help_text="`due` less `paid`: below 0 after too much was paid.")
    to_return = serializers.IntegerField(
        help_text="What is to be returned: 0 while the recipient may still reach a paid place."
    )


class BracketPotSerializer(serializers.Serializer[Any]):
    """The pot of a mini bracket: the part of its stakes that is returned, and money added.

    `paid` = `stakes` + `registration` = `pot` - `added` + `retained`.
    """

    bracket = serializers.CharField(help_text="The key of its stage.")
    players = serializers.IntegerField()
    stakes = serializers.IntegerField(
        help_text="What its players have paid for it, registration not counted."
    )
    registration = serializers.IntegerField(help_text="The registration that its players have paid for it.")
    paid = serializers.IntegerField(help_text="What its players have paid for it in all.")
    retained = serializers.IntegerField(
        help_text="What stays with the club: the registration, and the part of the stakes not returned."
    )
    added = serializers.IntegerField()
    pot = serializers.IntegerField()
    unpaid = serializers.IntegerField()


class FundPrizesSerializer(CurrencySerializer):
    """The prizes of a fund for the cash desk."""

    fund = serializers.IntegerField(source="terms.fund")
    name = serializers.CharField(source="terms.name")
    entrants = serializers.IntegerField()
    reserved = serializers.IntegerField(
        help_text="The part of the pot that is in no mini bracket yet: stakes of players who wait, and money "
        "added while another bracket may start."
    )
    brackets = BracketPotSerializer(many=True)
    paid = serializers.IntegerField()
    owed = serializers.IntegerField()
    claims = PrizeClaimSerializer(many=True)


class PublicPrizeSerializer(serializers.Serializer[Any]):
    """A public prize."""

    name = serializers.CharField()
    due = serializers.IntegerField()


class PublicFundPrizesSerializer(CurrencySerializer):
    """The public prizes of a fund, without payments or amounts due."""

    fund = serializers.IntegerField(source="terms.fund")
    name = serializers.CharField(source="terms.name")
    entrants = serializers.IntegerField()
    claims = PublicPrizeSerializer(many=True, source="awarded")


class CashAccountSerializer(serializers.Serializer[Any]):
    """The cash of an operator on one day."""

    day = serializers.DateField()
    operator = serializers.CharField(source="operator.username")
    began = serializers.IntegerField()
    came_in = serializers.IntegerField()
    went_out = serializers.IntegerField()
    expected = serializers.IntegerField()
    counted = serializers.IntegerField(allow_null=True)
    difference = serializers.IntegerField(allow_null=True)


class CashDeskSerializer(serializers.Serializer[Any]):
    """The cash desk of a tournament: its cash accounts and cashiers."""

    currency = serializers.CharField()
    accounts = CashAccountSerializer(many=True)
    cashiers = serializers.ListField(child=serializers.CharField())
    offered = serializers.ListField(
        child=serializers.CharField(), help_text="User names of cashiers who have not accepted the offer yet."
    )


class LedgerEntrySerializer(serializers.Serializer[Any]):
    """One line of the ledger."""

    at = serializers.DateTimeField()
    by = serializers.CharField()
    kind = serializers.CharField(source="what")
    facts = serializers.SerializerMethodField()

    def get_facts(self, entry: Any) -> dict[str, str | int]:
        """Return the figures and names for the sentence on the page."""
        return {
            name: value if isinstance(value, int) else str(getattr(value, "number", value))
            for name, value in entry.facts.items()
        }
