"""Pages that mail leads to exist only in a house that can send mail."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase

Page = Callable[..., HttpResponseBase]


def mail_required(page: Page) -> Page:
    """Nothing is there in a house without mail."""

    @wraps(page)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if not settings.HAS_MAIL:
            raise Http404
        return page(request, *args, **kwargs)

    return shown
