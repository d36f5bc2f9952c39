"""The paths of the pages of an event, and of the table of a match."""

from matches.models import Match
from tournaments.models import Event


def path_of(event: Event, page: str = "") -> str:
    """The path of an event, or of one of its pages."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/{page}"


def table_of(match: Match) -> str:
    """The path on the card of the match's table."""
    assert match.table is not None
    return f"/t/{match.table.code}/"
