"""The page of a weekly night where people put themselves on the list, or leave it."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.actors import Identity
from matches.views.errors import render_refusal
from matches.views.visitors import get_identity, remember_device
from rules.errors import Refusal
from tournaments.models import Club, WeeklyNight
from tournaments.permissions import may_direct, may_see
from tournaments.play.tournaments import limits
from tournaments.play.tournaments.queries import expected_players as queries
from tournaments.play.tournaments.services import expected_players
from tournaments.play.tournaments.weekly_night_forms import ComingForm, IdentifyForm
from tournaments.web.club_pages import club_page_context
from tournaments.web.decorators import get_club, require_user
from tournaments.web.form_views import answer_form

TEMPLATE = "tournaments/play/tournaments/coming.html"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_list(request: HttpRequest, club: str, night: int) -> HttpResponse:
    """Show how many come to the next date of a weekly night, and put somebody on the list (POST)."""
    shown_club = get_club(club)
    row = _get_night(shown_club, night)
    identity = get_identity(request)
    form = ComingForm(request.POST or None, initial={"name": _propose_name(identity)})

    def run() -> str:
        limits.throttle_coming(request, identity, row)
        expected_players.expect_player(night=row, identity=identity, now=timezone.now(), **form.cleaned_data)
        return ""

    show = partial(_render_page, request, shown_club, row, form)
    response = answer_form(request, form, run, render_page=show, next_url=request.path)
    return remember_device(request, response) if request.method == "POST" else response


@never_cache
@require_POST
def leave_list(request: HttpRequest, club: str, night: int, number: int) -> HttpResponse:
    """Take a person off the list of a weekly night."""
    shown_club = get_club(club)
    row, identity = _get_night(shown_club, night), get_identity(request)

    def run() -> str:
        limits.throttle_coming(request, identity, row)
        try:
            expected_players.remove_expected_player(night=row, number=number, identity=identity)
        except Refusal as refusal:
            # No page offers this to others.
            raise Http404 from refusal
        return gettext("Taken off the list.")

    show = partial(_render_page, request, shown_club, row, ComingForm())
    next_url = reverse("coming", args=[shown_club.slug, row.pk])
    return answer_form(request, (), run, render_page=show, next_url=next_url)


@never_cache
@require_POST
def identify_on_list(request: HttpRequest, club: str, night: int, number: int) -> HttpResponse:
    """Say which member a name on the list of a weekly night means."""
    shown_club = get_club(club)
    row, user = _get_night(shown_club, night), require_user(request)
    if not may_direct(user, shown_club):
        raise Http404
    form = IdentifyForm(request.POST)

    def run() -> str:
        expected_players.identify_expected_player(
            night=row, number=number, player=form.cleaned_data["player"], by=user
        )
        return gettext("Saved. The place on the list stays.")

    show = partial(_render_page, request, shown_club, row, ComingForm())
    next_url = reverse("coming", args=[shown_club.slug, row.pk])
    return answer_form(request, form, run, render_page=show, next_url=next_url)


def _get_night(club: Club, key: int) -> WeeklyNight:
    """Return a weekly night of the club that is still played, or raise 404."""
    return get_object_or_404(WeeklyNight.objects.select_related("club"), club=club, pk=key, ended_at=None)


def _propose_name(identity: Identity) -> str:
    """Return the name of the account, else the one that this device gave last."""
    if identity.user is not None:
        return identity.user.get_full_name()
    return queries.get_last_name(identity.device)


def _render_page(
    request: HttpRequest, club: Club, night: WeeklyNight, form: ComingForm, refusal: Refusal | None = None
) -> HttpResponse:
    identity, open_list = get_identity(request), queries.get_open_list(night, timezone.now())
    own_places = queries.find_own_places(open_list.people, identity) if open_list is not None else []
    if own_places and not form.is_bound:
        form.initial["name"] = ""
    context = {
        **club_page_context(request, club, "club"),
        **_show_closed_list(night, identity),
        "night": night,
        "expected": open_list,
        "own_places": own_places,
        "namesakes": queries.find_namesakes(night, open_list.people) if open_list is not None else {},
        "own_player": queries.get_own_player(identity),
        "is_oneself_listed": any(place.is_oneself for place in own_places),
        "form": form,
        "page_url": request.path,
    }
    return render_refusal(request, TEMPLATE, context, refusal)


def _show_closed_list(night: WeeklyNight, identity: Identity) -> dict[str, Any]:
    """Return what the page says of tonight's list to those on it, once the tournament has been started."""
    closed_list = queries.get_closed_list(night, timezone.now())
    if closed_list is None:
        return {}
    places = queries.find_own_places(closed_list.people, identity)
    tournament = closed_list.tournament
    return {
        "closed_places": [(place, closed_list.is_entered(place.person)) for place in places],
        "tonight": tournament if may_see(identity.user, tournament) else None,
    }
