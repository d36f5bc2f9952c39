"""Template tags for the announcements of a desk."""

from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import get_language

from matches.models import Announcement, Desk
from matches.queries import desks

register = template.Library()


@register.inclusion_tag("components/announcements.html", takes_context=True)
def announcements(context: template.RequestContext, desk: Desk) -> dict[str, Any]:
    """Active announcements; the page reloads them when they change."""
    active = desks.get_public_announcements(desk.pk, timezone.now())
    return {"announcements": active, "page_url": context.get("page_url", "")}


@register.filter
def announcement_text(announcement: Announcement) -> str:
    """The announcement in the reader's language, or in the one it was written in."""
    return str(getattr(announcement, _tongue(announcement)))


@register.filter
def tongue(announcement: Announcement) -> str:
    """The code of the language an announcement is shown in."""
    return "it" if _tongue(announcement) == "italian" else "en"


def _tongue(announcement: Announcement) -> str:
    preferred, other = ("italian", "english") if get_language() == "it" else ("english", "italian")
    return preferred if getattr(announcement, preferred) else other
