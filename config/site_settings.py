"""The settings of the site in requests and templates."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from matches.views.site_settings import get_request_settings

GetResponse = Callable[[HttpRequest], HttpResponse]


class TimeZoneMiddleware:
    """Uses the time zone of the site's settings for all dates and times of a response."""

    # Their answer does not wait for the database.
    EXEMPT_VIEWS = frozenset({"healthz", "readyz"})

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, and leave no time zone to the next request of the thread."""
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()

    def process_view(self, request: HttpRequest, *_arguments: object) -> None:
        """Activate the time zone of the site."""
        if request.resolver_match and request.resolver_match.view_name not in self.EXEMPT_VIEWS:
            timezone.activate(get_request_settings(request).zone)


def add_site_settings(request: HttpRequest) -> dict[str, object]:
    """Give every template the settings of the site as `site_settings` (a context processor)."""
    return {"site_settings": SimpleLazyObject(lambda: get_request_settings(request))}
