"""The answer when something broke: 503 and "try again" while the database is away, else the 500 page."""

import sys

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from matches.api import problems
from matches.views import errors

RETRY_SECONDS = 5


def broken(request: HttpRequest) -> HttpResponse:
    """Django calls this while it handles the error that nobody else answered."""
    away = isinstance(sys.exc_info()[1], OperationalError)
    if request.path.startswith("/api/"):
        return _problem(away=away)
    if away:
        page = render_to_string("503.html")
        return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_SECONDS)})
    return errors.broken(request)


def _problem(*, away: bool) -> JsonResponse:
    code, status = ("try_again", 503) if away else ("broken", 500)
    sentence = (
        _("The records cannot be reached just now. Nothing was saved; please try again in a moment.")
        if away
        else _("Something broke here. Nothing was saved.")
    )
    answer = problems.plain(code, sentence, status)
    if away:
        answer["Retry-After"] = str(RETRY_SECONDS)
    return answer
