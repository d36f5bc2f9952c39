"""Statistics of a player in a club, and the head-to-head table of the club."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.queries.people import get_canonical_player, get_player
from tournaments.models import Club
from tournaments.queries import careers, clubs
from tournaments.views.clubs import club_page_context
from tournaments.views.decorators import public_club_view
from tournaments.views.etags import with_club_etag

CHOICES = (2, 3, 5, 10)


@require_safe
@public_club_view
def player(request: HttpRequest, club: Club, code: str) -> HttpResponse:
    """Show a player's rating, form, match lengths and rivals; 404 without results in the club."""
    viewed_player = get_player(code)
    rating_list = clubs.rating_lists_of(club).first()
    career = (
        careers.get_career(club, get_canonical_player(viewed_player), rating_list) if viewed_player else None
    )
    if career is None or not career.results:
        raise Http404
    min_matches = _minimum_matches(request)
    context = {
        "career": career,
        "rating_list": rating_list,
        "least": min_matches,
        "choices": CHOICES,
        "nemesis": career.nemesis(min_matches),
        "favourite": career.favourite(min_matches),
        "rivals": [rival for rival in career.rivals if rival.played >= min_matches],
    }
    return render(
        request, "tournaments/career.html", {**club_page_context(request, club, "ratings"), **context}
    )


@require_safe
@public_club_view
@with_club_etag
def rivals(request: HttpRequest, club: Club) -> HttpResponse:
    """Show each member's most frequent, best and worst opponents."""
    min_matches = _minimum_matches(request)
    context = {"lines": careers.report(club, min_matches), "least": min_matches, "choices": CHOICES}
    return render(
        request, "tournaments/rivals.html", {**club_page_context(request, club, "ratings"), **context}
    )


def _minimum_matches(request: HttpRequest) -> int:
    requested_minimum = request.GET.get("least", "")
    return int(requested_minimum) if requested_minimum in map(str, CHOICES) else careers.MINIMUM_MATCHES
