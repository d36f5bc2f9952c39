"""Places of earlier evenings: what a row says of one, who shares it, and whether all of them can be."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from tournaments.entries_text import folded
from tournaments.formats.field import CONSOLATION, LAST_CHANCE, MAIN

FLIGHTS = {
    MAIN: "main principale tabellone open haupt",
    CONSOLATION: "consolation consolazione cons trost",
    LAST_CHANCE: "last_chance lastchance ultima_chance ultima_possibilità last",
}
WORDS = {word.replace("_", " "): flight for flight, words in FLIGHTS.items() for word in words.split()}
# 3, 3., 3rd, 3°, =3, 3=, 3-4, 3/4.
PLACE = re.compile(
    r"^=?\s*(\d{1,3})\s*(?:(?:st|nd|rd|th|\.|°|º|ª|=)\s*)?(?:[-–/]\s*(\d{1,3})\s*[.°º]?)?$", re.ASCII
)
MOST_PLAYERS = 512


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a row cannot be taken in: a code, the line, and the text it stumbled over."""

    code: str
    line: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place as its row tells it. `last` is 0 while only the first of the shared places is said, `field`
    while the number of players is not."""

    line: int
    day: date
    evening: str
    flight: str
    name: str
    first: int
    last: int = 0
    field: int = 0


def span_of(text: str) -> tuple[int, int] | None:
    """The first and the last place a text names (0: not said); None for what is no place."""
    place_match = PLACE.match(text.strip())
    if place_match is None:
        return None
    first, last = int(place_match[1]), int(place_match[2] or 0)
    return (
        (first, last) if 1 <= first <= MOST_PLAYERS and (not last or first <= last <= MOST_PLAYERS) else None
    )


def flight_of(text: str) -> str:
    """The flight a text names; the main one where it names none, "" for a word nobody knows."""
    plain = " ".join(text.casefold().replace("_", " ").split())
    return WORDS.get(plain, "") if plain else MAIN


def settled(place_rows: Sequence[PlaceRow]) -> tuple[tuple[PlaceRow, ...], tuple[Fault, ...]]:
    """The places with all they share and the size of their field, and why some cannot be.

    Who stands on the same first place shares it with the next ones, as many as they are; where nobody says
    how many played, everybody who was placed did.
    """
    groups: defaultdict[tuple[date, str, str], list[PlaceRow]] = defaultdict(list)
    for row in place_rows:
        groups[row.day, row.evening, row.flight].append(row)
    completed_groups = [_shared(rows) for rows in groups.values()]
    faults = [fault for rows in completed_groups for fault in _faults(rows)]
    return tuple(row for rows in completed_groups for row in rows), tuple(
        sorted(faults, key=lambda one: one.line)
    )


def _shared(rows: Sequence[PlaceRow]) -> list[PlaceRow]:
    equals: defaultdict[int, list[PlaceRow]] = defaultdict(list)
    for row in rows:
        equals[row.first].append(row)
    ends = {
        first: max([first + len(alike) - 1, *(row.last for row in alike)]) for first, alike in equals.items()
    }
    field = max([len(rows), *ends.values(), *(row.field for row in rows)])
    return [replace(row, last=row.last or ends[row.first], field=field) for row in rows]


def _faults(rows: Sequence[PlaceRow]) -> Iterator[Fault]:
    """A name twice, places that others hold already, and more players on places than these can hold."""
    names: set[str] = set()
    first_by_place: dict[int, int] = {}
    spans: defaultdict[tuple[int, int], int] = defaultdict(int)
    for row in rows:
        if folded(row.name) in names:
            yield Fault("past_place_twice", row.line, row.name)
        names.add(folded(row.name))
        spans[row.first, row.last] += 1
        is_taken = any(
            first_by_place.setdefault(place, row.first) != row.first
            for place in range(row.first, row.last + 1)
        )
        if is_taken or spans[row.first, row.last] > row.last - row.first + 1:
            yield Fault("past_place_taken", row.line, f"{row.first}")
        elif row.field > MOST_PLAYERS:
            yield Fault("past_field_wrong", row.line, f"{row.field}")
