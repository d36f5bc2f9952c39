"""The rule booklet without settings, of a club and of a tournament."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from matches.models import Desk
from tournaments.models import Club
from tournaments.printing.booklets import make_options, render_booklet
from tournaments.printing.messages import GENERAL_NAME
from tournaments.printing.views.printouts import PDF_TYPE, requested_paper
from tournaments.web.decorators import get_tournament, public_club_view


@require_safe
def rules_booklet(request: HttpRequest) -> HttpResponse:
    """Return the rules of play as a booklet, without settings of a club."""
    return _send_booklet(request, "", None, "rules")


@require_safe
@public_club_view
def club_booklet(request: HttpRequest, club: Club) -> HttpResponse:
    """Return the rules of play with the settings of a club's own desk."""
    return _send_booklet(request, club.name, club.desk, f"{club.slug}-rules")


@require_safe
def tournament_booklet(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Return the rules of play with the settings of a tournament's desk; drafts are for their officials."""
    tournament_row = get_tournament(request, club, tournament)
    return _send_booklet(request, tournament_row.name, tournament_row.desk, f"{tournament_row.slug}-rules")


def _send_booklet(request: HttpRequest, name: str, desk: Desk | None, file_name: str) -> HttpResponse:
    """Return a booklet in the requested language with its ETag, 304 if the reader has it."""
    language = request.GET.get("language", get_language() or "en")
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        options = make_options(name or str(GENERAL_NAME), desk, paper=requested_paper(request).name)
        response = get_conditional_response(request, etag=options.etag)
        if response is None:
            response = HttpResponse(render_booklet(options), content_type=PDF_TYPE)
            response["Content-Disposition"] = f'inline; filename="{file_name}-{language}.pdf"'
            response["Content-Language"] = language
    response["ETag"] = options.etag
    response["Cache-Control"] = "private, no-cache"
    return response
