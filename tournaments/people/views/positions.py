"""Search for a position in the match files of a club."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from matches.records.forms import PositionForm
from matches.records.positions import read_position
from matches.records.queries.positions import find_positions
from matches.views.errors import make_refusal_message
from rules.errors import Unreadable
from tournaments.models import Club
from tournaments.people.queries.club_matches import get_matches_of_club
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import public_club_view

PAGE_SIZE = 50
TEMPLATE = "tournaments/people/positions.html"


@require_safe
@public_club_view
def search_positions(request: HttpRequest, club: Club) -> HttpResponse:
    """Find a position in the match files of a club; without one, show the form."""
    form = PositionForm.from_query(request.GET)
    context: dict[str, Any] = {**club_page_context(request, club, "ratings"), "form": form}
    if not form.is_bound:
        return render(request, TEMPLATE, context)
    if not form.is_valid():
        return render(request, TEMPLATE, context, status=HTTPStatus.BAD_REQUEST)
    text = form.cleaned_data["id"]
    try:
        position = read_position(text)
    except Unreadable as refusal:
        context["refusal"] = replace(make_refusal_message(refusal), note="")
        return render(request, TEMPLATE, context, status=HTTPStatus.BAD_REQUEST)
    rows = find_positions(position, get_matches_of_club(club))
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    context |= {
        "page": page,
        "count": len(rows),
        "turn": position.turn.value,
        "query_string": urlencode({"id": text}),
    }
    return render(request, TEMPLATE, context)
