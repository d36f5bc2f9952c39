"""What is answered outside every door: a problem to programs, a page to people."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from matches.api import problems
from matches.views import errors

API = "/api/"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request could not be read."""
    if request.path.startswith(API):
        return problems.plain("parse_error", _("This request cannot be read."), HTTPStatus.BAD_REQUEST)
    return errors.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not yours."""
    if request.path.startswith(API):
        return problems.plain("permission_denied", _("This is not yours to do."), HTTPStatus.FORBIDDEN)
    return errors.forbidden(request, exception)


def absent(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: nothing here (or nothing for you)."""
    if request.path.startswith(API):
        return problems.plain("absent", _("There is nothing at this address."), HTTPStatus.NOT_FOUND)
    return errors.absent(request, exception)
