"""Context processors: what every template knows."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from matches.views.site_settings import get_request_settings


def add_site_settings(request: HttpRequest) -> dict[str, object]:
    """Give every template the settings of the site as `site_settings`."""
    return {"site_settings": SimpleLazyObject(lambda: get_request_settings(request))}
