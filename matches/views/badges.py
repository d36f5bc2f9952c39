"""The badge page: exchanges the secret of a badge for a cookie, then shows the holder's matches."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.forms import BadgeForm
from matches.models import Badge
from matches.queries import history
from matches.services import badges, players
from matches.states import BEFORE_THE_END
from matches.views.refusals import refused
from matches.views.visitors import badge_of, remember_badge, remember_device, user_of
from rules.errors import Refusal

MINE = "matches/my_matches.html"
OPEN = [status.value for status in BEFORE_THE_END]
SHOWN = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badge(request: HttpRequest) -> HttpResponse:
    """GET: my matches, or the way to show a badge. POST: exchange a badge's secret, never logged."""
    if request.method == "POST":
        return _redeem(request)
    held = badge_of(request)
    if held is None:
        return render(request, "matches/badge.html", {"form": BadgeForm()})
    return remember_device(request, render(request, MINE, _context(held)))


@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Join the holder of this device's badge to the account that is signed in, in one tap."""
    held, user = badge_of(request), user_of(request)
    if held is None or user is None:
        return redirect("badge")
    try:
        players.claim(badge=held, user=user)
    except Refusal as refusal:
        return refused(request, MINE, _context(held), refusal)
    return redirect("badge")


def _redeem(request: HttpRequest) -> HttpResponse:
    form = BadgeForm(request.POST)
    if not form.is_valid():
        return render(request, "matches/badge.html", {"form": form}, status=400)
    try:
        held = badges.redeem(token=form.cleaned_data["token"])
    except Refusal as refusal:
        return refused(request, "matches/badge.html", {"form": BadgeForm()}, refusal)
    return remember_badge(request, HttpResponseRedirect(reverse("badge")), held)


def _context(held: Badge) -> dict[str, Any]:
    matches = history.matches_of_player(held.player).filter(desk=held.desk)
    return {
        "badge": held,
        "open": list(matches.filter(status__in=OPEN)[:SHOWN]),
        "past": list(matches.exclude(status__in=OPEN)[:SHOWN]),
        "form": BadgeForm(),
    }
