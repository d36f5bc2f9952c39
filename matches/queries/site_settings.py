"""The settings of the site, read by every request and task."""

from django.core.cache import cache

from matches.models import SiteSettings

CACHE_KEY = "site-settings"
# A process that cannot reach the shared cache has its own; it reads a change after this time.
CACHE_SECONDS = 60


def get_site_settings() -> SiteSettings:
    """Return the settings of the site, or the defaults (an unsaved row) while none have been saved."""
    site: SiteSettings | None = cache.get(CACHE_KEY)
    if site is None:
        site = SiteSettings.objects.filter(pk=SiteSettings.ONLY_ID).first() or SiteSettings()
        cache.set(CACHE_KEY, site, CACHE_SECONDS)
    return site
