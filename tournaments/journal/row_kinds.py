"""`RowKind`: all that the journal knows of a kind of row. Its modules by subject list theirs as `KINDS`."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from rules.errors import Refusal
from tournaments.journal.facts import StoredRow
from tournaments.journal.mutable_state import MutableState
from tournaments.payloads import read_payload

Fact = TypeVar("Fact")


class Subject(StrEnum):
    """What a kind of row is about; webhooks follow it."""

    # Entries and teams.
    ENTRIES = "entries"
    # A draw or a round that everybody can see from now on.
    PUBLICATION = "publication"
    # A result that is published with its match.
    RESULT = "result"
    # Anything else of the event: its stages, deadlines, a draw that is not published.
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class RowKind(Generic[Fact]):
    """A kind of row.

    `facts` are the dataclasses of its payloads: the first one that fits is the fact of a row. `apply` changes
    the state by the fact, or raises Refusal. `sentence` says in English what the row did, with values from
    `play.event_journal.queries` as %(name)s; it is translated where it is shown. `example` is a valid payload
    for tests.
    """

    name: str
    subject: Subject
    facts: tuple[type[Fact], ...]
    apply: Callable[[MutableState, Fact], None]
    sentence: str
    example: Mapping[str, Any]

    def read_row(self, row: StoredRow) -> Fact:
        """Return the fact of a row of this kind. Refuses ("journal_unreadable") an invalid payload."""
        for fact in self.facts:
            with suppress(ValueError):
                return read_payload(fact, row.payload)
        raise Refusal("journal_unreadable", seq=row.seq, kind=row.kind)
