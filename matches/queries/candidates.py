"""Which matches a record may be of: the same length, names alike, the latest first."""

from matches.likeness import likeness
from matches.models import Match
from matches.queries import listing

LOOKED_AT = 300
SHOWN = 5
ALIKE = 1.4


def matches_like(*, players: tuple[str, str], length: int) -> list[Match]:
    """At most five matches of that length whose players are called alike, the most alike first."""
    rows = listing.matches_where().filter(length=length).exclude(status="void")[:LOOKED_AT]
    rated = [(_alike(match, players), match) for match in rows]
    fitting = [pair for pair in rated if pair[0] >= ALIKE]
    fitting.sort(key=lambda pair: (-pair[0], -pair[1].pk))
    return [match for _, match in fitting[:SHOWN]]


def _alike(match: Match, players: tuple[str, str]) -> float:
    white, black = match.white.name, match.black.name
    straight = likeness(players[0], white) + likeness(players[1], black)
    crossed = likeness(players[0], black) + likeness(players[1], white)
    return max(straight, crossed)
