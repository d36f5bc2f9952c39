"""Template tags of leagues."""

from django import template

from tournaments.leagues import messages
from tournaments.leagues.queries import Division, Next
from tournaments.queries.tables import Line

register = template.Library()


@register.simple_tag
def placing_of(following: Next) -> str:
    """Why somebody plays where he does next season."""
    one = following.placing
    return messages.placing(one.cause, one.place, one.is_by_lot)


@register.filter
def moves(line: Line, division: Division) -> str:
    """Whether the holder of a line would leave the division: "up", "down" or ""."""
    if line.place <= division.up:
        return "up"
    staying = sum(other.entry.status != "withdrawn" for other in division.table.lines)
    return "down" if line.place > staying - division.down and line.entry.status != "withdrawn" else ""
