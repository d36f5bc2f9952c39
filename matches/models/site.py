"""The settings of the site that its administrator chooses in the pages."""

from typing import ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

DEFAULT_NAME = "Crawford"
LONGEST_SITE_NAME = 60


def get_default_time_zone() -> str:
    """Return the time zone of a site whose administrator has chosen none: the setting TIME_ZONE."""
    return str(settings.TIME_ZONE)


class SiteSettings(models.Model):
    """The name, time zone and currency of the site.

    There is at most one row; without it the defaults of the fields hold. `currency` is the ISO 4217 code that
    new tournaments start with, `time_zone` a name of the IANA database such as "Europe/Rome".
    """

    ONLY_ID: ClassVar[int] = 1

    name = models.CharField(max_length=LONGEST_SITE_NAME, default=DEFAULT_NAME)
    time_zone = models.CharField(max_length=64, default=get_default_time_zone)
    currency = models.CharField(max_length=3, default="EUR")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name_plural = "site settings"
        constraints = [
            models.CheckConstraint(condition=Q(id=1), name="site_settings_are_one_row"),
            models.CheckConstraint(condition=~Q(name=""), name="site_has_name"),
            models.CheckConstraint(condition=~Q(time_zone=""), name="site_has_time_zone"),
            models.CheckConstraint(condition=Q(currency__regex="^[A-Z]{3}$"), name="site_currency_is_a_code"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of all dates and times on the pages."""
        return ZoneInfo(self.time_zone)

    @property
    def page_version(self) -> tuple[str, str]:
        """What every page shows of the settings, for its ETag."""
        return self.name, self.time_zone
