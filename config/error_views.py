"""Error handlers: a problem document for the API, a page for people."""

import sys
from http import HTTPStatus

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from matches.api import problems
from matches.views import errors

API = "/api/"
RETRY_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400: the request could not be read."""
    if request.path.startswith(API):
        return problems.make_problem_response(
            "parse_error", _("The request is not valid."), HTTPStatus.BAD_REQUEST
        )
    return errors.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 403: not allowed."""
    if request.path.startswith(API):
        return problems.make_problem_response(
            "permission_denied", _("You do not have permission for this."), HTTPStatus.FORBIDDEN
        )
    return errors.forbidden(request, exception)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404: nothing here, or nothing this visitor may see."""
    if request.path.startswith(API):
        return problems.make_problem_response("not_found", _("Page not found."), HTTPStatus.NOT_FOUND)
    return errors.not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 with "try again" while the database is away, else 500. Called while the error is handled."""
    is_database_away = isinstance(sys.exc_info()[1], OperationalError)
    if request.path.startswith(API):
        response: HttpResponse = _api_error(is_database_away=is_database_away)
    elif is_database_away:
        page = render_to_string("503.html")
        response = HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        response = errors.server_error(request)
    if is_database_away:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


def _api_error(*, is_database_away: bool) -> HttpResponse:
    if is_database_away:
        message = _(
            "The database is not available right now. Nothing was saved; please try again in a moment."
        )
        return problems.make_problem_response("try_again", message, HTTPStatus.SERVICE_UNAVAILABLE)
    message = _("Something went wrong. Nothing was saved.")
    return problems.make_problem_response("server_error", message, HTTPStatus.INTERNAL_SERVER_ERROR)
