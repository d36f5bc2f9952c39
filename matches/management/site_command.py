"""The base class of commands that read or write local dates."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from matches.queries.site_settings import get_site_settings


class SiteCommand(BaseCommand):
    """A command that runs in the time zone of the site's settings, as requests and tasks do."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command in the time zone of the site."""
        with timezone.override(get_site_settings().zone):
            return super().execute(*args, **options)
