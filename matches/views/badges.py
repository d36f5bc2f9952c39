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
    current_badge = badge_of(request)
    if current_badge is None:
        return render(request, "matches/badge.html", {"form": BadgeForm()})
    return remember_device(request, render(request, MINE, _context(request, current_badge)))


@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Join the holder of this device's badge to the account that is signed in, in one tap."""
    current_badge, user = badge_of(request), user_of(request)
    if current_badge is None or user is None:
        return redirect("badge")
    try:
        players.claim(badge=current_badge, user=user)
    except Refusal as refusal:
        return refused(request, MINE, _context(request, current_badge), refusal)
    return redirect(safe_next(request, fallback=reverse("badge")))


def _redeem(request: HttpRequest) -> HttpResponse:
    form = BadgeForm(request.POST)
    if not form.is_valid():
        return render(request, "matches/badge.html", {"form": form}, status=400)
    try:
        with limits.guess(DOOR, limits.address_of(request), limit=GUESSES, seconds=TEN_MINUTES):
            current_badge = badges.redeem(token=form.cleaned_data["token"])
    except Refusal as refusal:
        return refused(request, "matches/badge.html", {"form": BadgeForm()}, refusal)
    return remember_badge(request, HttpResponseRedirect(reverse("badge")), current_badge)


def _context(request: HttpRequest, current_badge: Badge) -> dict[str, Any]:
    matches = history.matches_sat_in(current_badge.player).filter(desk=current_badge.desk)
    past_matches = list(matches.exclude(status__in=OPEN).prefetch_related("reports", "rulings")[:SHOWN])
    outlook = prospects.ahead_of(current_badge)
    still_open = sorted(
        matches.filter(status__in=OPEN)[:SHOWN], key=lambda match: (not match.table, match.pk)
    )
    return {
        "badge": current_badge,
        "ways": outlook.ways,
        "errands": [task for tasks in badge_tasks(current_badge) for task in tasks],
        "badge_links": [link for links in badge_links(current_badge) for link in links],
        "to_answer": _to_answer(request, past_matches),
        "open": [(match, outlook.prospects.get(match.pk)) for match in still_open],
        "past": past_matches,
        "form": BadgeForm(),
    }


def _to_answer(request: HttpRequest, past_matches: list[Match]) -> list[tuple[Match, Report]]:
    """The results that rest on the other side's word alone, with that word, while the holder may object."""
    identity, now = identity_of(request), timezone.now()
    results = []
    for match in past_matches:
        report = trusted.word_in(match, match.reports.all(), match.rulings.all())
        if report is not None and permissions.may_object(identity, match, report, now=now):
            results.append((match, report))
    return results
