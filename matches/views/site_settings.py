"""The settings of the site, as one request sees them."""

from django.http import HttpRequest

from matches.models import SiteSettings
from matches.queries.site_settings import get_site_settings


def get_request_settings(request: HttpRequest) -> SiteSettings:
    """Return the settings of the site, read once for a request."""
    site: SiteSettings | None = getattr(request, "site_settings", None)
    if site is None:
        site = get_site_settings()
        request.site_settings = site  # type: ignore[attr-defined]
    return site
