"""The overview of a club, its public profile, and creating a tournament."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.services import live
from matches.views.refusals import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments import registry
from tournaments.forms import desk as forms
from tournaments.forms.clubs import PageForm
from tournaments.forms.plans import Format
from tournaments.forms.teams import Taking
from tournaments.models import Club, EventStatus
from tournaments.permissions import may_direct, may_manage
from tournaments.queries import clubs as club_queries
from tournaments.queries import members, weekly_nights
from tournaments.queries.clubs import EveningSummary
from tournaments.registry import PageTab, club_tabs
from tournaments.services import clubs, evenings
from tournaments.views.decorators import event_url, get_club, public_club_view, require_user
from tournaments.views.etags import with_front_page_etag
from tournaments.views.responses import response_status, see_other

TOP, NEXT = 5, 5
# A stream follows so many topics at most; a club plays at fewer desks at a time.
DESKS = live.TOPICS_MAX - 2


@require_safe
@public_club_view
@with_front_page_etag
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the overview of a club: upcoming and running tournaments, season and ratings."""
    season = club_queries.seasons_of(club).first()
    rating_list = club_queries.rating_lists_of(club).first()
    table = club_queries.get_standings(season) if season else None
    user, evenings_of_club = get_user(request), club_queries.evening_list(club)
    context = {
        "evenings": evenings_of_club,
        "coming": weekly_nights.coming(club, timezone.now())[:NEXT],
        "live": club_queries.get_live_matches(club),
        "last": club_queries.last_winners(evenings_of_club),
        "own": members.membership_of(club, user) if user else None,
        "nights": weekly_nights.nights_of(club),
        "topics": " ".join(_topics(club, evenings_of_club)),
        "links": [link for links in registry.club_links(club, user) for link in links],
        "notices": [notice for notices in registry.club_notices(club, user) for notice in notices],
        "season": season,
        "top": table.rows[:TOP] if table else (),
        "rated": club_queries.rating_table(rating_list)[:TOP] if rating_list else (),
    }
    return _page(request, club, "club", context)


def _topics(club: Club, summaries: Iterable[EveningSummary]) -> list[str]:
    """Return the live topics of the page: the club, and the desks in use."""
    running = (one for one in summaries if any(event.status == EventStatus.PUBLISHED for event in one.events))
    desks = [club.desk, *(one.tournament.desk for one in islice(running, DESKS))]
    return [f"club:{club.pk}", *(f"desk:{desk.code}" for desk in desks)]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def present(request: HttpRequest, club: str) -> HttpResponse:
    """Edit the public profile of a club, its membership policy and its casual matches."""
    managed_club = get_club(club)
    if not may_manage(require_user(request), managed_club):
        raise Http404
    form = PageForm(request.POST or None, initial=PageForm.proposal(managed_club))
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            clubs.update_page(
                club=managed_club, page=clubs.ClubPage(**form.cleaned_data), by=require_user(request)
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, gettext("Page saved."))
            return see_other(reverse("club", args=[managed_club.slug]))
    context = {
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    page_context = {**club_page_context(request, managed_club, "club"), **context}
    return render(request, "clubs/present.html", page_context, status=response_status(refusal, form))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, club: str) -> HttpResponse:
    """Create a tournament and go to its desk."""
    directed_club = get_club(club)
    if not may_direct(require_user(request), directed_club):
        raise Http404
    form = forms.Evening(request.POST or None, initial=forms.Evening.proposal(timezone.now()))
    format_form = Format(request.POST or None, initial=Format.proposal())
    refusal: Refusal | None = None
    entry_form = Taking(request.POST or None, initial=Taking.proposal())
    if all([form.is_valid(), format_form.is_valid(), entry_form.is_valid()]):
        try:
            event = evenings.start_planned(
                club=directed_club,
                by=require_user(request),
                lengths=(
                    format_form.cleaned_data["length"][0],
                    format_form.cleaned_data["consolation_length"][0],
                ),
                plan=format_form.plan(),
                formed=entry_form.formed(),
                name=form.cleaned_data["name"],
                starts_at=form.cleaned_data["starts_at"],
                hall=evenings.Hall(form.cleaned_data["tables"], form.cleaned_data["policy"]),
            )
        except Refusal as refused:
            refusal = refused
        else:
            return see_other(event_url("desk", event))
    context = {
        "form": form,
        "format": format_form,
        "taking": entry_form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    faulty = next((each for each in (form, format_form, entry_form) if each.errors), form)
    status = response_status(refusal, faulty)
    return _page(request, directed_club, "start", context, status=status)


def _page(
    request: HttpRequest, club: Club, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    page_context = {**club_page_context(request, club, name), **context}
    return render(request, f"tournaments/{name}.html", page_context, status=status)


def club_page_context(request: HttpRequest, club: Club, name: str) -> dict[str, Any]:
    """Return the context every page of a club needs; `name` is its current tab."""
    user = get_user(request)
    return {
        "club": club,
        "tabs": _tabs(club, name),
        "is_director": may_direct(user, club),
        "is_manager": may_manage(user, club),
    }


def _tabs(club: Club, current: str) -> list[tuple[str, str, bool]]:
    tabs = [
        PageTab(10, "club", gettext("Club")),
        PageTab(20, "standings", gettext("Standings")),
        PageTab(30, "ratings", gettext("Ratings")),
        PageTab(40, "casual", gettext("Casual matches")),
        PageTab(50, "members", gettext("Members")),
        PageTab(60, "attendance", gettext("Attendance")),
        *(tab for tabs_of_app in club_tabs() for tab in tabs_of_app),
    ]
    ordered = sorted(tabs, key=lambda tab: tab.place)
    return [(reverse(tab.name, args=[club.slug]), tab.text, tab.name == current) for tab in ordered]
