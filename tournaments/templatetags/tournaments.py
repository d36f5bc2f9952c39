"""Template tags of the public page of a tournament."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils import timezone

from tournaments.messages.names import FORMATS, describe_lengths
from tournaments.models import Event
from tournaments.queries.announcements import get_event_announcements

register = template.Library()


@register.inclusion_tag("components/announcements.html", takes_context=True)
def event_announcements(context: template.RequestContext, event: Event) -> dict[str, Any]:
    """Render the active announcements on a page of an event; the page reloads them."""
    active = get_event_announcements(event, timezone.now())
    return {"announcements": active, "page_url": context.get("page_url", "")}


@register.filter
def stages_as_text(stages: Sequence[tuple[str, Sequence[int]]]) -> str:
    """Return the format of each stage with its match lengths: "Swiss, 7-point matches; knockout, …"."""
    return "; ".join(f"{FORMATS[name]}, {describe_lengths(points)}" for name, points in stages)
