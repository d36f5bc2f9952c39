"""Entry points of the checker: `check(document)` and `check_file(data)` return all findings."""

from collections.abc import Callable, Sequence

from tournaments.verification.checker import (
    entry_handlers,
    exported_state,
    pairs,
    results,
    stage_fields,
    stage_handlers,
)
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.document import Document, DocumentRow, read_document
from tournaments.verification.checker.findings import CheckerFinding, FindingLog, Guarantee

UNDONE = "undone"
# Rows that are repeated by the checker, from the state in which they were written.
DRAWN_KINDS = frozenset({"drawn", "paired"})


def replay(document: Document, log: FindingLog, *, repeats_draws: bool = True) -> CheckedState:
    """Apply all rows in effect and return the final state; every invalid row is a finding.

    Without `repeats_draws` draws and rounds are taken as they are.
    """
    state = CheckedState(document.event, log, repeats_draws=repeats_draws)
    undone_by = undone_lines(document.lines, log)
    for place, line in enumerate(document.lines, start=1):
        log.seq = line.seq
        log.expect(line.seq == place, Guarantee.ROWS_IN_ORDER, "line_out_of_order", expected=place)
        if line.seq not in undone_by and line.kind != UNDONE:
            is_rewritten = any(target < line.seq < by for target, by in undone_by.items())
            state.as_written = None
            if is_rewritten and repeats_draws and line.kind in DRAWN_KINDS:
                state.as_written = _replay_lines_before(document, place, log)
            _apply(state, line)
    log.seq = 0
    return state


def _replay_lines_before(document: Document, place: int, log: FindingLog) -> CheckedState:
    """Return the state in which the row at `place` was written: what was undone later is in effect."""
    earlier = Document(document.event, document.lines[: place - 1], {})
    state = replay(earlier, FindingLog(), repeats_draws=False)
    state.log = log
    return state


def undone_lines(lines: Sequence[DocumentRow], log: FindingLog) -> dict[int, int]:
    """Return the undone rows: row -> row that undid it. An undo that was itself undone has no effect."""
    undone_by: dict[int, int] = {}
    seqs = {line.seq for line in lines}
    for line in reversed(lines):
        if line.kind != UNDONE or line.seq in undone_by:
            continue
        target = line.payload.get("seq")
        if target not in seqs or not isinstance(target, int) or target >= line.seq or target in undone_by:
            log.seq = line.seq
            log.expect(False, Guarantee.ROWS_IN_ORDER, "undoes_nothing", line=target)
        else:
            undone_by[target] = line.seq
    return undone_by


def _apply(state: CheckedState, line: DocumentRow) -> None:
    handler = HANDLERS.get(line.kind)
    if handler is None:
        state.log.expect(False, Guarantee.ROWS_IN_ORDER, "line_unknown", kind=line.kind)
        return
    decided_sources = stage_fields.list_decided_sources(state)
    try:
        handler(state, line.payload)
        if line.kind != "reopened":
            stage_fields.forget_open_sources(state, decided_sources)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        state.log.expect(False, Guarantee.ROWS_IN_ORDER, "line_unreadable", kind=line.kind)


# The function that applies a kind of row is named after it: `apply_entered`.
HANDLERS: dict[str, Callable[[CheckedState, Payload], None]] = {
    name.removeprefix("apply_"): function
    for module in (entry_handlers, stage_handlers, results)
    for name, function in vars(module).items()
    if name.startswith("apply_")
}


def check_file(data: bytes) -> list[CheckerFinding]:
    """Return the findings about the bytes of a file. Refuses ("event_file_damaged") an invalid file."""
    return check(read_document(data))


def check(document: Document) -> list[CheckerFinding]:
    """Return all findings, first those in the journal by row, then those in the exported state."""
    log = FindingLog()
    log.expect(document.is_canonical, Guarantee.SAME_BYTES, "file_not_canonical")
    log.expect(document.is_whole, Guarantee.SAME_BYTES, "seal_broken")
    state = replay(document, log)
    stage_fields.check_fields(state)
    try:
        pairs.check_pairs(state)
        exported_state.check_exported_state(state, document.shown)
    except (KeyError, TypeError, ValueError, AttributeError):
        log.expect(False, Guarantee.SAME_BYTES, "projection_unreadable")
    return list(log)
