"""The names of a file matched to players by the choices about them, without writes or locks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matches.models import Player
from matches.names import fold_name
from rules.errors import Refusal
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.known_results import Persons, get_canonical_key
from tournaments.importing.queries.listed_names import (
    KnownPeople,
    compare_people,
    get_known_people,
    list_names,
)
from tournaments.importing.queries.named_players import NamedPlayer
from tournaments.importing.queries.stated_players import add_stated_players
from tournaments.models import Club

# A choice for an ambiguous name: a new player, "p:" and the code of a player of the club, or "f:" and the
# number of another name of the file. A person of a list of members can also be left out.
NEW, OF_CLUB, OF_FILE, LEFT_OUT = "new", "p", "f", "skip"


@dataclass(frozen=True, slots=True)
class MatchedNames:
    """Names of a file grouped by person, each group with its player or None.

    Valid as long as the club has the same people under the same names.
    """

    club: Club
    people: tuple[ListedPerson, ...]
    choices: Mapping[int, str]
    known: KnownPeople
    groups: tuple[tuple[tuple[NamedPlayer, ...], Player | None], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the file."""
        return tuple(person.name for person in self.people)

    @property
    def persons(self) -> Persons:
        """Return whom each folded name of the file means."""
        keys = {
            fold_name(one.name): [get_canonical_key(player)] if player else []
            for group, player in self.groups
            for one in group
        }
        return {name: frozenset(each) for name, each in keys.items()}


def match_names(*, club: Club, names: Sequence[str], choices: Mapping[int, str]) -> MatchedNames:
    """Match the names of a file to players, without writes or locks.

    Raises `past_names_open` if an ambiguous name has no choice, and `past_choice_unknown` for a choice that
    was not offered or a contradiction.
    """
    return match_people(club, list_names(names), choices)


def match_people(club: Club, people: Sequence[ListedPerson], choices: Mapping[int, str]) -> MatchedNames:
    known_people = get_known_people(club, [person.name for person in people])
    named_players = add_stated_players(
        known_people.people.values(), compare_people(known_people, people), choices
    )
    undecided_names = [one.name for one in named_players if one.needs_choice and one.number not in choices]
    if undecided_names:
        raise Refusal("past_names_open", names=", ".join(undecided_names[:3]), count=len(undecided_names))
    valid_choices = {one.number: _valid_choice(one, choices) for one in named_players}
    groups = tuple(
        (tuple(group), _find_player(group, valid_choices))
        for group in _group_names(named_players, valid_choices)
    )
    return MatchedNames(club, tuple(people), choices, known_people, groups)


def _valid_choice(one: NamedPlayer, choices: Mapping[int, str]) -> str:
    choice = choices.get(one.number, NEW) if one.has_question else NEW
    offered = {NEW, *(like.value for like in one.near), *([LEFT_OUT] if one.line else [])}
    if choice not in offered:
        raise Refusal("past_choice_unknown", choice=choice[:40])
    return choice


def _group_names(
    named_players: Sequence[NamedPlayer], valid_choices: Mapping[int, str]
) -> list[list[NamedPlayer]]:
    """Group the names that are one person by these choices, in file order."""
    # The lowest number of the group of each name; a choice joins two groups.
    lowest_numbers = {one.number: one.number for one in named_players}
    for number, choice in valid_choices.items():
        if choice.startswith(f"{OF_FILE}:"):
            low, high = sorted((lowest_numbers[number], lowest_numbers[int(choice[2:])]))
            lowest_numbers = {
                each: low if lowest == high else lowest for each, lowest in lowest_numbers.items()
            }
    groups: dict[int, list[NamedPlayer]] = {}
    for one in named_players:
        if valid_choices[one.number] == LEFT_OUT:
            continue
        groups.setdefault(lowest_numbers[one.number], []).append(one)
    return list(groups.values())


def _find_player(group: Sequence[NamedPlayer], valid_choices: Mapping[int, str]) -> Player | None:
    """Return the club's player for a group of names, if any."""
    codes = [
        valid_choices[one.number][2:] for one in group if valid_choices[one.number].startswith(f"{OF_CLUB}:")
    ]
    candidates = [*(one.player for one in group if one.player), *Player.objects.filter(code__in=codes)]
    keys = {player.pk for player in candidates}
    if len(keys) > 1:
        raise Refusal("past_choice_unknown", choice=group[0].name[:40])
    return candidates[0] if candidates else None
