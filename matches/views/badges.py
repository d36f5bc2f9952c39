"""The badge page: exchanges the secret of a badge for a cookie, then shows the holder's matches."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches import permissions
from matches.forms.matches import BadgeForm
from matches.models import Badge, Match, Report
from matches.queries import history, prospects, trusted
from matches.registry import badge_links, badge_tasks
from matches.services import badges, players
from matches.states import BEFORE_THE_END
from matches.views import limits
from matches.views.preferences import safe_next
from matches.views.refusals import refused
from matches.views.visitors import badge_of, identity_of, remember_badge, remember_device, user_of
from rules.errors import Refusal

MINE = "matches/my_matches.html"
OPEN = [status.value for status in BEFORE_THE_END]
SHOWN = 20
# A hall is one address: only badges that are none are counted.
DOOR, GUESSES, TEN_MINUTES = "badge", 60, 600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badge(request: HttpRequest) -> HttpResponse:
    """GET: my matches, or the way to show a badge. POST: exchange a badge's secret, never logged."""
    if request.method == "POST":
        return _redeem(request)
    held = badge_of(request)
    if held is None:
        return render(request, "matches/badge.html", {"form": BadgeForm()})
    return remember_device(request, render(request, MINE, _context(request, held)))


@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Join the holder of this device's badge to the account that is signed in, in one tap."""
    held, user = badge_of(request), user_of(request)
    if held is None or user is None:
        return redirect("badge")
    try:
        players.claim(badge=held, user=user)
    except Refusal as refusal:
        return refused(request, MINE, _context(request, held), refusal)
    return redirect(safe_next(request, fallback=reverse("badge")))


def _redeem(request: HttpRequest) -> HttpResponse:
    form = BadgeForm(request.POST)
    if not form.is_valid():
        return render(request, "matches/badge.html", {"form": form}, status=400)
    try:
        with limits.guess(DOOR, limits.address_of(request), limit=GUESSES, seconds=TEN_MINUTES):
            held = badges.redeem(token=form.cleaned_data["token"])
    except Refusal as refusal:
        return refused(request, "matches/badge.html", {"form": BadgeForm()}, refusal)
    return remember_badge(request, HttpResponseRedirect(reverse("badge")), held)


def _context(request: HttpRequest, held: Badge) -> dict[str, Any]:
    matches = history.matches_sat_in(held.player).filter(desk=held.desk)
    past = list(matches.exclude(status__in=OPEN).prefetch_related("reports", "rulings")[:SHOWN])
    ahead = prospects.ahead_of(held)
    still_open = sorted(
        matches.filter(status__in=OPEN)[:SHOWN], key=lambda match: (not match.table, match.pk)
    )
    return {
        "badge": held,
        "ways": ahead.ways,
        "errands": [task for tasks in badge_tasks(held) for task in tasks],
        "badge_links": [link for links in badge_links(held) for link in links],
        "to_answer": _to_answer(request, past),
        "open": [(match, ahead.prospects.get(match.pk)) for match in still_open],
        "past": past,
        "form": BadgeForm(),
    }


def _to_answer(request: HttpRequest, past: list[Match]) -> list[tuple[Match, Report]]:
    """The results that rest on the other side's word alone, with that word, while the holder may object."""
    identity, now = identity_of(request), timezone.now()
    found = []
    for match in past:
        word = trusted.word_in(match, match.reports.all(), match.rulings.all())
        if word is not None and permissions.may_object(identity, match, word, now=now):
            found.append((match, word))
    return found
