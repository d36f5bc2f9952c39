"""The check that nobody is in two entries of one event."""

from collections import Counter
from collections.abc import Iterable

from matches.models import Player
from matches.queries.people import get_canonical_player, get_persons
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.play.entrants.queries import entries


def check_not_entered(event: Event, players: Iterable[Player], *, replaced_entry: int = 0) -> None:
    """Raise `sits_already` if a player, alone or in a pair, is in another entry than the replaced one."""
    entered = {
        person.pk
        for entry in entries.event_entries(event)
        if entry.number != replaced_entry
        for person in get_persons(entry.player)
    }
    for person in (person for player in players for person in get_persons(player)):
        if person.pk in entered:
            raise Refusal("sits_already", player=person.name, event=event.name)


def check_unique_entrants(event: Event) -> None:
    """Raise if a player is in two entries of the event, alone or in pairs."""
    person = entries.find_duplicate_player(event)
    if person is not None:
        raise Refusal("sits_already", player=person.name, event=event.name)


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
