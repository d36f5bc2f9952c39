"""Refuses requests that carry a NUL: no name or code has one, and PostgreSQL cannot even look for it."""

from collections.abc import Callable, Iterable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, QueryDict

NUL = "\x00"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
# Headers whose text is looked up in the database.
LOOKED_UP = ("X-Table",)


class NulRefused:
    """Middleware: 400 when a NUL stands in the address, in a form field or in a header that is looked up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or refuse it before anything is asked of the database."""
        if any(NUL in text for text in _texts(request)):
            raise BadRequest("A NUL in the request.")
        return self.get_response(request)


def _texts(request: HttpRequest) -> Iterable[str]:
    yield request.path_info
    yield from _values(request.GET)
    if request.content_type in FORMS:
        yield from _values(request.POST)
    yield from (request.headers.get(name, "") for name in LOOKED_UP)


def _values(fields: QueryDict) -> Iterable[str]:
    return (value for _, values in fields.lists() for value in values)
