"""Template tags of the public page of a tournament."""

from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.messages.names import describe_stages
from tournaments.models import Event, Tournament
from tournaments.permissions import find_inactivity
from tournaments.play.events.announcements import get_event_notices
from tournaments.registry import PageLink, copy_notices, tournament_links
from tournaments.templatetags.events import page

register = template.Library()


@register.inclusion_tag("components/announcements.html", takes_context=True)
def event_announcements(context: template.RequestContext, event: Event) -> dict[str, Any]:
    """Render the breaks and the active announcements on a page of an event; the page reloads them.

    They are the `notices` of the context, if its view has read them. On the directors' pages of an active
    tournament a break that is on has the button that ends it.
    """
    tabs = context.get("tabs")
    can_end_breaks = bool(tabs and tabs.is_desk) and find_inactivity(event) is None
    notices = context.get("notices") or get_event_notices(event, timezone.now())
    return {
        "announcements": notices.announcements,
        "breaks": notices.breaks,
        "page_url": context.get("page_url", ""),
        "end_break_url": page("desk-end-break", event) if can_end_breaks else "",
    }


register.filter("stages_as_text", describe_stages)


@register.simple_tag
def copy_notice(tournament: Tournament) -> str:
    """Return what the pages of a tournament say that another site directs."""
    return " ".join(notice for notice in copy_notices(tournament) if notice) or gettext("Directed elsewhere")


@register.simple_tag
def tournament_links_of(tournament: Tournament) -> list[PageLink]:
    """Return the links of feature apps about a whole tournament."""
    return [link for links in tournament_links(tournament) for link in links]
