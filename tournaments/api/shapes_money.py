"""Money as the API takes it in and gives it out. Amounts given out are in the smallest coins of the till."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.api.serializers_matches import PlayerSerializer
from tournaments.api.form_serializers import form_serializer
from tournaments.forms import money as money_forms
from tournaments.queries.money import papers

Shape = serializers.Serializer[Any]


class TermsIn(form_serializer(money_forms.FundTerms, "Fund", ("fund", "version"))):  # type: ignore[misc]
    """The terms of a fund. Without a `template`, `parts` are its table: "50 30 20" by flight."""

    parts = serializers.DictField(child=serializers.CharField(max_length=300), required=False, default=dict)


class ChangeTermsIn(TermsIn):
    """Other terms of a fund, in another currency of the till if nothing but terms is written in it."""

    currency = serializers.ChoiceField(
        choices=[code for code, _ in money_forms.CURRENCIES],
        required=False,
        help_text="Of the till; without it the currency stays.",
    )


class SwitchIn(TermsIn):
    """Money for an event: the currency of the till, and the terms of its fees."""

    currency = serializers.ChoiceField(choices=[code for code, _ in money_forms.CURRENCIES])


class TermsOut(Shape):
    fund = serializers.IntegerField()
    kind = serializers.CharField()
    name = serializers.CharField()
    fee = serializers.IntegerField()
    registration = serializers.IntegerField()
    returned = serializers.IntegerField(help_text="Per cent that is paid out.")
    added = serializers.IntegerField()
    unit = serializers.IntegerField()
    sharing = serializers.CharField()
    template = serializers.CharField()
    parts = serializers.DictField()
    is_open = serializers.BooleanField()
    is_shown = serializers.BooleanField()


class FundsOut(Shape):
    currency = serializers.CharField()
    funds = TermsOut(many=True)


class DueOut(Shape):
    fund = serializers.IntegerField(source="terms.fund")
    is_in = serializers.BooleanField()
    own_fee = serializers.BooleanField()
    paid = serializers.IntegerField(source="payer.paid")
    owes = serializers.IntegerField()
    refundable = serializers.IntegerField()


class AccountOut(Shape):
    player = PlayerSerializer()
    entry = serializers.IntegerField(source="entry.number", allow_null=True, default=None)
    owes = serializers.IntegerField()
    paid = serializers.IntegerField()
    surplus = serializers.IntegerField()
    dues = DueOut(many=True)


class AccountsOut(Shape):
    currency = serializers.CharField()
    accounts = AccountOut(many=True)


class MoveOut(Shape):
    fund = serializers.IntegerField()
    kind = serializers.CharField()
    amount = serializers.IntegerField(help_text="Below zero where it goes out.")
    player = PlayerSerializer(allow_null=True)
    lot = serializers.IntegerField(source="lot.number", allow_null=True, default=None)


class ReceiptOut(Shape):
    number = serializers.IntegerField()
    method = serializers.CharField()
    person = serializers.CharField()
    note = serializers.CharField()
    by = serializers.CharField(source="by.username")
    at = serializers.DateTimeField()
    takes_back = serializers.IntegerField(
        source="takes_back.number", allow_null=True, default=None, help_text="The receipt it undoes."
    )
    moves = serializers.SerializerMethodField()

    @extend_schema_field(MoveOut(many=True))
    def get_moves(self, receipt: Any) -> list[dict[str, Any]]:
        """Its lines, fund by fund."""
        return [dict(MoveOut(move).data) for move in papers.lines_of(receipt)]


class ReceiptsOut(Shape):
    receipts = ReceiptOut(many=True)


class LotOut(Shape):
    lot = serializers.IntegerField(source="lot.number")
    players = PlayerSerializer(many=True)
    is_sold = serializers.BooleanField()
    buyer = serializers.CharField(source="sale.buyer", allow_null=True, default=None)
    price = serializers.IntegerField(source="value.price")
    paid = serializers.IntegerField(source="buyer.paid")
    owes = serializers.IntegerField(source="buyer.owes")
    may_buy_back = serializers.BooleanField()


class AuctionOut(Shape):
    fund = serializers.IntegerField()
    name = serializers.CharField()
    lots = LotOut(many=True)


class AuctionsOut(Shape):
    currency = serializers.CharField()
    auctions = AuctionOut(many=True)


class ClaimOut(Shape):
    name = serializers.CharField()
    player = serializers.IntegerField(
        source="player.pk", allow_null=True, default=None, help_text="What `pay` and `take-in` call `player`."
    )
    lot = serializers.IntegerField(
        source="lot.lot.pk", allow_null=True, default=None, help_text="What `pay` and `take-in` call `lot`."
    )
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    owed = serializers.IntegerField()


class PrizesOfFundOut(Shape):
    fund = serializers.IntegerField(source="terms.fund")
    name = serializers.CharField(source="terms.name")
    entrants = serializers.IntegerField()
    paid = serializers.IntegerField()
    owed = serializers.IntegerField()
    claims = ClaimOut(many=True)


class PublicClaimOut(Shape):
    name = serializers.CharField()
    due = serializers.IntegerField()


class PublicPrizesOfFundOut(Shape):
    """What the public page of the prizes shows: never who was paid what, or is owed it."""

    fund = serializers.IntegerField(source="terms.fund")
    name = serializers.CharField(source="terms.name")
    entrants = serializers.IntegerField()
    claims = PublicClaimOut(many=True, source="awarded")


class PublicPrizesOut(Shape):
    currency = serializers.CharField()
    funds = PublicPrizesOfFundOut(many=True)


class PrizesOut(Shape):
    currency = serializers.CharField()
    funds = PrizesOfFundOut(many=True)


class DrawerOut(Shape):
    day = serializers.DateField()
    operator = serializers.CharField(source="operator.username")
    began = serializers.IntegerField()
    came_in = serializers.IntegerField()
    went_out = serializers.IntegerField()
    expected = serializers.IntegerField()
    counted = serializers.IntegerField(allow_null=True)
    difference = serializers.IntegerField(allow_null=True)


class CashOut(Shape):
    currency = serializers.CharField()
    drawers = DrawerOut(many=True)
    cashiers = serializers.ListField(child=serializers.CharField())
    offered = serializers.ListField(
        child=serializers.CharField(), help_text="User names that have not accepted yet."
    )


class MoneyActOut(Shape):
    at = serializers.DateTimeField()
    by = serializers.CharField()
    what = serializers.CharField()
    facts = serializers.SerializerMethodField()

    def get_facts(self, act: Any) -> dict[str, str | int]:
        """The facts of the sentence a page makes of it."""
        told: dict[str, str | int] = {}
        for name, value in act.facts.items():
            told[name] = value if isinstance(value, int) else str(getattr(value, "number", value))
        return told


class LedgerOut(Shape):
    acts = MoneyActOut(many=True)
