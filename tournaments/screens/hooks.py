"""Registrations of screens: URLs, messages, a tab of the desk and a link below every event."""

from django.urls import reverse
from django.utils.translation import gettext

from matches import messages
from tournaments import registry
from tournaments.models import Event
from tournaments.registry import PageLink, PageTab
from tournaments.screens.messages import SCREENS

registry.page_urls.append("tournaments.screens.urls")
registry.api_urls.append("tournaments.screens.api")
messages.add_sentences(SCREENS)


@registry.desk_tabs.register
def add_tab(_event: Event) -> list[PageTab]:
    """Add the page of screens to the directors' tabs."""
    return [PageTab(50, "desk-screens", gettext("Screens"))]


@registry.event_links.register
def link_television(event: Event) -> list[PageLink]:
    """Link the television view below an event."""
    return [PageLink(gettext("TV mode"), reverse("television", args=[event.tournament.desk.code]))]
