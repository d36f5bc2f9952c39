"""An event in memory: a journal that refuses what cannot stand, and what is promised of every line of it."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.errors import Refusal
from tournaments.checking.document import canonical
from tournaments.checking.findings import Finding
from tournaments.checking.verify import check_file
from tournaments.exchange.telling import document, told
from tournaments.journal.board import board
from tournaments.journal.facts import Row
from tournaments.journal.fold import fold
from tournaments.journal.placed import Placed
from tournaments.journal.state import EventState

LENGTH = 7


@dataclass(slots=True)
class Trial:
    """One random event: its journal, where it stands, where it stood after each line, and what went wrong."""

    rng: random.Random
    rows: list[Row] = field(default_factory=list)
    state: EventState = field(default_factory=EventState)
    shown: dict[str, Placed] = field(default_factory=dict)
    stood: dict[int, EventState] = field(default_factory=dict)
    refused: int = 0
    faults: list[Finding] = field(default_factory=list)

    def tell(self, kind: str, payload: Mapping[str, Any]) -> bool:
        """Append a line; a refusal changes nothing. Returns whether it was taken."""
        return self.tell_all([(kind, payload)])

    def tell_all(self, facts: Iterable[tuple[str, Mapping[str, Any]]]) -> bool:
        """Append several lines at once, or none of them."""
        rows = [Row(len(self.rows) + place, *fact) for place, fact in enumerate(facts, start=1)]
        try:
            after = fold([*self.rows, *rows])
        except Refusal:
            self.refused += 1
            return False
        self.stood[len(self.rows)] = self.state
        self.rows.extend(rows)
        self.state, self.shown = after, board(after)
        return True

    @property
    def playable(self) -> list[Placed]:
        """The pairings that wait for a result."""
        return [placed for placed in self.shown.values() if placed.is_seated and placed.winner is None]

    def must(self, holds: bool, promise: str, code: str, **facts: Any) -> None:
        """Write down a fault unless `holds`."""
        if not holds:
            self.faults.append(Finding(promise, code, len(self.rows), facts))

    def check(self) -> None:
        """Hand the event to the checker as it stands."""
        self.faults.extend(check_file(self.file()))

    def file(self) -> bytes:
        """The event file."""
        return file_of(self.rows, self.state, self.shown)


def file_of(rows: Sequence[Row], state: EventState, shown: Mapping[str, Placed]) -> bytes:
    """The event file of a journal in memory."""
    journal = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in rows]
    return canonical(document({"length": LENGTH}, journal, told(state, shown)))


def same(one: EventState, other: EventState) -> bool:
    """Whether two states tell the same, whatever the number of their last line."""
    return all(getattr(one, name) == getattr(other, name) for name in EventState.__slots__ if name != "seq")
