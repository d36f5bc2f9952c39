"""Why matches wait although a table may be free."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Protocol

from django.utils import timezone

from matches.breaks import Interval, find_end_of_break
from matches.queries import desks
from matches.states import AT_A_TABLE

NOBODY_ELSEWHERE: Mapping[int, str] = MappingProxyType({})
AT_TABLES = frozenset(status.value for status in AT_A_TABLE)


class ListedMatch(Protocol):
    """A match at a table or waiting for one, as the lists of a desk and of public pages have it."""

    @property
    def pk(self) -> int:
        """Its key."""

    @property
    def status(self) -> str:
        """Its status."""

    @property
    def white(self) -> Any:
        """The upper side as the page names it."""

    @property
    def black(self) -> Any:
        """The lower side as the page names it."""

    @property
    def table(self) -> Any:
        """Its table as the page names it; empty without one."""

    @property
    def white_people(self) -> frozenset[int]:
        """The keys of the upper side, of the players of a pair too."""

    @property
    def black_people(self) -> frozenset[int]:
        """The keys of the lower side, of the players of a pair too."""


@dataclass(frozen=True, slots=True)
class WaitingReasons:
    """Why a match is not called: a break, or players who are at a table or in another tournament of the club.

    All are empty if only a table is missing.
    """

    break_ends_at: datetime | None = None
    players_at_tables: Sequence[tuple[str, str]] = ()
    players_elsewhere: Sequence[tuple[str, str]] = ()


def get_waiting_reasons(
    desk: int,
    matches: Collection[ListedMatch],
    breaks: Mapping[int, Sequence[Interval]],
    *,
    has_free_table: bool = True,
) -> dict[int, WaitingReasons]:
    """Return what `find_waiting_reasons` does for a desk (key). One query, if a match waits.

    Who plays in another tournament of the club is looked up only while a table is free: without one, all
    wait.
    """
    is_waiting = has_free_table and any(match.status not in AT_TABLES for match in matches)
    tournaments = desks.get_desks_of_busy_people(desk) if is_waiting else {}
    return find_waiting_reasons(matches, breaks, timezone.now(), tournaments)


def find_waiting_reasons(
    matches: Collection[ListedMatch],
    breaks: Mapping[int, Sequence[Interval]],
    now: datetime,
    tournaments_by_person: Mapping[int, str] = NOBODY_ELSEWHERE,
) -> dict[int, WaitingReasons]:
    """Return the reasons of each match that waits, by its key; without those that only lack a table.

    `matches` are all that are at a table of the desk or wait for one. `tournaments_by_person` has who plays
    in another tournament of the club.
    """
    waiting = [match for match in matches if match.status not in AT_TABLES]
    if not waiting:
        return {}
    tables_by_person = {
        person: str(match.table or "")
        for match in matches
        if match.status in AT_TABLES
        for person in match.white_people | match.black_people
    }
    # Of those who play alone in one of the matches; a pair has other keys beside.
    names_by_person = {
        person: _get_name(side)
        for match in matches
        for side, people in _list_sides(match)
        if len(people) == 1
        for person in people
    }
    reasons = {
        match.pk: WaitingReasons(
            find_end_of_break(now, breaks.get(match.pk, ())),
            tuple(_find_players_at_tables(match, tables_by_person, names_by_person)),
            tuple(_find_players_at_tables(match, tournaments_by_person, names_by_person)),
        )
        for match in waiting
    }
    return {key: reason for key, reason in reasons.items() if reason != WaitingReasons()}


def _list_sides(match: ListedMatch) -> tuple[tuple[Any, frozenset[int]], ...]:
    return ((match.white, match.white_people), (match.black, match.black_people))


def _get_name(side: Any) -> str:
    return str(getattr(side, "name", side))


def _find_players_at_tables(
    match: ListedMatch, tables_by_person: Mapping[int, str], names_by_person: Mapping[int, str]
) -> Iterator[tuple[str, str]]:
    """Yield who of a waiting match is at a table, with the table (or in a tournament, with its name).

    They are players of a pair whose names are known, else the whole side.
    """
    for side, people in _list_sides(match):
        tables = {person: tables_by_person[person] for person in sorted(people) if person in tables_by_person}
        if tables and all(person in names_by_person for person in tables):
            yield from ((names_by_person[person], table) for person, table in tables.items())
        elif tables:
            yield _get_name(side), next(iter(tables.values()))
