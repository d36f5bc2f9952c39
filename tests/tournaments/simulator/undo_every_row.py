"""Undo and redo every row of random events, and compare every correction with its preview."""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from hashlib import sha256

from tournaments.exchange.event_file import export_projection
from tournaments.journal import commands
from tournaments.journal.correction import seat_changes
from tournaments.journal.facts import StoredRow
from tournaments.journal.state import EventState
from tournaments.journal.undo import History, fold_undone, make_undo_row, undo_rows
from tournaments.verification.checker.document import canonical
from tournaments.verification.simulator.result_actions import OPENING_KINDS
from tournaments.verification.simulator.simulation import are_same_states
from tournaments.verification.simulator.simulation_run import SimulationResult

SHOWN = 12


def fingerprint(state: EventState) -> str:
    """A digest of all seats, winners, places and figures of an event."""
    return sha256(canonical(export_projection(state))).hexdigest()


def retrace(course: SimulationResult, counter: Counter[str]) -> Iterator[str]:
    """Yield every difference found, row by row; count in `seen` what was tried."""
    history = History()
    before_command = history.state
    for row, following in zip(course.rows, [*course.rows[1:], None], strict=True):
        before = history.state
        history.append(row)
        if row.command_number == row.seq:
            before_command = before
        where = f"{course.seed} ({course.format_name}), line {row.seq} {row.kind}"
        if row.kind == "corrected":
            counter["correction"] += 1
            yield from _foretold(before, history.state, row, where)
        if following is not None and following.command_number == row.command_number:
            continue
        if row.command_number < row.seq:
            counter["undo"] += 1
            yield from _command_undone(history, before_command, where)
        elif row.kind not in OPENING_KINDS:
            counter["undo"] += 1
            yield from _undone(history, before, where)


def _command_undone(history: History, before: EventState, where: str) -> Iterator[str]:
    """Undo the rows of the last command together, and redo them."""
    rows = history.rows
    lines = [row.seq for row in rows if row.command_number == rows[-1].command_number]
    undoings = undo_rows(rows, lines)
    if not _alike(fold_undone(rows, undoings, history.state), before, lines[-1]):
        yield f"{where}: undone, it is not as before"
    undone_rows = [*rows, *undoings]
    redone = fold_undone(undone_rows, undo_rows(undone_rows, [row.seq for row in undoings]))
    if not _alike(redone, history.state, lines[-1]):
        yield f"{where}: done again, it is not as it was"


def _undone(history: History, before: EventState, where: str) -> Iterator[str]:
    """Undo the last row and undo the undo: compare both states exactly."""
    after, fork = history.state, copy(history)
    fork.rows = [*history.rows]
    last = fork.rows[-1].seq
    fork.append(make_undo_row(fork.rows, last))
    if not _alike(fork.state, before, last):
        yield f"{where}: undone, it is not as before"
    fork.append(make_undo_row(fork.rows, last + 1))
    if not _alike(fork.state, after, last):
        yield f"{where}: done again, it is not as it was"


def _alike(one: EventState, other: EventState, line: int) -> bool:
    """Whether two states are equal; at times, also whether all their displayed figures are."""
    return are_same_states(one, other) and (line % SHOWN != 0 or fingerprint(one) == fingerprint(other))


def _foretold(before: EventState, after: EventState, row: StoredRow, where: str) -> Iterator[str]:
    """Check that the preview of a correction lists exactly the pairings that change."""
    preview = commands.preview_row(before, row)
    changed = {name for name in {*before.board, *after.board} if before.board[name] != after.board[name]}
    if not are_same_states(preview.after, after) or {change.pairing for change in preview.changes} != changed:
        yield f"{where}: the preview is not the effect"
    if preview.changes != seat_changes(before.board, after.board):
        yield f"{where}: the preview tells the changes otherwise"
