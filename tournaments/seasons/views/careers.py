"""The career of a player, the rivals of a club, and a rating list with the history of a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.queries.people import get_canonical_player, get_player
from matches.views.errors import RefusalMessage
from matches.views.query_values import read_choice
from tournaments.models import Club
from tournaments.ratings.queries import rating_tables
from tournaments.ratings.views import render_rating_page
from tournaments.seasons.queries import careers
from tournaments.web.club_pages import club_page_context, with_club_etag
from tournaments.web.decorators import public_club_view
from tournaments.web.responses import BAD_REQUEST, OK

MIN_MATCHES_CHOICES = (2, 3, 5, 10)


@require_safe
@public_club_view
def player_statistics(request: HttpRequest, club: Club, code: str) -> HttpResponse:
    """Show a player's rating, form, match lengths and opponents; 404 without results in the club."""
    viewed_player = get_player(code)
    rating_list = rating_tables.rating_lists_of(club).first()
    career = (
        careers.get_career(club, get_canonical_player(viewed_player), rating_list) if viewed_player else None
    )
    if career is None or not career.results:
        raise Http404
    min_matches, message = _read_minimum(request)
    context = {
        "refusal": message,
        "career": career,
        "rating_list": rating_list,
        "least": min_matches,
        "choices": MIN_MATCHES_CHOICES,
        "nemesis": career.nemesis(min_matches),
        "favourite": career.favourite(min_matches),
        "rivals": [rival for rival in career.rivals if rival.played >= min_matches],
    }
    context |= club_page_context(request, club, "ratings")
    return render(request, "tournaments/seasons/career.html", context, status=BAD_REQUEST if message else OK)


@require_safe
@public_club_view
@with_club_etag
def head_to_head(request: HttpRequest, club: Club) -> HttpResponse:
    """Show each member's most frequent, best and worst opponents."""
    min_matches, message = _read_minimum(request)
    context = {
        "refusal": message,
        "lines": careers.get_career_rows(club, min_matches),
        "least": min_matches,
        "choices": MIN_MATCHES_CHOICES,
    }
    context |= club_page_context(request, club, "ratings")
    return render(request, "tournaments/seasons/rivals.html", context, status=BAD_REQUEST if message else OK)


def _read_minimum(request: HttpRequest) -> tuple[int, RefusalMessage | None]:
    """Return how often two must have met, and the message for a number that the page does not offer."""
    choices, default = [str(choice) for choice in MIN_MATCHES_CHOICES], str(careers.MINIMUM_MATCHES)
    minimum, message = read_choice(request.GET, "least", choices, default)
    return int(minimum), message


@require_safe
@public_club_view
@with_club_etag
def ratings(request: HttpRequest, club: Club) -> HttpResponse:
    """Show a rating list (?list=), with the history of one player (?player=)."""
    rating_lists_of_club = list(rating_tables.rating_lists_of(club))
    list_key = request.GET.get("list", "")
    requested_list = next((one for one in rating_lists_of_club if str(one.pk) == list_key), None)
    if list_key and requested_list is None:
        raise Http404
    rating_list = requested_list or next(iter(rating_lists_of_club), None)
    player = get_player(request.GET.get("player", ""))
    career = careers.get_career(club, get_canonical_player(player), rating_list) if player else None
    context = {
        "lists": rating_lists_of_club,
        "rating_list": rating_list,
        "rows": rating_tables.rating_table(rating_list) if rating_list else (),
        "career": career if career and career.results else None,
        "is_being_counted": rating_list is not None and rating_tables.is_being_counted(rating_list),
    }
    return render_rating_page(request, club, "ratings", context)
