"""Season tables and rating lists of a club as files for spreadsheets."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.exchange import sheets
from tournaments.models import Club
from tournaments.queries import club_sheets
from tournaments.views.doors import for_readers
from tournaments.views.ratings import list_at
from tournaments.views.seasons import season_at


@require_safe
@for_readers
def season_csv(request: HttpRequest, club: Club, season: str) -> HttpResponse:
    """A season's table for spreadsheets."""
    club_season = season_at(club, season)
    return _csv(club_sheets.season(club_season), f"{club.slug}-{club_season.slug}")


@require_safe
@for_readers
def list_csv(request: HttpRequest, club: Club, number: int) -> HttpResponse:
    """A rating list for spreadsheets."""
    rating_list = list_at(club, number)
    return _csv(club_sheets.ratings(rating_list), f"{club.slug}-ratings-{rating_list.pk}")


def _csv(sheet: sheets.Sheet, name: str) -> HttpResponse:
    response = HttpResponse(sheets.as_csv(sheet), content_type=sheets.CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
