"""Members of a club who share a name: their codes, and what tells them apart."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from django.db.models import Q

from matches.models import Player
from matches.names import NameKind, add_distinction, fold_name, get_sort_key, sort_name_parts
from matches.short_names import GENERATIONS
from rules.errors import Refusal
from tournaments.messages.names import PERSON_LABEL
from tournaments.models import Entry, MemberRecord
from tournaments.name_lists.details import EntryDetails
from tournaments.name_lists.entry_details import write_line
from tournaments.name_lists.line_cells import SEPARATORS, tidy
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes


class HasOrigin(Protocol):
    """What states the club and country of a player: an entry, a line of a list, a sign-up."""

    @property
    def club(self) -> str:
        """The club, "" if not stated."""

    @property
    def country(self) -> str:
        """The code of the country, "" if not stated."""


class MemberNames:
    """Finds the members of a club (key -> full name) whom a name means.

    Of namesakes, "John Smith (Leeds)" is the one with that distinction, and "John Smith (a1b2c3d4)" the one
    with that code. `codes` are those of namesakes (code -> key), and of the members whose name a line of
    `text` has with another mark in brackets: their year of birth, in brackets, means them too, unless two of
    one name share it. `places` are clubs of records and distinctions that can be a town. Years of birth and
    clubs of records are used for those who may read them (`with_records`).
    """

    def __init__(
        self, club: int, members: Mapping[int, str], text: str = "", *, with_records: bool = False
    ) -> None:
        self._club = club
        self._keys: defaultdict[str, list[int]] = defaultdict(list)
        for key, name in members.items():
            self.add(key, name)
        namesakes = [key for keys in self._keys.values() if len(keys) > 1 for key in keys]
        bracketed = _find_bracketed(text, members)
        namesakes += bracketed
        home_clubs = self._list_home_clubs() if text and with_records else {}
        may_be_marked = Q(pk__in=[*namesakes, *home_clubs]) | (Q(memberships__club=club) & ~Q(distinction=""))
        rows = Player.objects.filter(may_be_marked)
        players = {player.pk: player for player in rows if player.pk in members}
        self.places = {
            key: tuple(filter(None, (home_clubs.get(key, ""), _get_place(player.distinction))))
            for key, player in players.items()
        }
        self.codes = {player.code: key for key, player in players.items()}
        self.marked_names = {
            fold_name(add_distinction(player.full_name, mark)): key
            for key, player in players.items()
            for mark in (player.distinction, player.code)
            if mark
        }
        if bracketed and with_records:
            self.marked_names = self._list_names_with_years(players) | self.marked_names

    def _list_home_clubs(self) -> dict[int, str]:
        """Return the clubs that are recorded of members, by the key of the player. One query."""
        records = MemberRecord.objects.filter(club=self._club, membership__player__isnull=False)
        return dict(records.exclude(home_club="").values_list("membership__player", "home_club"))

    def _list_names_with_years(self, players: Mapping[int, Player]) -> dict[str, int]:
        """Return the names with the year of birth of those members of whom the club knows it. One query."""
        records = MemberRecord.objects.filter(club=self._club, membership__player__in=players)
        years = records.exclude(birth_year=None).values_list("membership__player", "birth_year")
        keys: defaultdict[str, list[int]] = defaultdict(list)
        for key, year in years:
            keys[fold_name(add_distinction(players[key].full_name, str(year)))].append(key)
        return {name: namesakes[0] for name, namesakes in keys.items() if len(namesakes) == 1}

    def find(self, name: str) -> list[int]:
        """Return the members whom this name can mean."""
        marked_member = self.marked_names.get(fold_name(name))
        return self._keys.get(fold_name(name)) or ([marked_member] if marked_member is not None else [])

    def list_marked(self, name: str) -> list[str]:
        """Return this name with the code of each member it can mean."""
        keys = self.find(name)
        return [add_distinction(name, code) for code, key in self.codes.items() if key in keys]

    def get(self, name: str) -> int | None:
        """Return the member of this name, None if there is none. Raises `name_shared` if several have it."""
        keys = self.find(name)
        if len(keys) > 1:
            raise self.make_refusal(name)
        return keys[0] if keys else None

    def make_refusal(self, name: str) -> Refusal:
        """Return the refusal that asks which member a name means."""
        choices = describe_namesakes(self._club, self.find(name))
        return Refusal("name_shared", name=name, choices="; ".join(choices.values()))

    def add(self, key: int, name: str) -> None:
        """Add a member."""
        self._keys[fold_name(name)].append(key)


def _get_place(distinction: str) -> str:
    """Return a distinction that can be a town or a club; "" for father and son, numbers and codes."""
    is_generation = fold_name(distinction) in GENERATIONS
    return "" if is_generation or any(map(str.isdigit, distinction)) else distinction


def _find_bracketed(text: str, members: Mapping[int, str]) -> list[int]:
    """Return the members (keys) whose name, in any order, stands before a bracket in a line of a text."""
    before_brackets = [line.partition("(")[0] for line in text.splitlines() if "(" in line]
    parts = {sort_name_parts(tidy(name)) for line in before_brackets for name in line.split("/")}
    return [key for key, name in members.items() if sort_name_parts(name) in parts] if parts else []


def are_details_of_one(one: HasOrigin, other: HasOrigin) -> bool:
    """Return whether club and country of two players of one name do not show that they are two people."""
    pairs = ((one.club, other.club), (one.country, other.country))
    return all(not first or not second or first.casefold() == second.casefold() for first, second in pairs)


def choose_namesake(
    club: int, players: Collection[int], about: EntryDetails, *, with_records: bool
) -> int | None:
    """Return the only one of these namesakes who is known to be of this club, else of this country.

    Known are club and country of the last entry, and the club of the member record for those who may read it
    (`with_records`). Nobody is chosen while another of them can be of it too, as nothing else is known of
    that one.
    """
    entries = Entry.objects.filter(
        player__in=players, event__tournament__club=club, player__kind=NameKind.PERSON.value
    )
    last_entries = {entry.player_id: entry for entry in entries.order_by("pk")}
    records = MemberRecord.objects.filter(club=club, membership__player__in=players)
    home_clubs = dict(records.values_list("membership__player", "home_club")) if with_records else {}
    known_values: dict[str, dict[int, set[str]]] = {"club": {}, "country": {}}
    for key in players:
        entry = last_entries.get(key)
        known_values["club"][key] = {entry.club if entry else "", home_clubs.get(key, "")}
        known_values["country"][key] = {entry.country if entry else ""}
    for detail, values in known_values.items():
        stated = getattr(about, detail).casefold()
        possible_players = [key for key in players if _may_be_of(stated, values[key])]
        if stated and len(possible_players) == 1 and any(values[possible_players[0]]):
            return possible_players[0]
    return None


def _may_be_of(stated: str, known_values: Collection[str]) -> bool:
    """Return whether nothing known speaks against this club or country."""
    known = {value.casefold() for value in known_values if value}
    return not known or stated in known


@dataclass(frozen=True, slots=True)
class UnclearName:
    """A name that can mean each of these members (by key), with nothing that tells which."""

    refusal_code: ClassVar[str] = "name_shared"

    club: int
    name: str
    members: tuple[int, ...]

    def make_refusal(self) -> Refusal:
        """Return the refusal that asks which member is meant."""
        choices = describe_namesakes(self.club, self.members)
        return Refusal(self.refusal_code, name=self.name, choices="; ".join(choices.values()))


@dataclass(frozen=True, slots=True)
class PersonMatches:
    """Whom the names of a list mean, by their place in it.

    `keys` are members, `newcomers` the places of each person who is no member yet.
    """

    keys: Mapping[int, int]
    newcomers: Sequence[Sequence[int]]
    unclear: Mapping[int, UnclearName]


def match_persons(
    club: int,
    members: Mapping[int, str],
    people: Sequence[tuple[str, EntryDetails]],
    distinctions: Sequence[str],
    *,
    with_records: bool,
) -> PersonMatches:
    """Return whom these names with their details mean among the members of a club (key -> full name).

    The rules are those of `entries.services.entries.get_or_create_persons`.
    """
    member_names = MemberNames(club, members)
    keys: dict[int, int] = {}
    newcomers: list[list[int]] = []
    unclear: dict[int, UnclearName] = {}
    for namesakes in _group_by_person(people, distinctions):
        for places in namesakes:
            (name, about), text = people[places[0]], distinctions[places[0]]
            namesake_keys = member_names.find(add_distinction(name, text))
            candidates = [key for key in namesake_keys if key not in keys.values()]
            is_clear = len(candidates) == 1 and (len(namesakes) == 1 or bool(text))
            key = (
                candidates[0]
                if is_clear
                else choose_namesake(club, candidates, about, with_records=with_records)
            )
            if key is not None:
                keys |= dict.fromkeys(places, key)
            elif candidates:
                unclear |= dict.fromkeys(places, UnclearName(club, name, tuple(member_names.find(name))))
            else:
                newcomers.append(places)
    return PersonMatches(keys, newcomers, unclear)


def _group_by_person(
    people: Sequence[tuple[str, EntryDetails]], texts: Sequence[str]
) -> list[list[list[int]]]:
    """Return the places in this list by name, and among those of one name by person."""
    groups: defaultdict[str, list[list[int]]] = defaultdict(list)
    for place, (name, about) in enumerate(people):
        persons = groups[fold_name(name)]
        same = next(
            (
                each
                for each in persons
                if texts[each[0]].casefold() == texts[place].casefold()
                and are_details_of_one(people[each[0]][1], about)
            ),
            None,
        )
        if same is None:
            persons.append([place])
        else:
            same.append(place)
    return list(groups.values())


def list_names_apart(players: Collection[Player]) -> list[str]:
    """Return the full names as lines of the entry box, in the order of the names.

    Those of namesakes have what tells them apart, for the reader, and their code, for the entry, labelled in
    the language of the reader.
    """
    counts = Counter(fold_name(player.full_name) for player in players)
    return [
        write_line(_get_name_apart(player), {str(PERSON_LABEL): player.code})
        if counts[fold_name(player.full_name)] > 1
        else player.full_name
        for player in sorted(players, key=lambda player: (get_sort_key(player.full_name), player.distinction))
    ]


def _get_name_apart(player: Player) -> str:
    """Return the full name with the distinction, if that can be read as a part of a name.

    A code says nothing to a reader, and commas and slashes separate names.
    """
    is_plain = not any(sign in player.distinction for sign in (*SEPARATORS, "/"))
    return player.desk_name if is_plain and player.distinction != player.code else player.full_name
