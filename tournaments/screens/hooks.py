"""What `screens` adds to the core: URLs, messages, a tab of the desk and a link below every event."""

from django.urls import reverse
from django.utils.translation import gettext

from matches import messages
from tournaments import registry
from tournaments.models import Event
from tournaments.registry import PageLink, PageTab
from tournaments.screens.messages import SCREEN_REFUSALS

registry.page_urls.append("tournaments.screens.urls")
registry.api_urls.append("tournaments.screens.api")
messages.add_sentences(SCREEN_REFUSALS)


@registry.desk_tabs.register
def list_desk_tabs(_event: Event) -> list[PageTab]:
    """Return the page of screens as a tab for directors."""
    return [PageTab(50, "desk-screens", gettext("Screens"))]


@registry.event_links.register
def list_event_links(event: Event) -> list[PageLink]:
    """Return a link to the television view of the tournament."""
    return [PageLink(gettext("TV mode"), reverse("television", args=[event.tournament.desk.code]))]
