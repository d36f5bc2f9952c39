"""What tells people of one name in an event apart: club, country, team or code."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from matches.models import Player
from matches.names import LONGEST_DISTINCTION, fold_name
from matches.queries.people import get_persons
from tournaments.models import Event, Takes
from tournaments.queries.entries import event_entries, team_members


@dataclass(frozen=True, slots=True)
class Participant:
    """A person of an event, with the details that may tell them from a namesake, the clearest first."""

    person: Player
    details: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """The full and the public name as they are compared."""
        return frozenset((fold_name(self.person.full_name), fold_name(self.person.undistinguished_name)))


def get_participants(event: Event) -> list[Participant]:
    """Return the persons of an event: players, the members of pairs, and those of teams."""
    entries = event_entries(event)
    participants = [
        Participant(person, (entry.club[:LONGEST_DISTINCTION], entry.country))
        for entry in entries
        for person in get_persons(entry.player)
        if person.is_person
    ]
    if event.takes != Takes.TEAMS.value:
        return participants
    teams = {entry.pk: entry for entry in entries}
    return participants + [
        Participant(person, (team.club[:LONGEST_DISTINCTION], team.player.name[:LONGEST_DISTINCTION]))
        for row in team_members(event)
        for team in (teams[row.entry_id],)
        for person in get_persons(row.player)
    ]


def find_distinctions(participants: Collection[Participant]) -> Mapping[int, str]:
    """Return what tells each person (by key) who has a namesake among these from all of them.

    It is the first detail that no namesake shares, else the code of the player.
    """
    by_name: defaultdict[str, list[Participant]] = defaultdict(list)
    for participant in participants:
        for name in participant.names:
            by_name[name].append(participant)
    distinctions = {}
    for participant in participants:
        namesakes = [
            other
            for name in participant.names
            for other in by_name[name]
            if other.person.pk != participant.person.pk
        ]
        if namesakes:
            distinctions[participant.person.pk] = _choose_distinction(participant, namesakes)
    return distinctions


def _choose_distinction(participant: Participant, namesakes: list[Participant]) -> str:
    for place, detail in enumerate(participant.details):
        if detail and all(detail.casefold() != other.details[place].casefold() for other in namesakes):
            return detail
    return participant.person.code
