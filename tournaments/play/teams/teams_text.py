"""Parser of pasted teams: one per line, name, colon, players in board order. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from matches.names import fold_name
from tournaments.journal.team_facts import LARGEST_TEAM
from tournaments.name_lists.entry_details import LONGEST
from tournaments.name_lists.line_cells import tidy

CAPTAIN = re.compile(r"(?:\(\s*(?:c|cap|capt|captain|capitano|cap\.)\s*\)|\*)$", re.IGNORECASE)
COLON = ":"
BETWEEN = re.compile(r"[,;\n]")


class TeamLineFault(StrEnum):
    """Why a line is not a valid team."""

    NO_TEAM_NAME = "no_name"
    NO_PLAYERS = "nobody"
    TOO_MANY = "too_many"
    TOO_LONG = "too_long"
    PLAYER_TWICE = "twice"
    TWO_CAPTAINS = "two_captains"
    TEAM_TWICE = "named_twice"
    NAME_SHARED = "name_shared"


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One team: `people` in board order, and its `captain`, the first if none is marked.

    `fault` is the error, with `names`: its players, or the name of the team. `new` are unknown players, and
    `similar` those of them who resemble members, each with their names; `queries` adds both.
    """

    number: int
    name: str
    people: tuple[str, ...] = ()
    captain: str = ""
    fault: TeamLineFault | None = None
    names: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    similar: tuple[tuple[str, tuple[str, ...]], ...] = ()


def read(text: str) -> tuple[TeamLine, ...]:
    """Parse the teams of a pasted text, without blank lines.

    "Dragons: Anna Rossi, Bruno Bianchi (c), Carla Verdi" has Bruno for captain. No player may be in two
    teams.
    """
    found: list[TeamLine] = []
    teams: set[str] = set()
    earlier_names: set[str] = set()
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip():
            continue
        line = _line(number, raw, earlier_names)
        if line.fault is None and fold_name(line.name) in teams:
            line = TeamLine(number, line.name, line.people, line.captain, TeamLineFault.TEAM_TWICE)
        teams.add(fold_name(line.name))
        earlier_names |= set(map(fold_name, line.people))
        found.append(line)
    return tuple(found)


def people_of(text: str) -> tuple[tuple[str, ...], str]:
    """Return the players of one team, separated by lines or commas, and its captain ("" if not marked)."""
    # Blanks are stripped first, as an expression starting with them would backtrack.
    parts = [part.strip() for part in BETWEEN.split(text) if part.strip()]
    people = tuple(name for name in (tidy(CAPTAIN.sub("", part)) for part in parts) if name)
    marked = [tidy(CAPTAIN.sub("", part)) for part in parts if CAPTAIN.search(part)]
    return people, (marked[0] if marked else people[0] if people else "")


def fault_of(people: Sequence[str]) -> tuple[TeamLineFault, tuple[str, ...]] | None:
    """Return the error of a roster and its players; None if valid."""
    keys = [fold_name(name) for name in people]
    if not people:
        return TeamLineFault.NO_PLAYERS, ()
    if len(people) > LARGEST_TEAM:
        return TeamLineFault.TOO_MANY, ()
    if any(len(name) > LONGEST for name in people):
        return TeamLineFault.TOO_LONG, tuple(name for name in people if len(name) > LONGEST)
    twice = tuple(name for name, key in zip(people, keys, strict=True) if keys.count(key) > 1)
    return (TeamLineFault.PLAYER_TWICE, tuple(dict.fromkeys(twice))) if twice else None


def _line(number: int, raw: str, earlier_names: set[str]) -> TeamLine:
    before, colon, after = raw.partition(COLON)
    name = tidy(before)
    if not colon or not name:
        return TeamLine(number, tidy(raw), fault=TeamLineFault.NO_TEAM_NAME)
    people, captain = people_of(after)
    fault = fault_of(people) or ((TeamLineFault.TOO_LONG, (name,)) if len(name) > LONGEST else None)
    elsewhere = tuple(person for person in people if fold_name(person) in earlier_names)
    if fault is None and elsewhere:
        fault = TeamLineFault.PLAYER_TWICE, elsewhere
    if fault is None and sum(bool(CAPTAIN.search(part.rstrip())) for part in BETWEEN.split(after)) > 1:
        fault = TeamLineFault.TWO_CAPTAINS, ()
    code, names = fault or (None, ())
    return TeamLine(number, name, people, captain, code, names)
