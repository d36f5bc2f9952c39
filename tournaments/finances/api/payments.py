"""API of accounts, payments, receipts, prizes and the cash desk."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.models import Player
from matches.names import get_sort_key
from tournaments.finances import commands, serializers
from tournaments.finances.api.viewsets import FinanceViewSetMixin, HandlesMoney
from tournaments.finances.commands import PLAYER_CODE, RECEIPT_NUMBER
from tournaments.finances.models import CashDesk, Charge, FundTerms, Receipt
from tournaments.finances.queries import accounts, exports, ledger, prizes
from tournaments.finances.queries.funds import get_public_funds
from tournaments.importing.api.event_files import file_response, file_schema
from tournaments.play.api.commands import get_request_serializer
from tournaments.web.api.permissions import IsDirector
from tournaments.web.api.viewsets import EventViewSetMixin, get_or_404


class AccountViewSet(FinanceViewSetMixin[Charge]):
    """Dues and payments of the players of an event."""

    queryset = Charge.objects.none()
    serializer_class = serializers.AccountSerializer
    lookup_url_kwarg = "player"
    lookup_value_regex = PLAYER_CODE
    action_permissions = {"partial_update": [IsDirector]}

    def list(self, request: Request, pk: str) -> Response:
        """List the accounts of the players by name."""
        rows = accounts.list_accounts(self.event, self.get_terms())
        rows.sort(key=lambda account: (get_sort_key(account.player.known_name), account.player.pk))
        return self.page_response(rows, serializers.AccountSerializer, currency=self.currency)

    def retrieve(self, request: Request, pk: str, player: str) -> Response:
        """Read the account of a player."""
        self.get_terms()
        return self._account_response(get_object_or_404(Player, code=player))

    @extend_schema(request=get_request_serializer(commands.SetOwnFee))
    def partial_update(self, request: Request, pk: str, player: str) -> Response:
        """Set a player's own fee instead of the usual one."""
        return self.command_response(*self.run_command(commands.SetOwnFee))

    @staticmethod
    def row_key(row: accounts.Account) -> str:
        """Return the key of an account."""
        return row.player.code

    def _account_response(self, player: Player) -> Response:
        account = get_or_404(accounts.get_account(self.event, player.pk))
        return self.row_response(serializers.AccountSerializer, account)


class ReceiptViewSet(FinanceViewSetMixin[Receipt]):
    """The receipts of an event; payments, refunds and reversals write them."""

    queryset = Receipt.objects.none()
    serializer_class = serializers.ReceiptSerializer
    lookup_url_kwarg = "number"
    lookup_value_regex = RECEIPT_NUMBER

    def list(self, request: Request, pk: str) -> Response:
        """List the receipts, the latest first."""
        rows = ledger.list_receipts(self.cash_desk, self.event)
        return self.page_response(rows, serializers.ReceiptSerializer, currency=self.currency)

    def retrieve(self, request: Request, pk: str, number: str) -> Response:
        """Read a receipt."""
        row = get_or_404(ledger.get_receipt(self.event, int(number)))
        return self.row_response(serializers.ReceiptSerializer, row)

    @staticmethod
    def row_key(row: Receipt) -> str:
        """Return the key of a receipt."""
        return str(row.number)


class FinanceCommandViewSet(FinanceViewSetMixin[Receipt]):
    """What those who handle the money of an event do."""

    queryset = Receipt.objects.none()
    serializer_class = serializers.ReceiptSerializer
    collections = ("auctions", "pools", "prizes", "receipts")
    commands = [each for each in commands.COMMANDS if each is not commands.SetOwnFee]


class PrizeViewSet(FinanceViewSetMixin[FundTerms]):
    """The prizes of an event."""

    queryset = FundTerms.objects.none()
    serializer_class = serializers.PublicFundPrizesSerializer
    permission_classes = EventViewSetMixin.permission_classes
    action_permissions = {
        "claims": [HandlesMoney],
    }

    def list(self, request: Request, pk: str) -> Response:
        """List the public prizes, fund by fund."""
        terms, public_funds = self.get_terms(), get_public_funds(self.event)
        if not public_funds:
            raise Http404
        rows = [row for row in prizes.list_prizes(self.event, terms) if row.terms.fund in public_funds]
        return self._page_of_prizes(rows, serializers.PublicFundPrizesSerializer)

    @extend_schema(responses=serializers.FundPrizesSerializer(many=True))
    @action(detail=False)
    def claims(self, request: Request, pk: str) -> Response:
        """List the prizes of all funds with the amounts paid and due."""
        rows = prizes.list_prizes(self.event, self.get_terms())
        return self._page_of_prizes(rows, serializers.FundPrizesSerializer)

    @staticmethod
    def row_key(row: prizes.FundPrizes) -> str:
        """Return the key of a fund."""
        return str(row.terms.fund)

    def _page_of_prizes(self, rows: Any, serializer_class: type[Serializer[Any]]) -> Response:
        return self.page_response(rows, serializer_class, currency=self.currency)


class CashDeskViewSet(FinanceViewSetMixin[CashDesk]):
    """The cash desk of the tournament an event belongs to."""

    queryset = CashDesk.objects.none()
    serializer_class = serializers.CashDeskSerializer

    @action(detail=True, url_path="cash-desk")
    def cash_desk_of_event(self, request: Request, pk: str) -> Response:
        """Read the cash accounts and cashiers."""
        self.get_terms()
        overview = ledger.get_cash_desk_overview(self.event.tournament)
        return self.row_response(serializers.CashDeskSerializer, overview)

    @extend_schema(responses=serializers.LedgerEntrySerializer(many=True))
    @action(detail=True)
    def ledger(self, request: Request, pk: str) -> Response:
        """List the ledger of the event, the latest first."""
        self.get_terms()
        rows = list(enumerate(ledger.list_entries(self.event, self.cash_desk)))
        page = self.page_of([*rows])
        results = serializers.LedgerEntrySerializer([row for _, row in page["results"]], many=True).data
        return Response({**page, "results": results})

    @staticmethod
    def row_key(row: tuple[int, Any]) -> str:
        """Return the index of a row of the ledger."""
        return str(row[0])


class FinanceFileViewSet(FinanceViewSetMixin[Receipt]):
    """Files about the finances of an event."""

    queryset = Receipt.objects.none()
    lookup_url_kwarg = "name"
    lookup_value_regex = r"[-.\w]{1,40}"

    @file_schema(exports.FILES)
    def retrieve(self, request: Request, pk: str, name: str) -> HttpResponse:
        """Download a file about the finances of an event."""
        kind, export = get_or_404(exports.FILES.get(name))
        terms = self.get_terms()
        return file_response(kind, export(self.event, self.cash_desk, terms))
