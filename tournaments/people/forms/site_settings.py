"""The form of the site's name, time zone and currency."""

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from matches.models import SiteSettings
from matches.models.site import LONGEST_SITE_NAME
from tournaments.currencies import CURRENCY_CHOICES
from tournaments.people.time_zones import list_time_zones


def get_time_zone_choices() -> list[tuple[str, str]]:
    """Return the time zones by country and city, in the language of the page."""
    return list(list_time_zones(get_language() or "en"))


class SiteSettingsForm(forms.Form):
    """The name of the site, its time zone and the currency of new tournaments."""

    site_name = forms.CharField(
        label=_("Site name"),
        max_length=LONGEST_SITE_NAME,
        required=False,
        help_text=_("Shown at the top of every page. If empty: Crawford."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=get_time_zone_choices,
        help_text=_("Of all dates and times on the pages."),
    )
    currency = forms.ChoiceField(
        label=_("Currency"),
        choices=CURRENCY_CHOICES,
        help_text=_("Of new tournaments. It can be changed for each tournament."),
    )

    @staticmethod
    def get_initial(site: SiteSettings) -> dict[str, Any]:
        """Return the values of the site's settings by the names of the fields."""
        return {"site_name": site.name, "time_zone": site.time_zone, "currency": site.currency}
