"""Keep what tells people of one name apart up to date with the events they are in."""

from collections.abc import Collection

from django.db import transaction

from matches.models import Player
from matches.queries.people import get_persons, get_spellings, select_canonical_players
from matches.services import players
from tournaments.models import Event
from tournaments.queries.distinctions import find_distinctions, get_participants
from tournaments.queries.entries import entries_of_players, memberships_of_players


@transaction.atomic
def update_distinctions(*, event: Event, former_players: Collection[int] = ()) -> None:
    """Tell the namesakes of an event apart, after its people or their details have changed.

    A person who has no namesake any more, in this or in another event, loses the distinction; this
    includes `former_players`, the keys of those who have left the event.
    """
    participants = get_participants(event)
    distinctions = dict(find_distinctions(participants))
    persons = {each.person.pk: each.person for each in participants}
    former = select_canonical_players(Player.objects.filter(pk__in=former_players))
    persons |= {person.pk: person for player in former for person in get_persons(player)}
    for key, person in persons.items():
        if person.distinction and key not in distinctions and not _has_namesake_elsewhere(person, event):
            distinctions[key] = ""
    changed = {key: text for key, text in distinctions.items() if persons[key].distinction != text}
    if changed:
        players.set_distinctions(distinctions=changed)


@transaction.atomic
def update_distinctions_of_person(*, person: Player) -> None:
    """Tell the namesakes apart in all events of a person, whose name has changed."""
    for event in sorted(_get_events(person), key=lambda event: event.pk):
        update_distinctions(event=event)


def _has_namesake_elsewhere(person: Player, event: Event) -> bool:
    events = _get_events(person) - {event}
    return any(person.pk in find_distinctions(get_participants(other)) for other in events)


def _get_events(person: Player) -> set[Event]:
    spellings = [each.pk for each in get_spellings(person)]
    events = {entry.event for entry in entries_of_players(spellings)}
    return events | {row.event for row in memberships_of_players(spellings)}
