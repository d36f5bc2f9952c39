"""Season tables and rating lists of a club as files for spreadsheets."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.exchange import spreadsheets
from tournaments.models import Club
from tournaments.queries import exports
from tournaments.views.decorators import public_club_view
from tournaments.views.ratings import get_rating_list
from tournaments.views.seasons import get_season


@require_safe
@public_club_view
def season_csv(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """A season's table for spreadsheets."""
    club_season = get_season(club, season)
    return _csv_response(exports.season_sheet(club_season), f"{club.slug}-{club_season.slug}")


@require_safe
@public_club_view
def list_csv(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """A rating list for spreadsheets."""
    rating_list = get_rating_list(club, number)
    return _csv_response(exports.rating_sheet(rating_list), f"{club.slug}-ratings-{rating_list.pk}")


def _csv_response(sheet: spreadsheets.Sheet, name: str) -> HttpResponse:
    response = HttpResponse(spreadsheets.as_csv(sheet), content_type=spreadsheets.CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
