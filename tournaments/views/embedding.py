"""Parts of events and clubs that other sites may embed in a frame, and the HTML that embeds them."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.views.query_values import read_choice
from tournaments.models import Club, Event
from tournaments.queries import brackets, rating_tables, season_tables, weekly_nights
from tournaments.queries.schedule import get_play_overview
from tournaments.views.decorators import event_url, public_club_view, public_event_view
from tournaments.views.etags import with_event_etag
from tournaments.views.flight_parts import make_flights_context, make_results_context
from tournaments.views.responses import BAD_REQUEST, OK

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
    return render(request, "tournaments/embedded_event.html", context, status=BAD_REQUEST if message else OK)


@require_safe
@public_event_view
def event_embed_code(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the HTML that embeds each part of an event in another site, with a preview."""
    page = request.build_absolute_uri(event_url("embed", event))
    snippets = [(part, name, f"{page}?part={part}", HEIGHTS[part]) for part, name in PARTS.items()]
    return render(request, "tournaments/embed_code.html", {"event": event, "snippets": snippets})


CLUB_PARTS = {
    "next": _("Upcoming"),
    "leaders": _("Season leaders"),
    "standings": _("Season standings"),
    "ratings": _("Rating list"),
}
CLUB_HEIGHTS = {"next": 320, "leaders": 360, "standings": 640, "ratings": 640}
TOP_ROWS = 10


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@public_club_view
def embed_club(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the part of a club that `?part=` names, without the header and footer of the site."""
    part, message = read_choice(request.GET, "part", CLUB_PARTS, "next")
    context: dict[str, Any] = {"club": club, "part": part, "refusal": message}
    if context["part"] == "leaders":
        season = season_tables.seasons_of(club).first()
        context |= {
            "season": season,
            "top": season_tables.get_standings(season).rows[:TOP_ROWS] if season else (),
        }
    elif context["part"] == "standings":
        season = season_tables.seasons_of(club).first()
        context |= {"season": season, "table": season_tables.get_standings(season) if season else None}
    elif context["part"] == "ratings":
        rating_list = rating_tables.rating_lists_of(club).first()
        rows = rating_tables.rating_table(rating_list) if rating_list else ()
        context |= {"rating_list": rating_list, "rows": rows}
    else:
        context["upcoming_tournaments"] = weekly_nights.get_upcoming(club, timezone.now())
    return render(request, "clubs/embedded_club.html", context, status=BAD_REQUEST if message else OK)


@require_safe
@public_club_view
def club_embed_code(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the HTML that embeds each part of a club in another site."""
    page = request.build_absolute_uri(reverse("embed-club", args=[club.slug]))
    snippets = [(part, name, f"{page}?part={part}", CLUB_HEIGHTS[part]) for part, name in CLUB_PARTS.items()]
    return render(request, "clubs/embed_code.html", {"club": club, "snippets": snippets})
