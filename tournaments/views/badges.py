"""A badge of a club's own desk, shown once: with it a phone challenges, opens casual matches and reports."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.models import Player
from matches.services import badges
from matches.views import outward
from matches.views.scanning import picture_of
from tournaments.models import Club
from tournaments.views.doors import director


def handed(request: HttpRequest, club: Club, player: Player, back: tuple[str, str]) -> HttpResponse:
    """Issue a badge for a player of the club and show it once; `back` is the link (URL, text) of the page."""
    issued = badges.issue(desk=club.desk, player=player, by=director(request))
    link = outward.address(request, f"{reverse('badge')}#{issued.token}")
    context = {"player": player, "link": link, "code": picture_of(link), "back": back}
    response = render(request, "clubs/badge.html", context)
    response["Cache-Control"] = "no-store"
    return response
