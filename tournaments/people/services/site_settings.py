"""The settings of the site: its name, time zone and currency."""

from zoneinfo import available_timezones

from django.db import transaction
from django.utils import timezone

from matches.models import SiteSettings, User
from matches.models.site import DEFAULT_NAME, LONGEST_SITE_NAME
from matches.services.players import normalise_name
from rules.errors import Refusal
from tournaments.currencies import get_exponent
from tournaments.permissions import must_host


@transaction.atomic
def save_site_settings(*, name: str, time_zone: str, currency: str, by: User) -> SiteSettings:
    """Save the settings of the site; an empty name is the default one.

    Raises `host_only`, `name_missing` for a name of invisible characters, `name_too_long`,
    `time_zone_unknown` and `currency_unknown`.
    """
    must_host(by)
    get_exponent(currency)
    if time_zone not in available_timezones():
        raise Refusal("time_zone_unknown", time_zone=time_zone[:64])
    site_name = normalise_name(name.strip() or DEFAULT_NAME)
    if len(site_name) > LONGEST_SITE_NAME:
        raise Refusal("name_too_long", longest=LONGEST_SITE_NAME)
    site, _ = SiteSettings.objects.update_or_create(
        pk=SiteSettings.ONLY_ID,
        defaults={
            "name": site_name,
            "time_zone": time_zone,
            "currency": currency,
            "at": timezone.now(),
            "by": by,
        },
    )
    return site
