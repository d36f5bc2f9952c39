"""Keep what tells people of one name apart up to date with the events and clubs they are in."""

from collections import Counter
from collections.abc import Collection

from django.db import transaction

from matches.models import Player
from matches.queries.people import get_persons, get_spellings, select_canonical_players
from matches.services import players
from tournaments.models import Club, Event
from tournaments.play.entrants.queries.distinctions import (
    find_distinctions,
    get_members_to_distinguish,
    get_participants,
)
from tournaments.play.entrants.queries.entries import entries_of_players, memberships_of_players


@transaction.atomic
def update_distinctions(*, event: Event, former_players: Collection[int] = ()) -> None:
    """Tell the namesakes of an event and its club apart, after its people or their details have changed.

    A person who has no namesake any more, in this or in another event or club, loses the distinction; this
    includes `former_players`, the keys of those who have left the event.
    """
    _update_event(event, former_players)
    update_distinctions_of_members(club=event.tournament.club)


def _update_event(event: Event, former_players: Collection[int] = ()) -> None:
    participants = get_participants(event)
    distinctions = dict(find_distinctions(participants))
    persons = {each.person.pk: each.person for each in participants}
    former = select_canonical_players(Player.objects.filter(pk__in=former_players))
    persons |= {person.pk: person for player in former for person in get_persons(player)}
    for key, person in persons.items():
        if person.distinction and key not in distinctions and not _has_namesake(person, leave_out=event):
            distinctions[key] = ""
    new_distinctions = {key: text for key, text in distinctions.items() if persons[key].distinction != text}
    if new_distinctions:
        players.set_distinctions(distinctions=new_distinctions)


@transaction.atomic
def update_distinctions_of_members(*, club: Club) -> None:
    """Tell the members of one name in a club apart, where their events do not do so already.

    Members who have no namesake any more, in this or in another club or event, lose the distinction.
    """
    members = get_members_to_distinguish(club)
    distinctions = find_distinctions(members)
    bearers = Counter((name, each.person.distinction.casefold()) for each in members for name in each.names)
    new_distinctions = {}
    for each in members:
        person, current = each.person, each.person.distinction
        best = distinctions.get(person.pk, "")
        is_typed = best != "" and best == each.details[0]
        is_clear = current != "" and all(bearers[name, current.casefold()] == 1 for name in each.names)
        if best == current or (best and is_clear and not is_typed):
            continue
        if best or not _has_namesake(person, leave_out=club):
            new_distinctions[person.pk] = best
    if new_distinctions:
        players.set_distinctions(distinctions=new_distinctions)


@transaction.atomic
def update_distinctions_of_person(*, person: Player) -> None:
    """Tell the namesakes apart in all events and clubs of a person, whose name or spellings have changed."""
    for event in sorted(_get_events(person), key=lambda event: event.pk):
        _update_event(event)
    for club in _get_clubs(person):
        update_distinctions_of_members(club=club)


def _has_namesake(person: Player, *, leave_out: Event | Club) -> bool:
    """Return whether a person has a namesake in another event or club than this one."""
    groups = [get_participants(event) for event in _get_events(person) if event != leave_out]
    groups += [get_members_to_distinguish(club) for club in _get_clubs(person) if club != leave_out]
    return any(person.pk in find_distinctions(group) for group in groups)


def _get_events(person: Player) -> set[Event]:
    spellings = [each.pk for each in get_spellings(person)]
    events = {entry.event for entry in entries_of_players(spellings)}
    return events | {row.event for row in memberships_of_players(spellings)}


def _get_clubs(person: Player) -> list[Club]:
    spellings = [each.pk for each in get_spellings(person)]
    return list(Club.objects.filter(memberships__player__in=spellings).distinct().order_by("pk"))
