"""Parts of an event that other sites may embed in a frame, and the HTML that embeds them."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.views.query_values import read_choice
from tournaments.models import Event
from tournaments.play.brackets import brackets
from tournaments.play.event_pages.etags import with_event_etag
from tournaments.play.event_pages.flight_parts import make_flights_context, make_results_context
from tournaments.play.schedule.queries.schedule import get_play_overview
from tournaments.web.decorators import event_url, public_event_view
from tournaments.web.responses import BAD_REQUEST, OK

PARTS = {"bracket": _("Bracket and standings"), "now": _("Now playing"), "results": _("Results")}
HEIGHTS = {"bracket": 640, "now": 480, "results": 480}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@public_event_view
@with_event_etag
def embed_event(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the part of an event that `?part=` names, without the header and footer of the site."""
    part, message = read_choice(request.GET, "part", PARTS, "bracket")
    context: dict[str, Any] = {
        "event": event,
        "part": part,
        "refusal": message,
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
        "play": SimpleLazyObject(lambda: get_play_overview(event.tournament, event)),
    }
    if context["part"] == "bracket":
        context |= make_flights_context(request, brackets.get_brackets(event))
    elif context["part"] == "results":
        context |= make_results_context(request, brackets.get_brackets(event))
    return render(
        request,
        "tournaments/play/event_pages/embedded_event.html",
        context,
        status=BAD_REQUEST if message else OK,
    )


@require_safe
@public_event_view
def event_embed_code(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the HTML that embeds each part of an event in another site, with a preview."""
    page = request.build_absolute_uri(event_url("embed", event))
    snippets = [(part, name, f"{page}?part={part}", HEIGHTS[part]) for part, name in PARTS.items()]
    return render(
        request, "tournaments/play/event_pages/embed_code.html", {"event": event, "snippets": snippets}
    )
