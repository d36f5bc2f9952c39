"""The pages of a badge: the matches of its holder, the badge of this phone, and the link with an account."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches import permissions
from matches.actors import Identity
from matches.forms import BadgeForm
from matches.models import Badge, Match, Report
from matches.queries import badges as badge_queries
from matches.queries import matches as match_queries
from matches.queries import objection_deadlines, occasions, player_history
from matches.queries.badges import MatchProspect
from matches.registry import (
    badge_links,
    badge_tasks,
    match_deadlines,
)
from matches.services import badges, players
from matches.states import OPEN_STATUSES
from matches.views import visitors
from matches.views.errors import render_refusal
from matches.views.visitors import (
    get_identity,
    get_safe_next,
    remember_badge,
    remember_device,
)
from rules.errors import Refusal

MY_MATCHES_TEMPLATE = "matches/my_matches.html"
MAX_MATCHES = 20
# Only wrong tokens count, because all phones in a hall may share one address.
THROTTLE_ACTION, MAX_GUESSES, TEN_MINUTES = "badge", 60, 600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show_badge(request: HttpRequest) -> HttpResponse:
    """GET: the matches of the badge's holder, or the form for a badge. POST: redeem a badge's token."""
    if request.method == "POST":
        return _redeem_badge(request)
    identity = get_identity(request)
    if identity.badge is None:
        return render(request, "matches/badge.html", {"form": BadgeForm()})
    return remember_device(
        request, render(request, MY_MATCHES_TEMPLATE, _get_badge_context(identity, identity.badge))
    )


@require_POST
def claim_player(request: HttpRequest) -> HttpResponse:
    """Link the holder of this device's badge to the signed-in account."""
    identity = get_identity(request)
    current_badge, user = identity.badge, identity.user
    if current_badge is None or user is None:
        return redirect("badge")
    try:
        players.claim_player(badge=current_badge, user=user)
    except Refusal as refusal:
        return render_refusal(
            request, MY_MATCHES_TEMPLATE, _get_badge_context(identity, current_badge), refusal
        )
    return redirect(get_safe_next(request, fallback=reverse("badge")))


def _redeem_badge(request: HttpRequest) -> HttpResponse:
    form = BadgeForm(request.POST)
    if not form.is_valid():
        return render(request, "matches/badge.html", {"form": form}, status=400)
    try:
        with visitors.throttle_guesses(
            THROTTLE_ACTION, visitors.get_address(request), limit=MAX_GUESSES, seconds=TEN_MINUTES
        ):
            current_badge = badges.redeem_badge(token=form.cleaned_data["token"])
    except Refusal as refusal:
        return render_refusal(request, "matches/badge.html", {"form": BadgeForm()}, refusal)
    return remember_badge(request, HttpResponseRedirect(reverse("badge")), current_badge)


def _get_badge_context(identity: Identity, current_badge: Badge) -> dict[str, Any]:
    matches = player_history.get_matches_with_player(current_badge.player).filter(
        desk__in=identity.badge_desks
    )
    past_matches = list(
        matches.exclude(status__in=OPEN_STATUSES).prefetch_related("reports", "rulings")[:MAX_MATCHES]
    )
    prospects = badge_queries.get_prospects(current_badge)
    open_matches = sorted(
        match_queries.exclude_suspended(matches.filter(status__in=OPEN_STATUSES))[:MAX_MATCHES],
        key=lambda match: (not match.table, match.pk),
    )
    return {
        "badge": current_badge,
        "desks": list(dict.fromkeys([current_badge.desk, *(match.desk for match in open_matches)])),
        "paths": prospects.paths,
        "expects_call": prospects.expects_call,
        "tasks": [task for tasks in badge_tasks(current_badge) for task in tasks],
        "badge_links": [link for links in badge_links(current_badge) for link in links],
        "to_answer": _get_results_to_answer(identity, past_matches),
        "open": list(_list_open_matches(open_matches, prospects.by_match)),
        "own_reports": permissions.find_matches_reported_by(identity, open_matches),
        "past": past_matches,
        "occasions": occasions.get_occasions([match.pk for match in (*open_matches, *past_matches)]),
        "form": BadgeForm(),
    }


class OwnOpenMatch(NamedTuple):
    """An open match on the page of a badge: its prospects, when it resumes, and the last day to play it."""

    match: Match
    prospect: MatchProspect | None
    resumes_at: datetime | None
    last_day: date | None
    is_overdue: bool


def _list_open_matches(
    open_matches: list[Match], prospects: Mapping[int, MatchProspect]
) -> Iterator[OwnOpenMatch]:
    keys = [match.pk for match in open_matches]
    resume_times = match_queries.get_resume_times(keys)
    deadlines = {key: day for days in match_deadlines(keys) for key, day in days.items()} if keys else {}
    for match in open_matches:
        prospect, resumes_at = prospects.get(match.pk), resume_times.get(match.pk)
        last_day = deadlines.get(match.pk)
        is_overdue = last_day is not None and last_day < timezone.localdate()
        yield OwnOpenMatch(match, prospect, resumes_at, last_day, is_overdue)


def _get_results_to_answer(identity: Identity, past_matches: list[Match]) -> list[tuple[Match, Report]]:
    """Return the one-sided results that the holder may still object to, each with its report."""
    now, results = timezone.now(), []
    for match in past_matches:
        report = objection_deadlines.find_one_sided_report(match, match.reports.all(), match.rulings.all())
        if report is not None and permissions.may_object(identity, match, report, now=now):
            results.append((match, report))
    return results
