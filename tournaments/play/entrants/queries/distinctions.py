"""What tells people of one name in an event or club apart: a typed text, club, country, team or code."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from matches.models import Player
from matches.names import LONGEST_DISTINCTION, NameKind, fold_name
from matches.queries.people import canonical_key, get_persons
from tournaments.models import Club, Entry, Event, Membership, Takes
from tournaments.play.entrants.queries.entries import event_entries, team_members


@dataclass(frozen=True, slots=True)
class Participant:
    """A person of an event or club, and the details that may tell them from a namesake, clearest first."""

    person: Player
    details: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """The full and the public name as they are compared."""
        return frozenset((fold_name(self.person.full_name), fold_name(self.person.undistinguished_name)))


def get_participants(event: Event) -> list[Participant]:
    """Return the persons of an event: players, the members of pairs, and those of teams."""
    entries = event_entries(event)
    typed_distinctions = _get_typed_distinctions(event.tournament.club_id)
    participants = [
        Participant(
            person, (typed_distinctions.get(person.pk, ""), entry.club[:LONGEST_DISTINCTION], entry.country)
        )
        for entry in entries
        for person in get_persons(entry.player)
        if person.is_person
    ]
    if event.takes != Takes.TEAMS.value:
        return _add_last_details(participants, event.tournament.club_id)
    teams = {entry.pk: entry for entry in entries}
    members = [
        Participant(
            person,
            (
                typed_distinctions.get(person.pk, ""),
                team.club[:LONGEST_DISTINCTION],
                team.player.name[:LONGEST_DISTINCTION],
            ),
        )
        for row in team_members(event)
        for team in (teams[row.entry_id],)
        for person in get_persons(row.player)
    ]
    return _add_last_details(participants + members, event.tournament.club_id)


def _add_last_details(participants: Sequence[Participant], club: int) -> list[Participant]:
    """Return the participants; namesakes without club or country get those of their last entry in this club.

    So an entry that states neither does not take away what tells a person apart elsewhere. One query if
    somebody has a namesake.
    """
    persons_by_name: defaultdict[str, set[int]] = defaultdict(set)
    for each in participants:
        for name in each.names:
            persons_by_name[name].add(each.person.pk)
    namesakes = {key for keys in persons_by_name.values() if len(keys) > 1 for key in keys}
    if not namesakes:
        return list(participants)
    last_details = _get_last_details(club, namesakes)
    completed = []
    for each in participants:
        typed, stated_club, third = each.details
        last_club, last_country = last_details.get(each.person.pk, ("", ""))
        completed.append(replace(each, details=(typed, stated_club or last_club, third or last_country)))
    return completed


def _get_last_details(club: int, persons: Collection[int]) -> dict[int, tuple[str, str]]:
    """Return the club and the country last stated in entries of these persons in a club. One query."""
    entries = Entry.objects.filter(event__tournament__club=club).annotate(person=canonical_key("player"))
    details: dict[int, tuple[str, str]] = {}
    for entry in entries.filter(person__in=persons).order_by("pk"):
        last_club, last_country = details.get(entry.person, ("", ""))
        details[entry.person] = (entry.club[:LONGEST_DISTINCTION] or last_club, entry.country or last_country)
    return details


def get_members_to_distinguish(club: Club) -> list[Participant]:
    """Return the members of a club, current and former, who share a name or have a distinction already.

    Their details are what managers have typed, and club and country of the last entry here. At most three
    queries.
    """
    members = Membership.objects.filter(
        club=club, player__kind=NameKind.PERSON.value, player__anonymised_at=None
    )
    keys = members.annotate(person=canonical_key("player")).order_by().values("person")
    persons = {
        person.pk: Participant(person, ()) for person in Player.objects.filter(pk__in=keys).order_by("pk")
    }
    counts = Counter(name for person in persons.values() for name in person.names)
    members_to_distinguish = [
        each
        for each in persons.values()
        if each.person.distinction or any(counts[name] > 1 for name in each.names)
    ]
    if not members_to_distinguish:
        return []
    typed_distinctions = _get_typed_distinctions(club.pk)
    details = _get_last_details(club.pk, [each.person.pk for each in members_to_distinguish])
    return [
        replace(
            each, details=(typed_distinctions.get(each.person.pk, ""), *details.get(each.person.pk, ("", "")))
        )
        for each in members_to_distinguish
    ]


def _get_typed_distinctions(club: int) -> Mapping[int, str]:
    """Return what managers have typed to tell members apart, by the key of the person. One query."""
    rows = Membership.objects.filter(club=club, player__isnull=False).exclude(distinction="")
    return dict(rows.values_list(canonical_key("player"), "distinction"))


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
