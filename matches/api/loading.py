"""What doors of this room do first: find the match at their address, or say that it is not there."""

from matches.models import Match
from matches.queries import sheets
from rules.errors import Refusal


def match_at(code: str) -> Match:
    """The match of a code. Raises `match_absent`."""
    match = sheets.match_by_code(code)
    if match is None:
        raise Refusal("match_absent")
    return match
