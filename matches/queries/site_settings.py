"""The settings of the site."""

from matches.models import SiteSettings
from matches.queries.lookups import get_or_none


def get_site_settings() -> SiteSettings:
    """Return the settings of the site, or the defaults (an unsaved row) while none have been saved."""
    return get_or_none(SiteSettings.objects.all(), pk=SiteSettings.ONLY_ID) or SiteSettings()
