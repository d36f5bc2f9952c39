"""Facts about entries beside their coming and going: their particulars, and whether they are in the room."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.journal.validation import Payload, check_keys, count, integers, nonempty_string, string

# Not said, in the room, not come, on the waiting list.
UNSAID, HERE, AWAY, WAITING = "", "here", "away", "waiting"
PRESENCES = frozenset({UNSAID, HERE, AWAY, WAITING})

LONGEST_CLUB, LONGEST_FAMILY, HIGHEST_RATING = 80, 40, 9999
COUNTRY = re.compile(r"^([A-Z]{2,3})?$")
PARTICULARS = ("club", "country", "family", "rating")


@dataclass(frozen=True, slots=True)
class Newcomer:
    """An entry as it is made: the public id of its player, and what draws and seeding look at.

    `country` is a code of two or three capitals, `rating` 0 where there is none. `partners` are the public
    ids of the pairs its people play in elsewhere in the tournament.
    """

    player: str
    club: str = ""
    country: str = ""
    family: str = ""
    rating: int = 0
    partners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Described:
    """The particulars of entries as they are from now on: entry number -> all that is known of it.

    `player` of the values is empty: who plays is not changed.
    """

    particulars: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class Noted:
    """Whether entries are in the room, or wait for a place in the draw: one of `PRESENCES` for all."""

    entries: tuple[int, ...]
    presence: str


def newcomer(item: Payload) -> Newcomer:
    """An item of `entered`. Raises ValueError for what no entry can be."""
    check_keys(item, {"entry", "player"}, frozenset(PARTICULARS))
    return _about(item, nonempty_string(item, "player"))


def described(payload: Payload) -> Described:
    """The payload of `described`."""
    check_keys(payload, {"entries"})
    particulars = {}
    for item in payload["entries"]:
        check_keys(item, {"entry"}, frozenset({*PARTICULARS, "partners"}))
        particulars[count(item, "entry")] = _about(item, "")
    if not particulars or len(particulars) != len(payload["entries"]):
        raise ValueError("entries")
    return Described(particulars)


def noted(payload: Payload) -> Noted:
    """The payload of `noted`."""
    check_keys(payload, {"entries", "presence"})
    entries = integers(payload["entries"])
    if not entries or min(entries) < 1 or len(set(entries)) != len(entries):
        raise ValueError("entries")
    presence = string(payload, "presence")
    if presence not in PRESENCES:
        raise ValueError("presence")
    return Noted(entries, presence)


def _about(item: Payload, player: str) -> Newcomer:
    rating = count(item, "rating", minimum=0) if "rating" in item else 0
    club, country, family = string(item, "club"), string(item, "country"), string(item, "family")
    if len(club) > LONGEST_CLUB or len(family) > LONGEST_FAMILY or rating > HIGHEST_RATING:
        raise ValueError("particulars")
    if not COUNTRY.fullmatch(country):
        raise ValueError("country")
    return Newcomer(player, club, country, family, rating, _partners(item))


def _partners(item: Payload) -> tuple[str, ...]:
    partners = item.get("partners", [])
    if not isinstance(partners, list) or not all(isinstance(code, str) and code for code in partners):
        raise ValueError("partners")
    return tuple(partners)
