"""Template tags of leagues."""

from django import template

from tournaments.leagues import messages
from tournaments.leagues.queries import LeaguePlacement

register = template.Library()


@register.simple_tag
def placing_of(placement: LeaguePlacement) -> str:
    """Return why an entry plays in its division next season."""
    placing = placement.placing
    return messages.placing_text(placing.cause, placing.place, placing.is_by_lot)
