"""Base classes of the finance resources of an event."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.http import Http404
from rest_framework import status
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from matches.api.authentication import key_of
from rules.errors import Refusal
from tournaments.finances import forms
from tournaments.finances.models import CashDesk, FundKind, FundTerms
from tournaments.finances.permissions import must_handle_money
from tournaments.finances.queries import prize_flights
from tournaments.finances.queries.funds import get_cash_desk, get_terms
from tournaments.finances.services import funds as fund_services
from tournaments.play.api.commands import EventCommandViewSet
from tournaments.play.api.form_serializers import read_form
from tournaments.web.api.viewsets import EventViewSetMixin, ModelT, get_or_404

CREATED = status.HTTP_201_CREATED
# Fields of the terms of a fund that are read otherwise than by their form.
NOT_IN_FORM = frozenset({"parts", "currency", "accepted_prizes"})


class HandlesMoney(BasePermission):
    """Permission to handle the money of the tournament to which `scope_object` of the view belongs."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True. Refuses ("cashiers_only") any other user."""
        must_handle_money(request.user, view.scope_object.tournament)
        return True


class FinanceViewSetMixin(EventCommandViewSet[ModelT]):
    """A finance resource of an event, for those who handle its money."""

    permission_classes: Sequence[Any] = [*EventViewSetMixin.permission_classes, HandlesMoney]

    @cached_property
    def cash_desk(self) -> CashDesk:
        """The cash desk of the tournament. Refuses ("money_off") if there is none."""
        cash_desk = get_cash_desk(self.event.tournament)
        if cash_desk is None:
            raise Refusal("money_off", name=self.event.tournament.name)
        return cash_desk

    @property
    def currency(self) -> str:
        """The currency of the cash desk. Refuses ("money_off") if there is none."""
        return self.cash_desk.tournament.currency

    def get_terms(self) -> dict[int, FundTerms]:
        """Return the terms in force by fund; 404 where the event has no fees."""
        terms = get_terms(self.event) if get_cash_desk(self.event.tournament) else None
        return get_or_404(terms or None)

    def get_fund(self, kind: FundKind) -> FundTerms:
        """Return the pool or auction in the URL, or 404."""
        terms = self.get_terms().get(int(self.kwargs["fund"]))
        if terms is None or terms.kind != kind.value:
            raise Http404
        return terms

    def get_command_options(self) -> dict[str, Any]:
        """Return the arguments of commands. Refuses ("money_off") if the tournament has no cash desk."""
        return {**super().get_command_options(), "currency": self.currency}

    @property
    def key(self) -> str:
        """The idempotency key, or a new one."""
        return key_of(self.request) or uuid4().hex

    def fund_options(self, data: dict[str, Any], kind: FundKind, currency: str) -> fund_services.FundOptions:
        """Return the terms in the body, as the form of the page reads them."""
        values = {name: value for name, value in data.items() if name not in NOT_IN_FORM}
        table = {f"parts_{flight}": text for flight, text in data["parts"].items()}
        form: Any = read_form(
            forms.FundForm,
            {**values, **table},
            currency=currency,
            kind=kind,
            flights=prize_flights.list_flight_keys(self.event),
        )
        options: fund_services.FundOptions = form.options()
        return options

    def row_response(
        self, serializer_class: type[Serializer[Any]], row: Any, code: int = status.HTTP_200_OK
    ) -> Response:
        """Return a row with its currency as a response."""
        currency = get_or_404(get_cash_desk(self.event.tournament)).tournament.currency
        return Response(serializer_class(row, context={"currency": currency}).data, status=code)
