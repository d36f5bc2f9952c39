"""Checks of entrants: that each person is in an event once, and of the kind that the event takes."""

from collections import Counter
from collections.abc import Iterable, Mapping

from matches.models import Player
from matches.names import NameKind
from matches.queries.people import get_canonical_player, get_persons
from rules.errors import Refusal
from tournaments.models import Event, Takes
from tournaments.queries import entries

PERSON, PAIR, TEAM = (kind.value for kind in NameKind)
ACCEPTED_KINDS: Mapping[str, tuple[str, ...]] = {
    Takes.ANYBODY.value: (PERSON, PAIR),
    Takes.PLAYERS.value: (PERSON,),
    Takes.PAIRS.value: (PAIR,),
    Takes.TEAMS.value: (TEAM,),
}


def check_entered_once(players: frozenset[int]) -> None:
    """Raise if a person is in one event twice, alone or in pairs."""
    player_entries = entries.entries_of_players(players)
    persons = [(entry.event, person) for entry in player_entries for person in get_persons(entry.player)]
    persons += [
        (member.event, get_canonical_player(member.player))
        for member in entries.memberships_of_players(players)
    ]
    person_counts = Counter(persons)
    for event, person in persons:
        if person_counts[event, person] > 1:
            raise Refusal("entered_together", event=event.name)


def check_unique_entrants(event: Event) -> None:
    """Raise if a player is in two entries of the event, alone or in pairs."""
    person = entries.find_duplicate_player(event)
    if person is not None:
        raise Refusal("sits_already", player=person.name, event=event.name)


def check_entrant_kinds(event: Event, entrants: Iterable[Player]) -> None:
    """Raise `takes_players`, `takes_pairs` or `takes_teams` for entrants of the wrong kind."""
    accepted_kinds = ACCEPTED_KINDS.get(event.takes, ())
    for player in entrants:
        if player.kind not in accepted_kinds:
            raise wrong_kind_refusal(event, player.name)


def wrong_kind_refusal(event: Event, name: str) -> Refusal:
    """Return the refusal `takes_players`, `takes_pairs` or `takes_teams` for an entrant."""
    context = {"event": event.name, "player": name}
    if event.takes == Takes.TEAMS.value:
        return Refusal("takes_teams", **context)
    return Refusal("takes_pairs" if event.takes == Takes.PAIRS.value else "takes_players", **context)
