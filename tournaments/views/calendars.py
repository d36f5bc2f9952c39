"""Calendar feeds: what a club plays and when, for the calendars of phones."""

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.exchange import ics
from tournaments.models import Club, Tournament
from tournaments.queries import weekly_nights
from tournaments.views.decorators import get_tournament, public_club_view


@require_safe
@public_club_view
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """Every tournament of a club, and its weekly nights to come."""
    page = request.build_absolute_uri(reverse("club", args=[club.slug]))
    dates = [
        *weekly_nights.club_dates(club, _tournament_link(request)),
        *weekly_nights.upcoming_dates(club, timezone.now(), page),
    ]
    return _calendar_response(club.name, dates, f"{club.slug}.ics")


@require_safe
def evening(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """One tournament."""
    tournament = get_tournament(club, evening)
    return _calendar_response(
        tournament.name,
        weekly_nights.tournament_dates(tournament, _tournament_link(request)),
        f"{tournament.slug}.ics",
    )


def _tournament_link(request: HttpRequest) -> Callable[[Tournament], str]:
    return lambda one: request.build_absolute_uri(reverse("evening", args=[one.club.slug, one.slug]))


def _calendar_response(name: str, dates: Iterable[ics.Date], file: str) -> HttpResponse:
    response = HttpResponse(ics.calendar(name, dates), content_type=ics.ICS_TYPE)
    response["Content-Disposition"] = f'inline; filename="{file}"'
    response["Cache-Control"] = "public, max-age=300"
    return response
