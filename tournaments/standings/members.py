"""Credit the people of a pair or a team with what it did. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from tournaments.standings.facts import Evening, Settled

Members = Mapping[int, tuple[int, ...]]


def credit_members(evening: Evening, members: Members) -> Evening:
    """Return the evening with pairs and teams replaced by their people.

    `members` names the people of each pair and team by their keys. Each person came, has the wins and losses
    of the pair, and reached its place, all in full. The opponent of a doubles match stays the opposing pair,
    so that it decides no tie between two persons.
    """
    if not members:
        return evening
    return replace(
        evening,
        players=frozenset(person for player in evening.players for person in members.get(player, (player,))),
        matches=tuple(credited for match in evening.matches for credited in _credit_match(match, members)),
        placings=tuple(
            replace(placing, player=person)
            for placing in evening.placings
            for person in members.get(placing.player, (placing.player,))
        ),
    )


def _credit_match(match: Settled, members: Members) -> Iterable[Settled]:
    """The match once for each person on a side of several; a match of two persons as it is."""
    if match.winner not in members and match.loser not in members:
        yield match
        return
    for person in members.get(match.winner, (match.winner,)):
        yield replace(match, winner=person)
    for person in members.get(match.loser, (match.loser,)):
        yield replace(match, loser=person)
