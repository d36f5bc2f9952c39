"""Lists of the whole site: clubs, and the search for players."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.views.visitors import get_user
from tournaments.people.queries import clubs, player_search
from tournaments.permissions import may_create_club


@require_safe
def show_clubs(request: HttpRequest) -> HttpResponse:
    """Show the clubs whose name contains the letters searched for, or all of them."""
    letters = _get_letters(request)
    context = {
        "clubs": clubs.get_club_page(letters, request.GET.get("page", "")),
        "letters": letters,
        "may_create_club": may_create_club(get_user(request)),
    }
    return render(request, "tournaments/people/clubs.html", context)


@require_safe
def find_players(request: HttpRequest) -> HttpResponse:
    """Show the players whose public name contains the letters searched for."""
    letters = _get_letters(request)
    context = {
        "letters": letters,
        "players": player_search.find_players(letters),
        "is_short": 0 < len(letters) < player_search.MIN_LETTERS,
        "limit": player_search.PLAYERS_SHOWN,
    }
    return render(request, "tournaments/people/players.html", context)


def _get_letters(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\0", "").strip()[: player_search.MAX_LETTERS]
