"""Template tags of leagues."""

from django import template

from tournaments.leagues import messages
from tournaments.leagues.queries import Division, LeaguePlacement
from tournaments.queries.event_standings import TableLine

register = template.Library()


@register.simple_tag
def placing_of(placement: LeaguePlacement) -> str:
    """Return why an entry plays in its division next season."""
    placing = placement.placing
    return messages.placing_text(placing.cause, placing.place, placing.is_by_lot)


@register.filter
def moves(line: TableLine, division: Division) -> str:
    """Return whether the entry of a row would leave the division: "up", "down" or "".

    Before the first result all players share one place, and none leaves.
    """
    if not division.played_count:
        return ""
    if line.place <= division.up:
        return "up"
    staying = sum(other.entry.status != "withdrawn" for other in division.table.lines)
    return "down" if line.place > staying - division.down and line.entry.status != "withdrawn" else ""
