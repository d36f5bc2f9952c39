"""Error handlers: a problem document for the API, a page for people."""

import sys
from http import HTTPStatus

from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from matches.api import problems
from matches.views import errors

API_PREFIX = "/api/"
RETRY_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400: the request could not be read."""
    if request.path.startswith(API_PREFIX):
        return problems.make_problem_response(
            "parse_error", _("The request is not valid."), HTTPStatus.BAD_REQUEST
        )
    return errors.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 403: not allowed."""
    if request.path.startswith(API_PREFIX):
        return problems.make_problem_response(
            "permission_denied", _("You do not have permission for this."), HTTPStatus.FORBIDDEN
        )
    return errors.forbidden(request, exception)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404: the page does not exist, or the visitor may not see it."""
    if request.path.startswith(API_PREFIX):
        return problems.make_problem_response("not_found", _("Page not found."), HTTPStatus.NOT_FOUND)
    return errors.not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 while the database is unavailable, else 500. Called while the exception is handled."""
    is_database_unavailable = isinstance(sys.exc_info()[1], OperationalError)
    if is_database_unavailable and not connection.in_atomic_block:
        # A connection to an SQLite file that was not writable, or was replaced, stays so until it is closed.
        connection.close()
    if request.path.startswith(API_PREFIX):
        response: HttpResponse = _make_api_error(is_database_unavailable=is_database_unavailable)
    elif is_database_unavailable:
        page = render_to_string("503.html")
        response = HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE)
    else:
        response = errors.server_error(request)
    if is_database_unavailable:
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


def _make_api_error(*, is_database_unavailable: bool) -> HttpResponse:
    if is_database_unavailable:
        message = _(
            "The database is not available right now. Nothing was saved; please try again in a moment."
        )
        return problems.make_problem_response("try_again", message, HTTPStatus.SERVICE_UNAVAILABLE)
    message = _("Something went wrong. Nothing was saved.")
    return problems.make_problem_response("server_error", message, HTTPStatus.INTERNAL_SERVER_ERROR)
