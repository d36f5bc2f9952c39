"""Small pages of a club that other sites may show in a frame, and the words that put them there."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments.models import Club
from tournaments.queries import clubs as facts
from tournaments.queries import weekly
from tournaments.views.doors import public_club_view

CLUB_PARTS = {
    "next": _("Upcoming"),
    "leaders": _("Season leaders"),
    "standings": _("Season standings"),
    "ratings": _("Ratings list"),
}
CLUB_HEIGHTS = {"next": 320, "leaders": 360, "standings": 640, "ratings": 640}
TOP = 10


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@public_club_view
def embed_club(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the part of a club that `?part=` names, without the site's frame."""
    part = request.GET.get("part", "")
    context: dict[str, Any] = {"club": club, "part": part if part in CLUB_PARTS else "next"}
    if context["part"] == "leaders":
        season = facts.seasons_of(club).first()
        context |= {"season": season, "top": facts.get_standings(season).rows[:TOP] if season else ()}
    elif context["part"] == "standings":
        season = facts.seasons_of(club).first()
        context |= {"season": season, "table": facts.get_standings(season) if season else None}
    elif context["part"] == "ratings":
        rating_list = facts.rating_lists_of(club).first()
        rows = facts.rating_table(rating_list) if rating_list else ()
        context |= {"rating_list": rating_list, "rows": rows}
    else:
        context["coming"] = weekly.coming(club, timezone.now())
    return render(request, "clubs/embed.html", context)


@require_safe
@public_club_view
def club_embed_code(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the HTML to copy into another site, part by part."""
    page = request.build_absolute_uri(reverse("embed-club", args=[club.slug]))
    pieces = [(part, name, f"{page}?part={part}", CLUB_HEIGHTS[part]) for part, name in CLUB_PARTS.items()]
    return render(request, "clubs/embed_code.html", {"club": club, "pieces": pieces})
