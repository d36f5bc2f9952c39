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
from matches.queries import history, one_sided_results, prospects
from matches.registry import badge_links, badge_tasks
from matches.services import badges, players
from matches.states import BEFORE_THE_END
from matches.views import limits
from matches.views.preferences import get_safe_next
from matches.views.refusals import render_refusal
from matches.views.visitors import get_badge, get_identity, get_user, remember_badge, remember_device
from rules.errors import Refusal

MY_MATCHES_TEMPLATE = "matches/my_matches.html"
OPEN = [status.value for status in BEFORE_THE_END]
MAX_MATCHES = 20
# A hall is one address: only badges that are none are counted.
THROTTLE_ACTION, MAX_GUESSES, TEN_MINUTES = "badge", 60, 600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badge(request: HttpRequest) -> HttpResponse:
    """GET: my matches, or the way to show a badge. POST: exchange a badge's secret, never logged."""
    if request.method == "POST":
        return _redeem_badge(request)
    current_badge = get_badge(request)
    if current_badge is None:
        return render(request, "matches/badge.html", {"form": BadgeForm()})
    return remember_device(
        request, render(request, MY_MATCHES_TEMPLATE, _get_context(request, current_badge))
    )


@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Join the holder of this device's badge to the account that is signed in, in one tap."""
    current_badge, user = get_badge(request), get_user(request)
    if current_badge is None or user is None:
        return redirect("badge")
    try:
        players.claim_player(badge=current_badge, user=user)
    except Refusal as refusal:
        return render_refusal(request, MY_MATCHES_TEMPLATE, _get_context(request, current_badge), refusal)
    return redirect(get_safe_next(request, fallback=reverse("badge")))


def _redeem_badge(request: HttpRequest) -> HttpResponse:
    form = BadgeForm(request.POST)
    if not form.is_valid():
        return render(request, "matches/badge.html", {"form": form}, status=400)
    try:
        with limits.throttle_guesses(
            THROTTLE_ACTION, limits.get_address(request), limit=MAX_GUESSES, seconds=TEN_MINUTES
        ):
            current_badge = badges.redeem_badge(token=form.cleaned_data["token"])
    except Refusal as refusal:
        return render_refusal(request, "matches/badge.html", {"form": BadgeForm()}, refusal)
    return remember_badge(request, HttpResponseRedirect(reverse("badge")), current_badge)


def _get_context(request: HttpRequest, current_badge: Badge) -> dict[str, Any]:
    matches = history.get_matches_with_player(current_badge.player).filter(desk=current_badge.desk)
    past_matches = list(matches.exclude(status__in=OPEN).prefetch_related("reports", "rulings")[:MAX_MATCHES])
    outlook = prospects.get_outlook(current_badge)
    still_open = sorted(
        matches.filter(status__in=OPEN)[:MAX_MATCHES], key=lambda match: (not match.table, match.pk)
    )
    return {
        "badge": current_badge,
        "ways": outlook.ways,
        "errands": [task for tasks in badge_tasks(current_badge) for task in tasks],
        "badge_links": [link for links in badge_links(current_badge) for link in links],
        "to_answer": _get_results_to_answer(request, past_matches),
        "open": [(match, outlook.prospects.get(match.pk)) for match in still_open],
        "past": past_matches,
        "form": BadgeForm(),
    }


def _get_results_to_answer(request: HttpRequest, past_matches: list[Match]) -> list[tuple[Match, Report]]:
    """The results that rest on the other side's word alone, with that word, while the holder may object."""
    identity, now = get_identity(request), timezone.now()
    results = []
    for match in past_matches:
        report = one_sided_results.find_one_sided_report(match, match.reports.all(), match.rulings.all())
        if report is not None and permissions.may_object(identity, match, report, now=now):
            results.append((match, report))
    return results
