"""Template tags of leagues."""

from collections.abc import Mapping

from django import template

from tournaments.leagues import messages
from tournaments.leagues.queries import LeaguePlacement

register = template.Library()


@register.simple_tag
def placing_of(placement: LeaguePlacement, is_final: bool) -> str:
    """Return why an entry plays in its division next season, or would do as the table stands."""
    placing = placement.placing
    return messages.placing_text(placing.cause, placing.place, placing.is_by_lot, is_final=is_final)


@register.filter
def division_chosen_for(posted: Mapping[str, str], number: int) -> str:
    """Return the number of the division chosen for an entry in a refused form; "" without one."""
    return posted.get(f"entry-{number}", "")
