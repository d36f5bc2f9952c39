"""Template tags for the announcements of a desk."""

from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import get_language

from matches.models import Announcement, Desk, Player
from matches.queries import announcements as announcement_queries
from matches.queries.breaks import get_desk_breaks

register = template.Library()


@register.inclusion_tag("components/announcements.html", takes_context=True)
def announcements(context: template.RequestContext, desk: Desk, *players: Player) -> dict[str, Any]:
    """Show the breaks of a desk, and the active announcements for everybody and for these players."""
    active = announcement_queries.get_announcements_for(desk.pk, timezone.now(), players)
    return {
        "announcements": active,
        "breaks": get_desk_breaks(desk),
        "page_url": context.get("page_url", ""),
    }


@register.filter
def announcement_text(announcement: Announcement) -> str:
    """The announcement in the reader's language, or in the one it was written in."""
    return announcement.text_in(get_language() or "en")


@register.filter
def announcement_language(announcement: Announcement) -> str:
    """The code of the language an announcement is shown in."""
    return "it" if _get_language_field(announcement) == "italian" else "en"


def _get_language_field(announcement: Announcement) -> str:
    preferred, other = ("italian", "english") if get_language() == "it" else ("english", "italian")
    return preferred if getattr(announcement, preferred) else other
