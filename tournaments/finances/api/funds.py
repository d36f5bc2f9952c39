"""API of fees, side pools and auctions."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.finances import serializers
from tournaments.finances.api.viewsets import CREATED, FinanceViewSetMixin
from tournaments.finances.commands import FUND_NUMBER
from tournaments.finances.models import FundKind, FundTerms
from tournaments.finances.queries import auctions
from tournaments.finances.queries.funds import FEES, filter_by_kind
from tournaments.finances.services import funds
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import EventViewSetMixin, get_or_404
from tournaments.web.paid_prizes import check_paid_prizes


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
        """Change the terms of the fees; a changed fee is owed by everybody, also by those who have paid."""
        get_or_404(self.get_terms().get(FEES))
        data = self.validated(serializers.FeesUpdateIn)
        currency = data.get("currency") or self.currency
        options = self.fund_options(data, FundKind.ENTRY, currency)
        with check_paid_prizes(events=[self.event], accepted=data["accepted_prizes"]):
            terms = funds.set_fees(
                event=self.event, options=options, by=self.actor, key=self.key, currency=currency
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
        data = self.validated(serializers.FundUpdateIn)
        options = self.fund_options(data, self.kind, self.currency)
        with check_paid_prizes(events=[self.event], accepted=data["accepted_prizes"]):
            return funds.change_fund(
                event=self.event, fund=fund, options=options, by=self.actor, key=self.key
            )


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

    @extend_schema(request=serializers.FundUpdateIn)
    def update(self, request: Request, pk: str, fund: str) -> Response:
        """Change the terms of a pool; a changed fee is owed by all in it, also by those who have paid."""
        return self.row_response(serializers.FundSerializer, self.change_fund())

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
        terms_of_auctions = filter_by_kind(self.get_terms(), self.kind)
        rows = [auctions.build_auction(self.event, terms) for terms in terms_of_auctions]
        return self.page_response(rows, serializers.AuctionSerializer, currency=self.currency)

    def retrieve(self, request: Request, pk: str, fund: str) -> Response:
        """Read an auction."""
        auction = auctions.build_auction(self.event, self.get_fund(self.kind))
        return self.row_response(serializers.AuctionSerializer, auction)

    @extend_schema(request=serializers.FundIn, responses={201: serializers.FundSerializer})
    def create(self, request: Request, pk: str) -> Response:
        """Open an auction."""
        return self.row_response(serializers.FundSerializer, self.open_fund(), CREATED)

    @extend_schema(request=serializers.FundUpdateIn, responses=serializers.FundSerializer)
    def update(self, request: Request, pk: str, fund: str) -> Response:
        """Change the terms of an auction."""
        return self.row_response(serializers.FundSerializer, self.change_fund())

    @staticmethod
    def row_key(row: auctions.Auction) -> str:
        """Return the key of an auction."""
        return str(row.fund)
