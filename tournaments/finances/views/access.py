"""Who comes in at the money desk: those who handle money there; strangers find nothing."""

from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse

from tournaments.finances.models import CashDesk, FundTerms
from tournaments.finances.permissions import may_handle_money
from tournaments.finances.queries.funds import get_cash_desk, get_terms
from tournaments.models import Event
from tournaments.views.doors import Door, director, event_at


def for_cashiers(door: Door) -> Door:
    """A page of an event for who handles its money: others are asked to sign in, strangers find nothing."""

    @login_required
    @wraps(door)
    def opened(request: HttpRequest, club: str, evening: str, event: str, **more: Any) -> HttpResponse:
        found = event_at(club, evening, event)
        if not may_handle_money(director(request), found.tournament):
            raise Http404
        return door(request, found, **more)

    return opened


def with_money(event: Event) -> tuple[CashDesk, dict[int, FundTerms]]:
    """The cash desk and the terms of an event; 404 where it goes without money."""
    cash_desk, terms = get_cash_desk(event.tournament), get_terms(event)
    if cash_desk is None or not terms:
        raise Http404
    return cash_desk, terms
