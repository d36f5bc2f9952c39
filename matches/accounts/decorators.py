"""Decorators of views of accounts."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def mail_required(view: View) -> View:
    """Answer 404 where the site cannot send mail."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not settings.HAS_MAIL:
            raise Http404
        return view(request, *args, **kwargs)

    return wrapper
