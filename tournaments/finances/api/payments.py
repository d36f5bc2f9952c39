"""API of accounts, payments, receipts, prizes and the cash desk."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.models import Player
from matches.names import get_sort_key
from matches.views import visitors
from tournaments.api.events import file_response, file_schema
from tournaments.api.permissions import IsDirector
from tournaments.api.viewsets import USER_NAME_LIMIT, USER_NAME_SECONDS, EventViewSetMixin, get_or_404
from tournaments.finances import forms, serializers
from tournaments.finances.api.viewsets import (
    CREATED,
    PLAYER_CODE,
    RECEIPT_NUMBER,
    FinanceViewSetMixin,
    HandlesMoney,
)
from tournaments.finances.models import CashCountKind, CashDesk, Charge, FundTerms, Receipt
from tournaments.finances.queries import accounts, exports, ledger, prizes
from tournaments.finances.queries.funds import get_public_funds
from tournaments.finances.services import (
    cash_counts,
    cashiers,
    charges,
    payments,
)
from tournaments.queries.office_offers import offers_of_tournament


class AccountViewSet(FinanceViewSetMixin[Charge]):
    """Dues and payments of the players of an event."""

    queryset = Charge.objects.none()
    serializer_class = serializers.AccountSerializer
    lookup_url_kwarg = "player"
    lookup_value_regex = PLAYER_CODE
    action_permissions = {"partial_update": [IsDirector], "late_fee": [IsDirector]}

    def list(self, request: Request, pk: str) -> Response:
        """List the accounts of the players by name."""
        rows = accounts.list_accounts(self.event, self.get_terms())
        rows.sort(key=lambda account: (get_sort_key(account.player.full_name), account.player.pk))
        return self.page_response(rows, serializers.AccountSerializer, currency=self.currency)

    def retrieve(self, request: Request, pk: str, player: str) -> Response:
        """Read the account of a player."""
        self.get_terms()
        return self._account_response(get_object_or_404(Player, code=player))

    @extend_schema(request=serializers.OwnFeeIn)
    def partial_update(self, request: Request, pk: str, player: str) -> Response:
        """Set a player's own fee instead of the usual one."""
        data = self.clean_data(forms.OwnFeeForm, serializers.OwnFeeIn, player=player)
        row = get_object_or_404(Player, code=player)
        charges.set_own_fee(
            event=self.event,
            player=row,
            amount=data["amount"],
            note=data["note"],
            by=self.actor,
            key=self.key,
        )
        return self._account_response(row)

    @extend_schema(
        request=serializers.LateFeeIn, responses=serializers.AccountSerializer(many=True), filters=False
    )
    @action(detail=False, methods=["post"], url_path="late-fee")
    def late_fee(self, request: Request, pk: str) -> Response:
        """Add the late fee of the registration to the fee of all who have not paid.

        With `payers` or `fee`, the number of players and the fee that were seen, it is refused if they are
        others now.
        """
        self.get_terms()
        data = self.clean_data(forms.LateFeeForm, serializers.LateFeeIn)
        charges.add_late_fee(
            event=self.event, by=self.actor, key=self.key, payers=data["payers"], fee=data["fee"]
        )
        return self.list(request, pk)

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

    @extend_schema(request=serializers.ReversalIn, responses={201: serializers.ReceiptSerializer})
    @action(detail=True, methods=["post"])
    def reverse(self, request: Request, pk: str, number: str) -> Response:
        """Reverse a receipt by another one."""
        data = self.clean_data(forms.ReversalForm, serializers.ReversalIn, number=int(number))
        receipt = payments.reverse_receipt(
            event=self.event, number=data["number"], note=data["note"], by=self.actor, key=self.key
        )
        return self.receipt_response(receipt)

    @staticmethod
    def row_key(row: Receipt) -> str:
        """Return the key of a receipt."""
        return str(row.number)


class PaymentViewSet(FinanceViewSetMixin[Receipt]):
    """Payments and refunds of fees; each writes a receipt."""

    queryset = Receipt.objects.none()
    serializer_class = serializers.ReceiptSerializer

    @extend_schema(request=serializers.PaymentIn, responses={201: serializers.ReceiptSerializer})
    @action(detail=True, methods=["post"])
    def payments(self, request: Request, pk: str) -> Response:
        """Take a payment of a player."""
        data = self.clean_data(forms.PaymentForm, serializers.PaymentIn)
        player, context = get_object_or_404(Player, code=data["player"]), self.payment_context(data)
        receipt = payments.take_payment(
            event=self.event, player=player, amount=data["amount"], context=context
        )
        return self.receipt_response(receipt)

    @extend_schema(request=serializers.PaymentsIn, responses={201: serializers.ReceiptListSerializer})
    @action(detail=True, methods=["post"], url_path="payments/all")
    def payments_of_all(self, request: Request, pk: str) -> Response:
        """Take from all players the amounts due."""
        data = self.clean_data(forms.PaymentOfAllForm, serializers.PaymentsIn)
        rows = payments.take_all_payments(
            event=self.event, context=self.payment_context(data), expected=forms.read_expected_dues(data)
        )
        receipts = [get_or_404(ledger.get_receipt(self.event, row.number)) for row in rows]
        return self.row_response(serializers.ReceiptListSerializer, {"receipts": receipts}, CREATED)

    @extend_schema(request=serializers.RefundIn, responses={201: serializers.ReceiptSerializer})
    @action(detail=True, methods=["post"])
    def refunds(self, request: Request, pk: str) -> Response:
        """Refund money of a fund to a player."""
        data = self.clean_data(forms.RefundForm, serializers.RefundIn)
        receipt = payments.refund_player(
            event=self.event,
            player=get_object_or_404(Player, code=data["player"]),
            fund=data["fund"],
            amount=data["amount"],
            context=self.payment_context(data),
        )
        return self.receipt_response(receipt)


class PrizeViewSet(FinanceViewSetMixin[FundTerms]):
    """The prizes of an event."""

    queryset = FundTerms.objects.none()
    serializer_class = serializers.PublicFundPrizesSerializer
    permission_classes = EventViewSetMixin.permission_classes
    action_permissions = {
        "claims": [HandlesMoney],
        "payments": [HandlesMoney],
        "returns": [HandlesMoney],
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

    @extend_schema(request=serializers.PayPrizeIn, responses={201: serializers.ReceiptSerializer})
    @action(detail=False, methods=["post"])
    def payments(self, request: Request, pk: str) -> Response:
        """Pay a prize."""
        return self.receipt_response(payments.pay_prize(**self._prize_payment()))

    @extend_schema(request=serializers.TakePrizeBackIn, responses={201: serializers.ReceiptSerializer})
    @action(detail=False, methods=["post"])
    def returns(self, request: Request, pk: str) -> Response:
        """Take back a prize that is due to another player after a correction."""
        return self.receipt_response(payments.take_prize_back(**self._prize_payment()))

    @staticmethod
    def row_key(row: prizes.FundPrizes) -> str:
        """Return the key of a fund."""
        return str(row.terms.fund)

    def _prize_payment(self) -> dict[str, Any]:
        data = self.clean_data(forms.PrizePaymentForm, serializers.PayPrizeIn)
        return {
            "event": self.event,
            "fund": data["fund"],
            "recipient": (data["player"], data["lot"]),
            "amount": data["coins"],
            "context": self.payment_context(data),
        }

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
        return self._cash_desk_response()

    @extend_schema(request=serializers.CashCountIn, responses={201: serializers.CashDeskSerializer})
    @action(detail=True, methods=["post"], url_path="cash-desk/counts")
    def counts(self, request: Request, pk: str) -> Response:
        """Record an operator's opening or counted cash."""
        data = self.clean_data(forms.CashCountForm, serializers.CashCountIn)
        cash_counts.record_count(
            event=self.event,
            operator=data["operator"],
            kind=CashCountKind(data["kind"]),
            amount=data["amount"],
            note=data["note"],
            by=self.actor,
            key=self.key,
        )
        return self._cash_desk_response(CREATED)

    @extend_schema(request=serializers.CashierIn, responses={201: serializers.CashDeskSerializer})
    @action(detail=True, methods=["post"], url_path="cash-desk/cashiers")
    def cashiers(self, request: Request, pk: str) -> Response:
        """Offer a user the right to take and pay money; it starts when they accept."""
        visitors.throttle_action(
            "user-name", f"user {self.actor.pk}", limit=USER_NAME_LIMIT, seconds=USER_NAME_SECONDS
        )
        username = self.clean_data(forms.CashierForm, serializers.CashierIn)["username"]
        cashiers.offer_cashier(tournament=self.event.tournament, username=username, by=self.actor)
        return self._cash_desk_response(CREATED)

    @extend_schema(
        request=None,
        parameters=[OpenApiParameter("username", str, OpenApiParameter.PATH)],
        responses={204: None},
    )
    @action(detail=True, methods=["delete"], url_path="cash-desk/cashiers/(?P<username>[^/]{1,150})")
    def cashier(self, request: Request, pk: str, username: str) -> Response:
        """Dismiss a cashier."""
        cashiers.dismiss_cashier(tournament=self.event.tournament, username=username, by=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

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

    def _cash_desk_response(self, code: int = status.HTTP_200_OK) -> Response:
        cash_desk = self.cash_desk
        cashiers = cash_desk.cashiers.filter(ended_at=None).order_by("user__username")
        offers = offers_of_tournament(self.event.tournament).filter(kind="cashier")
        row = {
            "currency": cash_desk.tournament.currency,
            "accounts": ledger.list_cash_accounts(cash_desk),
            "cashiers": list(cashiers.values_list("user__username", flat=True)),
            "offered": [offer.username for offer in offers],
        }
        return Response(serializers.CashDeskSerializer(row).data, status=code)


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
