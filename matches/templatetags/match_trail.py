"""Breadcrumbs of a page below a match: to its event, and for officials to the desk."""

from typing import Any

from django import template

from matches.models import Match
from matches.permissions import may_rule

register = template.Library()


@register.inclusion_tag("matches/breadcrumb_items.html", takes_context=True)
def event_trail(context: template.RequestContext, match: Match) -> dict[str, Any]:
    """Render the breadcrumb items of a match: its event, and for officials the desk."""
    user = getattr(context.get("request"), "user", None)
    return {"match": match, "is_official": may_rule(user, match.desk)}
