"""What the lines of the entry box are compared with: members, entries and previous lines. Pure."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from matches.names import fold_name, sort_name_parts
from tournaments.name_lists.name_index import NameIndex

ALONE, TOGETHER = "alone", "together"
# "Rossi Andrea (Pesaro)": a name with what tells its person from a namesake.
MARKED = re.compile(r"^(.*\S) (\([^()]*\))$")


class LineStatus(StrEnum):
    """Status of a line."""

    MEMBER = "member"
    NEW = "new"
    ENTERED = "entered"
    REPEATED = "repeated"
    TOO_LONG = "too_long"
    SITS = "elsewhere"
    BYE = "bye"
    NOT_TWO = "not_two"
    NOT_TAKEN = "not_taken"
    NAMESAKES = "namesakes"
    WITHDRAWN = "withdrawn"
    UNKNOWN_LABEL = "unknown_label"


@dataclass(slots=True)
class Box:
    """Comparison data of a line: members by folded name, players in the event, previous lines."""

    ids: Mapping[str, int]
    namesakes: Mapping[str, Sequence[int]]
    names: NameIndex
    seats: Mapping[int, tuple[str, int]]
    lines: set[frozenset[str]] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    details: dict[frozenset[str], object] = field(default_factory=dict)
    others: set[int] = field(default_factory=set)
    names_by_parts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # The towns and clubs that are known of members.
    places: Mapping[int, Collection[str]] = field(default_factory=dict)

    def put_in_order(self, name: str) -> str:
        """Return the member's name that has exactly these parts in another order, else the name itself.

        Of two names with these parts neither is meant for sure. A distinction in brackets stays behind the
        name, if it is that of a member.
        """
        if fold_name(name) in self.ids:
            return name
        names = self.names_by_parts.get(sort_name_parts(name), ())
        if len(names) == 1:
            return names[0]
        plain, mark = split_mark(name)
        # Not by calling itself: a line can have any number of brackets.
        ordered = self.names_by_parts.get(sort_name_parts(plain), ()) if mark else ()
        marked_member = f"{ordered[0]} {mark}" if len(ordered) == 1 else ""
        return marked_member if fold_name(marked_member) in self.ids else name

    def has_distinction(self, name: str) -> bool:
        """Return whether what is in brackets behind a name can tell its person from a namesake."""
        if fold_name(self.put_in_order(name)) in self.ids:
            return True
        plain = self.put_in_order(split_mark(name)[0])
        return len(self.namesakes.get(fold_name(plain), ())) > 1

    def find_others(self, name: str) -> list[int]:
        """Return the members of this name who are in no entry or line yet."""
        key = fold_name(name)
        taken = {*self.seats, *self.others, *([self.ids.get(key)] if key in self.people else [])}
        return [player for player in self.namesakes.get(key, ()) if player not in taken]

    def find_choices(self, name: str) -> list[int]:
        """Return the members who can be meant by a name that does not say which one; none if it is clear.

        A mark in brackets that is that of no member does not say it either: the only member of the name may
        be meant, or somebody new.
        """
        key, (plain, mark) = fold_name(name), split_mark(name)
        if key not in self.ids and key not in self.people and mark:
            return list(self.namesakes.get(fold_name(self.put_in_order(plain)), ()))
        namesakes = self.namesakes.get(key, ())
        if len(namesakes) < 2 or self.ids[key] in self.seats:
            return []
        return [player for player in namesakes if player not in self.seats]

    def find_member_of_place(self, name: str, place: str) -> int | None:
        """Return the only member of this name who is of a town or club, also of one in brackets behind it."""
        namesakes = self.list_free_namesakes(name)
        fitting = [player for player in namesakes if self._is_of_place(player, name, place)]
        has_choice = len(namesakes) > 1 or bool(split_mark(name)[1])
        return fitting[0] if has_choice and len(fitting) == 1 else None

    def are_all_elsewhere(self, name: str, place: str) -> bool:
        """Return whether a town or club is known of each member of this name, and never the one stated."""
        namesakes = self.list_free_namesakes(name)
        is_stated = bool(place or split_mark(name)[1])
        may_be_meant = (
            not self.places.get(player) or self._is_of_place(player, name, place) for player in namesakes
        )
        return is_stated and bool(namesakes) and not any(may_be_meant)

    def list_free_namesakes(self, name: str) -> Sequence[int]:
        """Return the members of a name; none if one of them plays already, or a mark tells who is meant."""
        if split_mark(name)[1] and fold_name(name) in self.ids:
            return ()
        namesakes = self.namesakes.get(fold_name(self.put_in_order(split_mark(name)[0])), ())
        return () if any(player in self.seats for player in namesakes) else namesakes

    def _is_of_place(self, player: int, name: str, place: str) -> bool:
        terms = set(fold_name(place or split_mark(name)[1].strip("()")).split())
        if not terms:
            return False
        terms_of_places = (set(fold_name(text).split()) for text in self.places.get(player, ()))
        return any(terms <= one or one <= terms for one in terms_of_places)

    def is_seated(self, name: str) -> bool:
        """Return whether the person of this name is in an entry or an earlier line."""
        key = fold_name(name)
        return key in self.people or self.ids.get(key, 0) in self.seats

    def add(self, players: Sequence[str], about: object) -> None:
        """Add a line."""
        keys = frozenset(map(fold_name, players))
        self.details.setdefault(keys, about)
        self.lines.add(keys)
        self.people |= keys
        for player in players:
            self.names.add(player)

    def standing(self, players: Sequence[str]) -> tuple[LineStatus, tuple[str, ...]]:
        """Return the status of a line of these players, and which are entered elsewhere."""
        keys = frozenset(map(fold_name, players))
        if keys in self.lines:
            return LineStatus.REPEATED, ()
        seats = [self.seats.get(self.ids.get(fold_name(name), 0)) for name in players]
        if set(seats) == {seats[0]} and seats[0] is not None and seats[0][0] == _kind(players):
            return LineStatus.ENTERED, ()
        sits = tuple(
            name for name, seat in zip(players, seats, strict=True) if seat or fold_name(name) in self.people
        )
        if sits:
            return LineStatus.SITS, sits
        return (LineStatus.MEMBER if all(key in self.ids for key in keys) else LineStatus.NEW), ()


def make_box(
    members: Mapping[int, str],
    entered: Iterable[int],
    paired: Mapping[int, int],
    index: NameIndex,
    marked_names: Mapping[str, int],
    places: Mapping[int, Collection[str]],
) -> Box:
    """Return what lines are compared with: members (id -> name), those who play alone, and those in pairs.

    `places` are the towns and clubs that are known of members.

    Of several of one name `ids` has the one who is entered, so that a list pasted again enters nobody else.
    """
    namesakes = group_by_name(members)
    seats = {player: (ALONE, player) for player in entered}
    seats |= {player: (TOGETHER, number) for player, number in paired.items()}
    ids = {**marked_names} | {
        name: next((player for player in reversed(players) if player in seats), players[-1])
        for name, players in namesakes.items()
    }
    return Box(ids, namesakes, index, seats, names_by_parts=group_by_parts(members.values()), places=places)


def split_mark(name: str) -> tuple[str, str]:
    """Return a name and what stands in brackets behind it, with these; "" without any."""
    marked = MARKED.match(name)
    return (marked[1], marked[2]) if marked else (name, "")


def group_by_name(members: Mapping[int, str]) -> Mapping[str, list[int]]:
    """Return the members of each folded name."""
    namesakes: defaultdict[str, list[int]] = defaultdict(list)
    for player, name in members.items():
        namesakes[fold_name(name)].append(player)
    return namesakes


def group_by_parts(names: Iterable[str]) -> Mapping[str, list[str]]:
    """Return the names of each set of parts, once for each order of them."""
    spellings: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for name in names:
        spellings[sort_name_parts(name)].setdefault(fold_name(name), name)
    return {parts: list(each.values()) for parts, each in spellings.items()}


def _kind(players: Sequence[str]) -> str:
    return ALONE if len(players) == 1 else TOGETHER
