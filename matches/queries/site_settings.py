"""The settings of the site."""

from matches.models import SiteSettings


def get_site_settings() -> SiteSettings:
    """Return the settings of the site, or the defaults (an unsaved row) while none have been saved."""
    return SiteSettings.objects.filter(pk=SiteSettings.ONLY_ID).first() or SiteSettings()
