"""Template tags of the public page of a tournament."""

from typing import Any

from django import template
from django.utils import timezone

from matches.queries.breaks import get_desk_breaks
from tournaments.messages.names import describe_stages
from tournaments.models import Event
from tournaments.permissions import find_inactivity
from tournaments.queries.announcements import get_event_announcements
from tournaments.templatetags.events import page

register = template.Library()


@register.inclusion_tag("components/announcements.html", takes_context=True)
def event_announcements(context: template.RequestContext, event: Event) -> dict[str, Any]:
    """Render the breaks and the active announcements on a page of an event; the page reloads them.

    On the directors' pages of an active tournament a break that is on has the button that ends it.
    """
    tabs = context.get("tabs")
    can_end_breaks = bool(tabs and tabs.is_desk) and find_inactivity(event) is None
    active = get_event_announcements(event, timezone.now())
    return {
        "announcements": active,
        "breaks": get_desk_breaks(event.tournament.desk),
        "page_url": context.get("page_url", ""),
        "end_break_url": page("desk-end-break", event) if can_end_breaks else "",
    }


register.filter("stages_as_text", describe_stages)
