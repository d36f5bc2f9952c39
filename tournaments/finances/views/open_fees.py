"""The list of everybody who has something to pay, of a club in a year and of a tournament."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.finances.permissions import may_handle_money
from tournaments.finances.queries import open_fees
from tournaments.finances.queries.open_fees import OpenFee, tabulate_open_fees
from tournaments.models import Tournament
from tournaments.people.queries import year_fees
from tournaments.people.views.member_pages import list_fee_years, read_year
from tournaments.web.club_pages import club_page_context
from tournaments.web.csv_files import make_csv_response
from tournaments.web.decorators import get_managed_club, get_tournament, require_user


@login_required
@never_cache
@require_safe
def show_club(request: HttpRequest, club: str) -> HttpResponse:
    """Show who has something to pay for the events of a year, or as a member for it."""
    managed_club, year = get_managed_club(request, club), read_year(request)
    context: dict[str, Any] = {
        **club_page_context(request, managed_club, "club"),
        "year": year,
        "years": list_fee_years(),
    }
    rows = open_fees.list_open_fees_of_club(managed_club, year)
    if year_fees.is_unused(managed_club, year):
        context["is_year_unused"] = True
        rows = [row for row in rows if row.membership is None]
    context["has_payments_below_usual"] = any(row.amount is None and row.paid for row in rows)
    return _render_list(request, rows, context)


@login_required
@never_cache
@require_safe
def download_club(request: HttpRequest, club: str) -> HttpResponse:
    """Return the list of a club in a year as CSV."""
    managed_club, year = get_managed_club(request, club), read_year(request)
    rows = open_fees.list_open_fees_of_club(managed_club, year)
    return make_csv_response(tabulate_open_fees(rows), f"{managed_club.slug}-{year}-open-fees")


@login_required
@never_cache
@require_safe
def show_tournament(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show who has something to pay for the events of a tournament."""
    row = _get_tournament_with_money(request, club, tournament)
    context = {**club_page_context(request, row.club, "club"), "tournament": row}
    return _render_list(request, open_fees.list_open_fees_of_tournament(row), context)


@login_required
@never_cache
@require_safe
def download_tournament(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return the list of a tournament as CSV."""
    row = _get_tournament_with_money(request, club, tournament)
    rows = open_fees.list_open_fees_of_tournament(row)
    return make_csv_response(tabulate_open_fees(rows), f"{row.slug}-open-fees")


def _get_tournament_with_money(request: HttpRequest, club: str, tournament: str) -> Tournament:
    """Return the tournament at a URL to those who handle its money; raise Http404 for others."""
    row = get_tournament(request, club, tournament)
    if not may_handle_money(require_user(request), row):
        raise Http404
    return row


def _render_list(request: HttpRequest, rows: list[OpenFee], context: dict[str, Any]) -> HttpResponse:
    totals = {"rows": rows, "sums": open_fees.sum_open_fees(rows)}
    return render(request, "finances/open_fees.html", {**context, **totals})
