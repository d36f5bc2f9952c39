"""A small page of an event that other sites may show in a frame, and the words that put it there."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.queries import brackets
from tournaments.queries.play import play_of
from tournaments.views.doors import event_url, public_event_view
from tournaments.views.etags import with_event_etag

PARTS = {"bracket": _("Bracket and standings"), "now": _("Now playing"), "results": _("Results")}
HEIGHTS = {"bracket": 640, "now": 480, "results": 480}


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@public_event_view
@with_event_etag
def embed(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the part of an event that `?part=` names, without the site's frame."""
    part = request.GET.get("part", "")
    context = {
        "event": event,
        "part": part if part in PARTS else "bracket",
        "topics": f"event:{event.pk} desk:{event.tournament.desk.code}",
        "play": SimpleLazyObject(lambda: play_of(event.tournament)),
        "brackets": SimpleLazyObject(lambda: brackets.get_brackets(event)),
    }
    return render(request, "tournaments/embed.html", context)


@require_safe
@public_event_view
def code(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the HTML to copy into another site, each part with its preview."""
    page = request.build_absolute_uri(event_url("embed", event))
    pieces = [(part, name, f"{page}?part={part}", HEIGHTS[part]) for part, name in PARTS.items()]
    return render(request, "tournaments/embed_code.html", {"event": event, "pieces": pieces})
