"""Registrations of printing: URLs and a tab of the desk."""

from django.utils.translation import gettext

from tournaments import registry
from tournaments.models import Event
from tournaments.registry import PageTab

registry.page_urls.append("tournaments.printing.urls")


@registry.desk_tabs.register
def add_tab(_event: Event) -> list[PageTab]:
    """Add the printouts to the directors' tabs."""
    return [PageTab(70, "papers", gettext("Printouts"))]
