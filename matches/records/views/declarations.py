"""Declare on the page of a match that it counts for performance ratings, or take that back."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from matches.records.forms import MatchVersionForm
from matches.records.queries.declarations import SIDES
from matches.records.services import declarations
from matches.views import matches, reporting
from matches.views.errors import render_refusal
from matches.views.visitors import get_identity
from rules.errors import Refusal


@require_POST
def declare(request: HttpRequest, code: str, side: str) -> HttpResponse:
    """Declare that the match counts for the performance rating of a side."""
    return _change(request, code, side, declarations.declare_match)


@require_POST
def withdraw(request: HttpRequest, code: str, side: str) -> HttpResponse:
    """Take a declaration back."""
    return _change(request, code, side, declarations.withdraw_declaration)


def _change(request: HttpRequest, code: str, side: str, change: Callable[..., object]) -> HttpResponse:
    match, card = reporting.match_or_404(code), reporting.get_card(request.POST)
    form = MatchVersionForm(request.POST)
    if side not in SIDES:
        raise Http404
    try:
        if not form.is_valid():
            raise Refusal("request_invalid", problem="version")
        change(match=match, side=side, **form.cleaned_data, identity=get_identity(request, card))
    except Refusal as refusal:
        context = matches.get_match_context(request, reporting.match_or_404(code))
        return render_refusal(request, matches.MATCH_TEMPLATE, context, refusal)
    return redirect(reporting.get_page_address(match, card, "match") + "#declarations")
