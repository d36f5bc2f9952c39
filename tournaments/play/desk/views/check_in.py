"""The check-in of a tournament at the desk: its page for a tablet, and who is not here yet."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from matches.refusal_statuses import get_status
from matches.views.errors import make_refusal_message
from matches.views.links import build_public_url, describe_link
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.play.desk.check_in_commands import get_page_path
from tournaments.play.desk.views.desk import make_page_context
from tournaments.play.entries.queries import check_in
from tournaments.web.decorators import director_view


@never_cache
@require_safe
@director_view
def show_check_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the link of the check-in page, and who has checked in."""
    return render_check_in(request, event)


def render_check_in(
    request: HttpRequest,
    event: Event,
    *,
    refusal: Refusal | None = None,
    extra_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Render the check-in of the tournament, with an error on top."""
    tournament = event.tournament
    page = check_in.get_page_of_tournament(tournament)
    path = get_page_path(page) if page is not None else ""
    people = check_in.list_people_to_check_in(check_in.list_events_to_check_in(tournament))
    arrivals, missing = check_in.split_people(people)
    context = {
        **make_page_context(event, "desk-entries"),
        "check_in_page": page,
        **(describe_link(build_public_url(request, path)) if path else {}),
        "missing": missing,
        "here": arrivals,
        "refusal": make_refusal_message(refusal) if refusal else None,
        **(extra_context or {}),
    }
    status = get_status(refusal) if refusal else 200
    return render(request, "tournaments/play/desk/check_in.html", context, status=status)
