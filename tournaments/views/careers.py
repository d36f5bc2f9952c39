"""A player of a club in pictures and figures, and who beats whom in the club."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from matches.queries.people import face_of, player_by_code
from tournaments.models import Club
from tournaments.queries import careers, rivalry
from tournaments.queries import clubs as facts
from tournaments.views.clubs import frame_of
from tournaments.views.doors import for_readers
from tournaments.views.etags import with_club_etag

CHOICES = (2, 3, 5, 10)


@require_safe
@for_readers
def player(request: HttpRequest, club: Club, code: str) -> HttpResponse:
    """A player in a club: rating, form, days, lengths, rivals; nothing where he never played there."""
    found = player_by_code(code)
    rating_list = facts.rating_lists_of(club).first()
    career = careers.career(club, face_of(found), rating_list) if found else None
    if career is None or not career.results:
        raise Http404
    least = _least(request)
    context = {
        "career": career,
        "rating_list": rating_list,
        "least": least,
        "choices": CHOICES,
        "nemesis": career.nemesis(least),
        "favourite": career.favourite(least),
        "rivals": [rival for rival in career.rivals if rival.played >= least],
    }
    return render(request, "tournaments/career.html", {**frame_of(request, club, "ratings"), **context})


@require_safe
@for_readers
@with_club_etag
def rivals(request: HttpRequest, club: Club) -> HttpResponse:
    """Whom everybody of the club meets most, beats and fears, over all its matches."""
    least = _least(request)
    context = {"lines": rivalry.report(club, least), "least": least, "choices": CHOICES}
    return render(request, "tournaments/rivals.html", {**frame_of(request, club, "ratings"), **context})


def _least(request: HttpRequest) -> int:
    asked = request.GET.get("least", "")
    return int(asked) if asked in map(str, CHOICES) else careers.LEAST
