"""Parts of a club that other sites may embed in a frame, and the HTML that embeds them."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from matches.views.query_values import read_choice
from tournaments.models import Club
from tournaments.play.tournaments.queries import weekly_nights
from tournaments.ratings.queries import rating_tables
from tournaments.seasons.queries import season_tables
from tournaments.web.decorators import public_club_view
from tournaments.web.responses import BAD_REQUEST, OK

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
        has_provisional = any(row.is_provisional for row in rows)
        context |= {"rating_list": rating_list, "rows": rows, "has_provisional": has_provisional}
    else:
        context["upcoming_tournaments"] = weekly_nights.get_upcoming(club, timezone.now())
    return render(
        request, "tournaments/people/embedded_club.html", context, status=BAD_REQUEST if message else OK
    )


@require_safe
@public_club_view
def club_embed_code(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the HTML that embeds each part of a club in another site."""
    page = request.build_absolute_uri(reverse("embed-club", args=[club.slug]))
    snippets = [(part, name, f"{page}?part={part}", CLUB_HEIGHTS[part]) for part, name in CLUB_PARTS.items()]
    return render(request, "tournaments/people/embed_code.html", {"club": club, "snippets": snippets})
