"""The attendance of a season."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.exchange.spreadsheets import Cell, Sheet
from tournaments.models import Club, Season
from tournaments.seasons.queries.seasons import DEFAULT_PERIOD, Attendance, get_attendance
from tournaments.web.club_pages import club_page_context, with_club_etag
from tournaments.web.csv_files import make_csv_response
from tournaments.web.decorators import public_club_view


@require_safe
@public_club_view
@with_club_etag
def attendance(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the grid of tournaments (columns) and players (rows), by attendance."""
    seasons = list(Season.objects.filter(club=club).order_by("-starts_on", "-id"))
    season = requested_season(request, seasons)
    context = {"seasons": seasons, "season": season, "grid": _attendance_grid(club, season)}
    return render(
        request,
        "tournaments/seasons/attendance.html",
        {**club_page_context(request, club, "attendance"), **context},
    )


@require_safe
@public_club_view
@with_club_etag
def attendance_csv(request: HttpRequest, club: Club) -> HttpResponse:
    """Return the attendance grid as CSV, with a column for each tournament and 1 where a player attended."""
    seasons = list(Season.objects.filter(club=club).order_by("-starts_on", "-id"))
    season = requested_season(request, seasons)
    grid = _attendance_grid(club, season)
    headings = [
        gettext("Player"),
        gettext("Tournaments"),
        gettext("Current streak"),
        gettext("Longest streak"),
    ]
    days = [timezone.localdate(night.starts_at).isoformat() for night, _ in grid.tournaments]
    rows: list[list[Cell]] = [
        [
            row.player.name,
            row.attendance.total,
            row.attendance.run,
            row.attendance.longest,
            *map(int, row.attendance.attended),
        ]
        for row in grid.rows
    ]
    sheet = Sheet(club.name, [*headings, *days], rows)
    return make_csv_response(sheet, f"{club.slug}-{season.slug if season else 'year'}-attendance")


def requested_season(request: HttpRequest, seasons: list[Season]) -> Season | None:
    """Return the season that `?season=` names, without it the newest; 404 for one the club does not have."""
    season_slug = request.GET.get("season", "")
    season = next((one for one in seasons if one.slug == season_slug), None)
    if season_slug and season is None:
        raise Http404
    return season or next(iter(seasons), None)


def _attendance_grid(club: Club, season: Season | None) -> Attendance:
    today = timezone.localdate()
    span: tuple[date, date] = (
        (season.starts_on, season.ends_on) if season else (today - DEFAULT_PERIOD, today)
    )
    return get_attendance(club, *span)
