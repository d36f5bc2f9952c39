"""What is stored now, read again only when something has been written."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from tests.rehearsals.days import Day
from tests.rehearsals.habits import list_called
from tests.rehearsals.invariants import Results, read_results
from tests.rehearsals.stable_places import Places, read_places
from tournaments.models import Event


@dataclass(frozen=True)
class Stored:
    """The events of a day, results, calls and places, after so many rows have been written."""

    written: tuple[int, int] | None
    events: list[Event]
    results: Results
    called: frozenset[tuple[str, datetime | None]]
    places: Places

    @property
    def versions(self) -> Mapping[int, int]:
        """The version of each event, by its key."""
        return {event.pk: event.version for event in self.events}


def read_stored(day: Day, before: Stored | None) -> Stored:
    """Return what is stored now: `before` itself, if nothing has been written since."""
    written = count_written_rows()
    if before is not None and written is not None and before.written == written:
        return before
    return Stored(written, day.events, read_results(), list_called(), read_places())


def count_written_rows() -> tuple[int, int] | None:
    """Return which connection this is and how many rows it has written; None if nobody counts them."""
    if connection.vendor != "sqlite" or connection.connection is None:
        return None
    return id(connection.connection), connection.connection.total_changes
