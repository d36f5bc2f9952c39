"""A simulated event: a journal in memory, checked after each row.

The guarantees are those of `checker.findings.Guarantee`.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.errors import Refusal
from tournaments.exchange.event_file import build_document, export_projection
from tournaments.formats.graph import Origin
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import QUALIFIED, STAGE_CHOICES, PairingResult, StoredRow
from tournaments.journal.field_follow_ups import FieldChoices, follow_results
from tournaments.journal.replay import apply_row
from tournaments.journal.stage_fields import find_field_changes
from tournaments.journal.state import EventState, Placement
from tournaments.journal.team_commands import all_placements
from tournaments.journal.undo import History
from tournaments.verification.checker.document import canonical
from tournaments.verification.checker.findings import CheckerFinding, Guarantee
from tournaments.verification.checker.verify import check_file

# Rows that may add, remove or replace results; other rows must keep all of them.
RESULT_KINDS = frozenset({"settled", "reopened", "corrected", "undone", "fielded", "manned"})
# Rows after which drawn stages need not follow: rows that do so themselves, and undo.
FIELD_KINDS = frozenset({"relined", "undone"})
ResultKey = tuple[int, int, int, int]


def winners_lost(before: EventState, after: EventState, row: StoredRow) -> Iterator[Mapping[str, Any]]:
    """Yield the details of each result that a row changed although it must not."""
    if row.kind == "corrected":
        yield from _changed_by_correction(before, after, str(row.payload["pairing"]))
    elif row.payload.get("cause") != QUALIFIED and (
        row.kind not in RESULT_KINDS and before.results != after.results
    ):
        missing = _result_counts(before) - _result_counts(after)
        yield from ({"stage": key[0], "entries": sorted(key[1])} for key in missing)


def absentees_sent_on(state: EventState) -> Iterator[Mapping[str, Any]]:
    """Yield the details of each absent entry that advanced to a pairing for losers."""
    for pairing in state.graph.pairings:
        for source, seat in zip(pairing.sources, state.board[pairing.id].seats, strict=True):
            before = state.board.get(source.pairing)
            if before is None or not seat or source.origin not in (Origin.LOSER, Origin.RESET):
                continue
            if seat in before.losers and (before.result is None or before.result.is_absence):
                yield {"pairing": pairing.id, "entry": seat}


def _changed_by_correction(
    before: EventState, after: EventState, corrected: str
) -> Iterator[Mapping[str, Any]]:
    """Yield the other pairings with the same entries whose winner or score changed."""
    for name, old in before.results.items():
        new = after.results.get(name)
        if new is None or corrected.startswith(name) or {old.white, old.black} != {new.white, new.black}:
            continue
        if _result_key(old) != _result_key(new):
            yield {"pairing": name, "entries": sorted((old.white, old.black))}


def _result_counts(state: EventState) -> Counter[tuple[str, frozenset[int], ResultKey]]:
    return Counter(
        (
            state.stage_of(state.graph.by_id[name].flight),
            frozenset((result.white, result.black)),
            _result_key(result),
        )
        for name, result in state.results.items()
    )


def _result_key(result: PairingResult) -> ResultKey:
    """Return winner and points, independent of colours."""
    points = {result.white: result.white_score, result.black: result.black_score}
    low, high = sorted(points)
    return (result.winner_entry, points[low], points[high], low)


# The match length of a simulated event.
LENGTH = 7


@dataclass(slots=True)
class Simulation:
    """A random event: its journal, its earlier states by row, and the findings."""

    rng: random.Random
    history: History = field(default_factory=History)
    previous_states: dict[int, EventState] = field(default_factory=dict)
    refused: int = 0
    findings: list[CheckerFinding] = field(default_factory=list)

    @property
    def rows(self) -> list[StoredRow]:
        """The journal."""
        return self.history.rows

    @property
    def state(self) -> EventState:
        """The current state."""
        return self.history.state

    def append_row(self, kind: str, payload: Mapping[str, Any], command: int = 0) -> bool:
        """Append a row, and check its effect. Return whether it was accepted.

        `command` is the number of the command it belongs to; 0: it is one by itself.
        """
        before, count = self.state, len(self.rows)
        row = StoredRow(count + 1, kind, payload, command)
        try:
            if kind == "reopened":
                self._require_no_draw(row)
            self.history.append(row)
        except Refusal:
            self.refused += 1
            self.expect(
                self.state is before and len(self.rows) == count,
                Guarantee.ROWS_IN_ORDER,
                "refusal_changed_something",
            )
            return False
        self.previous_states[count] = before
        for facts in winners_lost(before, self.state, row):
            self.expect(False, Guarantee.ROWS_IN_ORDER, "winner_changed", **facts)
        if kind not in FIELD_KINDS and not command:
            self._follow_results(before)
        return True

    def _require_no_draw(self, row: StoredRow) -> None:
        """Refuse to withdraw a result from which a stage is drawn, as the site does."""
        after = apply_row(self.state, row)
        if any(change.is_open for change in find_field_changes(self.state, after)):
            raise Refusal("stage_field_open")

    def _follow_results(self, before: EventState) -> None:
        """Append the rows by which drawn stages follow the last row, with random choices."""
        if not find_field_changes(before, self.state):
            return
        by_stage = {stage.key: self.rng.choice(STAGE_CHOICES) for stage in self.state.plan.stages}
        by_pairing: dict[str, str] = {}
        for _ in range(len(self.state.results) + 1):
            try:
                follow_up = follow_results(before, self.state, FieldChoices(by_stage, by_pairing))
            except Refusal as refusal:
                if refusal.code != "choices_needed":
                    raise
                facts: Any = refusal.facts
                by_pairing |= {pairing: self.rng.choice(facts["allowed"]) for pairing in facts["pairings"]}
                continue
            number = self.rows[-1].seq
            for command in follow_up.commands:
                self.append_computed(command, number)
            return

    def state_of(self, seq: int) -> EventState:
        """Return the state after a row; rows by which drawn stages follow it come later."""
        return self.previous_states.get(seq, self.state)

    def append_computed(self, command: JournalCommand, number: int = 0) -> bool:
        """Append a row computed by the engine, as part of command `number`; a refusal of it is a finding."""
        is_accepted = self.append_row(*command, command=number)
        self.expect(is_accepted, Guarantee.CAN_BE_FINISHED, "own_act_refused", kind=command.kind)
        return is_accepted

    @property
    def playable(self) -> list[Placement]:
        """The pairings that wait for a result; in team events, their boards."""
        return [one for one in all_placements(self.state).values() if one.is_seated and not one.is_decided]

    def expect(self, holds: bool, guarantee: Guarantee, code: str, **facts: Any) -> None:
        """Record a finding unless `holds`."""
        if not holds:
            self.findings.append(CheckerFinding(guarantee, code, len(self.rows), facts))

    def check(self) -> None:
        """Run the checker on the event, and check that no absent entry advanced."""
        for facts in absentees_sent_on(self.state):
            self.expect(False, Guarantee.BYES_LOSE, "absentee_sent_on", **facts)
        self.findings.extend(check_file(event_file(self.rows, self.state)))


def event_file(rows: Sequence[StoredRow], state: EventState) -> bytes:
    """Return the event file of a journal in memory."""
    journal = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in rows]
    return canonical(build_document({"length": LENGTH}, journal, export_projection(state)))


def are_same_states(one: EventState, other: EventState) -> bool:
    """Whether two states are equal apart from the number of their last row."""
    return all(getattr(one, name) == getattr(other, name) for name in EventState.__slots__ if name != "seq")
