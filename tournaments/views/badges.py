"""A badge of a club's own desk, shown once: with it a phone challenges, opens casual matches and reports."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.models import Player
from matches.services import badges
from matches.views import public_links
from matches.views.qr_codes import make_qr_svg
from tournaments.models import Club
from tournaments.views.decorators import require_user


def badge_page(request: HttpRequest, club: Club, player: Player, back: tuple[str, str]) -> HttpResponse:
    """Issue a badge for a player of the club and show it once; `back` is the link (URL, text) of the page."""
    issued = badges.issue_badge(desk=club.desk, player=player, by=require_user(request))
    link = public_links.build_public_url(request, f"{reverse('badge')}#{issued.token}")
    context = {"player": player, "link": link, "code": make_qr_svg(link), "back": back}
    response = render(request, "clubs/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response
