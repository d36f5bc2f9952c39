"""A simulated event: a journal in memory, with the guarantees checked after every line."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.errors import Refusal
from tournaments.exchange.event_file import document, told
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import Row
from tournaments.journal.history import History
from tournaments.journal.lineups import all_placements
from tournaments.journal.placement import Placement
from tournaments.journal.state import EventState
from tournaments.verification.checker.document import canonical
from tournaments.verification.checker.findings import Finding
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator.records import absentees_sent_on, winners_lost

LENGTH = 7


@dataclass(slots=True)
class Simulation:
    """One random event: its journal, where it stood after each line, what went wrong."""

    rng: random.Random
    history: History = field(default_factory=History)
    previous_states: dict[int, EventState] = field(default_factory=dict)
    refused: int = 0
    faults: list[Finding] = field(default_factory=list)

    @property
    def rows(self) -> list[Row]:
        """The journal."""
        return self.history.rows

    @property
    def state(self) -> EventState:
        """Where the event stands."""
        return self.history.state

    def append_row(self, kind: str, payload: Mapping[str, Any]) -> bool:
        """Append a line; a refusal changes nothing. Returns whether it was taken."""
        before, count = self.state, len(self.rows)
        row = Row(count + 1, kind, payload)
        try:
            self.history.append(row)
        except Refusal:
            self.refused += 1
            self.expect(self.state is before and len(self.rows) == count, "I14", "refusal_changed_something")
            return False
        self.previous_states[count] = before
        for facts in winners_lost(before, self.state, row):
            self.expect(False, "I14", "winner_changed", **facts)
        return True

    def append_computed(self, act: JournalCommand) -> bool:
        """Append a line the engine itself worked out: it must be able to stand."""
        is_accepted = self.append_row(*act)
        self.expect(is_accepted, "I13", "own_act_refused", kind=act.kind)
        return is_accepted

    @property
    def playable(self) -> list[Placement]:
        """The pairings that wait for a result; where teams meet, their boards."""
        return [one for one in all_placements(self.state).values() if one.is_seated and not one.is_decided]

    def expect(self, holds: bool, promise: str, code: str, **facts: Any) -> None:
        """Write down a fault unless `holds`."""
        if not holds:
            self.faults.append(Finding(promise, code, len(self.rows), facts))

    def check(self) -> None:
        """Hand the event to the checker as it stands, and look who was sent on."""
        for facts in absentees_sent_on(self.state):
            self.expect(False, "I6", "absentee_sent_on", **facts)
        self.faults.extend(check_file(event_file(self.rows, self.state)))


def event_file(rows: Sequence[Row], state: EventState) -> bytes:
    """The event file of a journal in memory."""
    journal = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in rows]
    return canonical(document({"length": LENGTH}, journal, told(state)))


def are_same_states(one: EventState, other: EventState) -> bool:
    """Whether two states tell the same, whatever the number of their last line."""
    return all(getattr(one, name) == getattr(other, name) for name in EventState.__slots__ if name != "seq")
