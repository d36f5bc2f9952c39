"""Attendance of a club: who came when, by season or in the last year, as a page and as CSV."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.exchange.spreadsheets import CSV_TYPE, Cell, Sheet, as_csv
from tournaments.models import Club, Season
from tournaments.queries.seasons import DEFAULT_PERIOD, Attendance, get_attendance
from tournaments.views.clubs import club_page_context
from tournaments.views.decorators import public_club_view
from tournaments.views.etags import with_club_etag


@require_safe
@public_club_view
@with_club_etag
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the grid of tournaments (columns) and players (rows), by attendance."""
    seasons = list(Season.objects.filter(club=club).order_by("-starts_on", "-id"))
    season = _requested_season(request, seasons)
    context = {"seasons": seasons, "season": season, "grid": _attendance_grid(club, season)}
    return render(
        request, "clubs/attendance.html", {**club_page_context(request, club, "attendance"), **context}
    )


@require_safe
@public_club_view
@with_club_etag
def table(request: HttpRequest, club: Club) -> HttpResponse:
    """Return the grid as CSV, with a column for each tournament and 1 where a player attended."""
    seasons = list(Season.objects.filter(club=club).order_by("-starts_on", "-id"))
    season = _requested_season(request, seasons)
    grid = _attendance_grid(club, season)
    head = [gettext("Player"), gettext("Tournaments"), gettext("In a row"), gettext("Longest streak")]
    days = [timezone.localdate(night.starts_at).isoformat() for night, _ in grid.nights]
    rows: list[list[Cell]] = [
        [row.player.name, row.nights.total, row.nights.run, row.nights.longest, *map(int, row.nights.came)]
        for row in grid.rows
    ]
    sheet = Sheet(club.name, [*head, *days], rows)
    response = HttpResponse(as_csv(sheet), content_type=CSV_TYPE)
    name = f"{club.slug}-{season.slug if season else 'year'}-attendance.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _requested_season(request: HttpRequest, seasons: list[Season]) -> Season | None:
    season_slug = request.GET.get("season", "")
    return next((one for one in seasons if one.slug == season_slug), seasons[0] if seasons else None)


def _attendance_grid(club: Club, season: Season | None) -> Attendance:
    today = timezone.localdate()
    span: tuple[date, date] = (
        (season.starts_on, season.ends_on) if season else (today - DEFAULT_PERIOD, today)
    )
    return get_attendance(club, *span)
