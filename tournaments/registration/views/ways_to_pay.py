"""Pages of the ways to pay of a club, for its officers, and of a tournament, for its directors."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from rules.errors import Refusal
from tournaments.models import Club, Tournament
from tournaments.payment_codes.code_texts import PaymentRequest
from tournaments.payment_codes.way_kinds import WAY_KINDS
from tournaments.permissions import may_direct, may_manage
from tournaments.registration import forms
from tournaments.registration.messages import WAY_KIND_HINTS, WAY_KIND_NAMES
from tournaments.registration.models import WayToPay
from tournaments.registration.queries import ways_to_pay as queries
from tournaments.registration.services import ways_to_pay as services
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, get_tournament, require_user
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import BAD_REQUEST, response_status, see_other


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def index(request: HttpRequest, club: str, tournament: str = "") -> HttpResponse:
    """List the ways to pay; with ?kind= show the form of a new one, and add it (POST)."""
    owner = _get_owner(request, club, tournament)
    kind = request.POST.get("kind") or request.GET.get("kind") or ""
    if kind not in WAY_KINDS:
        return _render_list(request, owner, status=BAD_REQUEST if kind or request.method == "POST" else 200)
    form = forms.WayForm(request.POST or None, kind=kind)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            services.add_way(owner=owner, kind=kind, **form.get_values(), by=require_user(request))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, gettext("Way to pay added."))
            return see_other(_get_url(owner))
    context = {"form": form, "kind_name": WAY_KIND_NAMES[kind], "hint": WAY_KIND_HINTS[kind]}
    return _render_list(request, owner, refusal, context, response_status(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: HttpRequest, club: str, way_to_pay: int, tournament: str = "") -> HttpResponse:
    """Show the form of one way to pay, and change it (POST)."""
    owner = _get_owner(request, club, tournament)
    row = _get_way(owner, way_to_pay)
    form = forms.WayForm(request.POST or None, kind=row.kind, initial=forms.WayForm.initial_of(row))
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            require_unchanged(request.POST, form)
            services.change_way(way_to_pay=row, **form.get_values(), by=require_user(request))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, gettext("Way to pay saved."))
            return see_other(_get_url(owner))
    context = {
        "form": form,
        "changed_way": row,
        "kind_name": WAY_KIND_NAMES[row.kind],
        "hint": WAY_KIND_HINTS[row.kind],
    }
    return _render_list(request, owner, refusal, context, response_status(refusal, form))


@login_required
@require_POST
def move(request: HttpRequest, club: str, way_to_pay: int, tournament: str = "") -> HttpResponse:
    """Move a way to pay to another place of the list."""
    owner = _get_owner(request, club, tournament)
    row, form = _get_way(owner, way_to_pay), forms.WayPlaceForm(request.POST)
    if not form.is_valid():
        return _render_list(request, owner, status=BAD_REQUEST)
    try:
        services.move_way(way_to_pay=row, place=form.cleaned_data["place"], by=require_user(request))
    except Refusal as refusal:
        return _render_list(request, owner, refusal, status=response_status(refusal, form))
    messages.success(request, gettext("Order changed."))
    return see_other(_get_url(owner))


@login_required
@require_POST
def remove(request: HttpRequest, club: str, way_to_pay: int, tournament: str = "") -> HttpResponse:
    """Remove a way to pay."""
    owner = _get_owner(request, club, tournament)
    row = _get_way(owner, way_to_pay)
    try:
        services.remove_way(way_to_pay=row, by=require_user(request))
    except Refusal as refusal:
        return _render_list(request, owner, refusal, status=response_status(refusal, forms.WayPlaceForm()))
    messages.success(request, gettext("Way to pay removed."))
    return see_other(_get_url(owner))


def _get_owner(request: HttpRequest, club: str, tournament: str) -> Club | Tournament:
    """Return the tournament in the URL, or the club, if the user may change its ways; else raise 404."""
    user = require_user(request)
    owner: Club | Tournament = get_tournament(request, club, tournament) if tournament else get_club(club)
    may_change = may_manage(user, owner) if isinstance(owner, Club) else may_direct(user, owner)
    if not may_change:
        raise Http404
    return owner


def _get_way(owner: Club | Tournament, key: int) -> WayToPay:
    way_to_pay = queries.get_way(owner, key)
    if way_to_pay is None:
        raise Http404
    return way_to_pay


def _get_url(owner: Club | Tournament) -> str:
    if isinstance(owner, Club):
        return reverse("club-ways-to-pay", args=[owner.slug])
    return reverse("tournament-ways-to-pay", args=[owner.club.slug, owner.slug])


def _render_list(
    request: HttpRequest,
    owner: Club | Tournament,
    refusal: Refusal | None = None,
    more: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the list with one example of each way, and the form in `more`."""
    page = _get_url(owner)
    ways = queries.list_ways(owner)
    is_club = isinstance(owner, Club)
    inherited = [] if isinstance(owner, Club) or ways else queries.list_ways(owner.club)
    plain_request = PaymentRequest(amount=None, currency="" if isinstance(owner, Club) else owner.currency)
    context: dict[str, Any] = {
        "ways": queries.show_ways(ways, plain_request),
        "inherited": queries.show_ways(inherited, plain_request),
        "kinds": [(kind, WAY_KIND_NAMES[kind], WAY_KIND_HINTS[kind]) for kind in WAY_KINDS],
        "is_full": len(ways) >= services.MOST_WAYS,
        "page": page,
        "frame": "tournaments/_club_frame.html" if is_club else "registration/_tournament_frame.html",
        "refusal": make_refusal_message(refusal) if refusal else None,
        **(more or {}),
    }
    if isinstance(owner, Club):
        context = {**club_page_context(request, owner, "club"), **context}
    else:
        context |= {"tournament": owner, "tabs": make_tournament_tabs(owner, "tournament-settings")}
    return render(request, "registration/ways_to_pay.html", context, status=status)
