"""The settings of the site in templates."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from matches.queries.site_settings import get_site_settings


def add_site_settings(_request: HttpRequest) -> dict[str, SimpleLazyObject]:
    """Give every template the settings of the site as `site` (a context processor)."""
    return {"site": SimpleLazyObject(get_site_settings)}
