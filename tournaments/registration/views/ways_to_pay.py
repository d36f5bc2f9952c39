"""Pages of the ways to pay of a club, for its officers, and of a tournament, for its directors."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.seen_values import require_unchanged
from matches.views.errors import render_refusal
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
from tournaments.web.form_views import answer_form
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.responses import BAD_REQUEST


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

    def run() -> str:
        services.add_way(owner=owner, kind=kind, **form.get_values(), by=require_user(request))
        return gettext("Way to pay added.")

    context = {"form": form, "kind_name": WAY_KIND_NAMES[kind], "hint": WAY_KIND_HINTS[kind]}
    show = partial(_render_list, request, owner, more=context)
    return answer_form(request, form, run, render_page=show, next_url=_get_url(owner))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change(request: HttpRequest, club: str, way_to_pay: int, tournament: str = "") -> HttpResponse:
    """Show the form of one way to pay, and change it (POST)."""
    owner = _get_owner(request, club, tournament)
    row = _get_way(owner, way_to_pay)
    form = forms.WayForm(request.POST or None, kind=row.kind, initial=forms.WayForm.initial_of(row))

    def run() -> str:
        require_unchanged(request.POST, form)
        services.change_way(way_to_pay=row, **form.get_values(), by=require_user(request))
        return gettext("Way to pay saved.")

    context = {
        "form": form,
        "changed_way": row,
        "kind_name": WAY_KIND_NAMES[row.kind],
        "hint": WAY_KIND_HINTS[row.kind],
    }
    show = partial(_render_list, request, owner, more=context)
    return answer_form(request, form, run, render_page=show, next_url=_get_url(owner))


@login_required
@require_POST
def move(request: HttpRequest, club: str, way_to_pay: int, tournament: str = "") -> HttpResponse:
    """Move a way to pay to another place of the list."""
    owner = _get_owner(request, club, tournament)
    row, form = _get_way(owner, way_to_pay), forms.WayPlaceForm(request.POST)

    def run() -> str:
        services.move_way(way_to_pay=row, place=form.cleaned_data["place"], by=require_user(request))
        return gettext("Order changed.")

    show = partial(_render_list, request, owner)
    return answer_form(request, form, run, render_page=show, next_url=_get_url(owner))


@login_required
@require_POST
def remove(request: HttpRequest, club: str, way_to_pay: int, tournament: str = "") -> HttpResponse:
    """Remove a way to pay."""
    owner = _get_owner(request, club, tournament)
    row = _get_way(owner, way_to_pay)

    def run() -> str:
        services.remove_way(way_to_pay=row, by=require_user(request))
        return gettext("Way to pay removed.")

    show = partial(_render_list, request, owner)
    return answer_form(request, (), run, render_page=show, next_url=_get_url(owner))


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
        **(more or {}),
    }
    if isinstance(owner, Club):
        context = {**club_page_context(request, owner, "club"), **context}
    else:
        context |= {"tournament": owner, "tabs": make_tournament_tabs(owner, "tournament-settings")}
    response = render_refusal(request, "registration/ways_to_pay.html", context, refusal)
    response.status_code = response.status_code if refusal else status
    return response
