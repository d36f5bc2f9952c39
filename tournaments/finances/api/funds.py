"""API of fees, side pools and auctions."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import Player
from tournaments.api.permissions import IsDirector
from tournaments.api.viewsets import EventViewSetMixin, get_or_404
from tournaments.finances import forms, serializers
from tournaments.finances.api.viewsets import (
    CREATED,
    FUND_NUMBER,
    LOT_NUMBER,
    PLAYER_CODE,
    FinanceViewSetMixin,
)
from tournaments.finances.models import FundKind, FundTerms, Lot
from tournaments.finances.queries import accounts, auctions
from tournaments.finances.queries.funds import FEES, filter_by_kind
from tournaments.finances.services import auctions as auction_services
from tournaments.finances.services import funds, pools
from tournaments.finances.services import payments as payment_services


class FeeViewSet(FinanceViewSetMixin[FundTerms]):
    """The fees of an event."""

    queryset = FundTerms.objects.none()
    serializer_class = serializers.FundSerializer
    permission_classes = [*EventViewSetMixin.permission_classes, IsDirector]

    @action(detail=True)
    def fees(self, request: Request, pk: str) -> Response:
        """Read the terms of the fees; 404 where there are none."""
        return self.row_response(serializers.FundSerializer, get_or_404(self.get_terms().get(FEES)))

    @extend_schema(request=serializers.FeesIn, responses={201: serializers.FundSerializer})
    @fees.mapping.post
    def turn_on_fees(self, request: Request, pk: str) -> Response:
        """Turn on fees on these terms."""
        data = self.validated(serializers.FeesIn)
        terms = funds.turn_on_fees(
            event=self.event,
            currency=data["currency"],
            options=self.fund_options(data, FundKind.ENTRY, data["currency"]),
            by=self.actor,
            key=self.key,
        )
        return self.row_response(serializers.FundSerializer, terms, CREATED)

    @extend_schema(request=serializers.FeesUpdateIn)
    @fees.mapping.put
    def change_fees(self, request: Request, pk: str) -> Response:
        """Change the terms of the fees; payments already made are not affected."""
        get_or_404(self.get_terms().get(FEES))
        data = self.validated(serializers.FeesUpdateIn)
        currency = data.get("currency") or self.currency
        terms = funds.set_fees(
            event=self.event,
            options=self.fund_options(data, FundKind.ENTRY, currency),
            by=self.actor,
            key=self.key,
            currency=currency,
        )
        return self.row_response(serializers.FundSerializer, terms)

    @extend_schema(request=None, responses={204: None})
    @fees.mapping.delete
    def turn_off_fees(self, request: Request, pk: str) -> Response:
        """Turn off fees with pools and auctions, as long as no money has moved."""
        funds.turn_off_fees(event=self.event, by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class FundViewSetMixin(FinanceViewSetMixin[FundTerms]):
    """The funds of one kind."""

    kind: ClassVar[FundKind]
    queryset = FundTerms.objects.none()
    lookup_url_kwarg = "fund"
    lookup_value_regex = FUND_NUMBER

    def open_fund(self) -> FundTerms:
        """Open a pool or auction on the terms in the body."""
        self.get_terms()
        data = self.validated(serializers.FundIn)
        options = self.fund_options(data, self.kind, self.currency)
        return funds.open_fund(event=self.event, kind=self.kind, options=options, by=self.actor, key=self.key)

    def change_fund(self) -> FundTerms:
        """Change a pool or auction to the terms in the body."""
        fund = self.get_fund(self.kind).fund
        data = self.validated(serializers.FundIn)
        options = self.fund_options(data, self.kind, self.currency)
        return funds.change_fund(event=self.event, fund=fund, options=options, by=self.actor, key=self.key)


class PoolViewSet(FundViewSetMixin):
    """The side pools of an event."""

    kind = FundKind.POOL
    serializer_class = serializers.FundSerializer
    action_permissions = {
        "list": [IsDirector],
        "retrieve": [IsDirector],
        "create": [IsDirector],
        "update": [IsDirector],
    }

    def list(self, request: Request, pk: str) -> Response:
        """List the pools with their terms."""
        rows = filter_by_kind(self.get_terms(), self.kind)
        return self.page_response(rows, serializers.FundSerializer, currency=self.currency)

    def retrieve(self, request: Request, pk: str, fund: str) -> Response:
        """Read the terms of a pool."""
        return self.row_response(serializers.FundSerializer, self.get_fund(self.kind))

    @extend_schema(request=serializers.FundIn)
    def create(self, request: Request, pk: str) -> Response:
        """Open a side pool."""
        return self.row_response(serializers.FundSerializer, self.open_fund(), CREATED)

    @extend_schema(request=serializers.FundIn)
    def update(self, request: Request, pk: str, fund: str) -> Response:
        """Change the terms of a pool; payments already made are not affected."""
        return self.row_response(serializers.FundSerializer, self.change_fund())

    @extend_schema(request=serializers.PoolPlayerIn, responses={201: serializers.AccountSerializer})
    @action(detail=True, methods=["post"])
    def players(self, request: Request, pk: str, fund: str) -> Response:
        """Enter a player in a pool."""
        data = self.clean_data(forms.PoolPlayerForm, serializers.PoolPlayerIn, fund=int(fund))
        player = get_object_or_404(Player, code=data["player"])
        pools.join_pool(event=self.event, fund=int(fund), player=player, by=self.actor, key=self.key)
        account = get_or_404(accounts.get_account(self.event, player.pk))
        return self.row_response(serializers.AccountSerializer, account, CREATED)

    @extend_schema(
        request=None,
        parameters=[OpenApiParameter("player", str, OpenApiParameter.PATH)],
        responses=serializers.AccountSerializer,
    )
    @action(detail=True, methods=["delete"], url_path=f"players/(?P<player>{PLAYER_CODE})")
    def player(self, request: Request, pk: str, fund: str, player: str) -> Response:
        """Take a player out of a pool; a payment becomes refundable."""
        row = get_object_or_404(Player, code=player)
        pools.leave_pool(event=self.event, fund=int(fund), player=row, by=self.actor, key=self.key)
        account = get_or_404(accounts.get_account(self.event, row.pk))
        return self.row_response(serializers.AccountSerializer, account)

    @staticmethod
    def row_key(row: FundTerms) -> str:
        """Return the key of a fund."""
        return str(row.fund)


class AuctionViewSet(FundViewSetMixin):
    """The Calcutta auctions of an event."""

    kind = FundKind.AUCTION
    serializer_class = serializers.AuctionSerializer
    action_permissions = {"create": [IsDirector], "update": [IsDirector]}

    def list(self, request: Request, pk: str) -> Response:
        """List the auctions."""
        rows = [self._with_lots(terms) for terms in filter_by_kind(self.get_terms(), self.kind)]
        return self.page_response(rows, serializers.AuctionSerializer, currency=self.currency)

    def retrieve(self, request: Request, pk: str, fund: str) -> Response:
        """Read an auction."""
        return self._auction_response()

    @extend_schema(request=serializers.FundIn, responses={201: serializers.FundSerializer})
    def create(self, request: Request, pk: str) -> Response:
        """Open an auction."""
        return self.row_response(serializers.FundSerializer, self.open_fund(), CREATED)

    @extend_schema(request=serializers.FundIn, responses=serializers.FundSerializer)
    def update(self, request: Request, pk: str, fund: str) -> Response:
        """Change the terms of an auction."""
        return self.row_response(serializers.FundSerializer, self.change_fund())

    @extend_schema(request=serializers.LotsIn)
    @action(detail=True, methods=["put"])
    def lots(self, request: Request, pk: str, fund: str) -> Response:
        """Create the lot list of an auction: one line for each lot, with the numbers of its entries."""
        data = self.clean_data(forms.LotsForm, serializers.LotsIn, fund=int(fund))
        auction_services.make_lots(event=self.event, fund=int(fund), lots=data["lots"], by=self.actor)
        return self._auction_response()

    @staticmethod
    def row_key(row: Any) -> str:
        """Return the key of an auction."""
        return str(row["fund"])

    def _with_lots(self, terms: FundTerms) -> dict[str, Any]:
        return {"fund": terms.fund, "name": terms.name, "lots": auctions.list_lots(self.event, terms)}

    def _auction_response(self, code: int = status.HTTP_200_OK) -> Response:
        row = self._with_lots(self.get_fund(self.kind))
        return self.row_response(serializers.AuctionSerializer, row, code)


class LotViewSet(FinanceViewSetMixin[Lot]):
    """An auction lot."""

    queryset = Lot.objects.none()
    serializer_class = serializers.AuctionSerializer
    lookup_url_kwarg = "lot"
    lookup_value_regex = LOT_NUMBER

    @extend_schema(request=serializers.SaleIn, responses={201: serializers.AuctionSerializer})
    @action(detail=True, methods=["post"])
    def sale(self, request: Request, pk: str, fund: str, lot: str) -> Response:
        """Sell a lot."""
        data = self.clean_data(forms.SaleForm, serializers.SaleIn, **self._url_numbers)
        auction_services.sell_lot(
            event=self.event,
            fund=int(fund),
            lot=int(lot),
            buyer=data["buyer"],
            price=data["price"],
            by=self.actor,
            key=self.key,
        )
        return self._auction_response(CREATED)

    @extend_schema(request=None, responses=serializers.AuctionSerializer)
    @sale.mapping.delete
    def undo_sale(self, request: Request, pk: str, fund: str, lot: str) -> Response:
        """Undo a sale; a payment becomes refundable."""
        auction_services.undo_sale(event=self.event, **self._url_numbers, by=self.actor, key=self.key)
        return self._auction_response()

    @extend_schema(request=None, responses={201: serializers.AuctionSerializer})
    @action(detail=True, methods=["post"], url_path="buy-back")
    def buy_back(self, request: Request, pk: str, fund: str, lot: str) -> Response:
        """Record that the player has bought half of the lot back."""
        auction_services.buy_back_half(event=self.event, **self._url_numbers, by=self.actor, key=self.key)
        return self._auction_response(CREATED)

    @extend_schema(request=serializers.TakeLotPaymentIn, responses={201: serializers.ReceiptSerializer})
    @action(detail=True, methods=["post"])
    def payments(self, request: Request, pk: str, fund: str, lot: str) -> Response:
        """Take from the buyer of a lot the amount due for it."""
        data = self.clean_data(forms.LotPaymentForm, serializers.TakeLotPaymentIn, **self._url_numbers)
        context = self.payment_context(data)
        receipt = payment_services.take_lot_payment(event=self.event, **self._url_numbers, context=context)
        return self.receipt_response(receipt)

    @extend_schema(request=serializers.RefundLotIn, responses={201: serializers.ReceiptSerializer})
    @action(detail=True, methods=["post"])
    def refunds(self, request: Request, pk: str, fund: str, lot: str) -> Response:
        """Refund the buyer of a lot what was overpaid."""
        data = self.clean_data(forms.LotPaymentForm, serializers.RefundLotIn, **self._url_numbers)
        context = self.payment_context(data)
        return self.receipt_response(
            payment_services.refund_lot(event=self.event, **self._url_numbers, context=context)
        )

    @property
    def _url_numbers(self) -> dict[str, int]:
        return {"fund": int(self.kwargs["fund"]), "lot": int(self.kwargs["lot"])}

    def _auction_response(self, code: int = status.HTTP_200_OK) -> Response:
        terms = self.get_fund(FundKind.AUCTION)
        lots = auctions.list_lots(self.event, terms)
        row = {"fund": terms.fund, "name": terms.name, "lots": lots}
        return self.row_response(serializers.AuctionSerializer, row, code)
