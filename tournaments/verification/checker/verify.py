"""Entry points of the checker: `check(document)` and `check_file(data)` return all findings.

The slots of a knockout after groups say which group place sits on which line. The engine finds them by a
search before the groups start, which the checker does not repeat: it reads them from the exported first round
of the knockout, requires each place exactly once, and checks all rows against them. While groups are in
progress, their places are assigned to the open seats in any order.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.verification.checker import (
    draws,
    entry_handlers,
    exported_state,
    results,
    stage_fields,
    stage_handlers,
)
from tournaments.verification.checker.checked_state import CheckedState, Payload
from tournaments.verification.checker.document import Document, DocumentRow, read_document
from tournaments.verification.checker.findings import CheckerFinding, FindingLog
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.trees import EMPTY, ENTRY, PLACE, SeatFeed

UNDONE = "undone"
# Rows that are repeated by the checker, from the state in which they were written.
DRAWN_KINDS = frozenset({"drawn", "paired"})


def replay(
    document: Document, log: FindingLog, slots: Mapping[str, list[SeatFeed]], *, repeats_draws: bool = True
) -> CheckedState:
    """Apply all rows in effect and return the final state; every invalid row is a finding.

    Without `repeats_draws` draws and rounds are taken as they are.
    """
    state = CheckedState(document.event, log, slots, repeats_draws=repeats_draws)
    undone_by = undone_lines(document.lines, log)
    for place, line in enumerate(document.lines, start=1):
        log.seq = line.seq
        log.expect(line.seq == place, "I14", "line_out_of_order", expected=place)
        if line.seq not in undone_by and line.kind != UNDONE:
            is_rewritten = any(target < line.seq < by for target, by in undone_by.items())
            state.as_written = None
            if is_rewritten and repeats_draws and line.kind in DRAWN_KINDS:
                state.as_written = _replay_lines_before(document, place, log, slots)
            _apply(state, line)
    log.seq = 0
    return state


def _replay_lines_before(
    document: Document, place: int, log: FindingLog, slots: Mapping[str, list[SeatFeed]]
) -> CheckedState:
    """Return the state in which the row at `place` was written: what was undone later is in effect."""
    earlier = Document(document.event, document.lines[: place - 1], {})
    state = replay(earlier, FindingLog(), slots, repeats_draws=False)
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
            log.expect(False, "I14", "undoes_nothing", line=target)
        else:
            undone_by[target] = line.seq
    return undone_by


def _apply(state: CheckedState, line: DocumentRow) -> None:
    handler = HANDLERS.get(line.kind)
    if handler is None:
        state.log.expect(False, "I14", "line_unknown", kind=line.kind)
        return
    decided_sources = stage_fields.list_decided_sources(state)
    try:
        handler(state, line.payload)
        if line.kind != "reopened":
            stage_fields.forget_open_sources(state, decided_sources)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        state.log.expect(False, "I14", "line_unreadable", kind=line.kind)


# The function that applies a kind of row is named after it: `apply_entered`.
HANDLERS: dict[str, Callable[[CheckedState, Payload], None]] = {
    name.removeprefix("apply_"): function
    for module in (entry_handlers, stage_handlers, results)
    for name, function in vars(module).items()
    if name.startswith("apply_")
}


def find_slots(document: Document) -> dict[str, list[SeatFeed]]:
    """Return the slots of each knockout after groups, once a group is over: stage -> feed of each line."""
    if not any(line.kind == "planned" for line in document.lines):
        return {}
    state = replay(document, FindingLog(), {}, repeats_draws=False)
    crossed = [stage for stage in state.plan if draws.is_crossed(stage, state.plan)]
    slots = {stage.key: _read_slots(state, stage, document) for stage in crossed}
    return {key: feeds for key, feeds in slots.items() if feeds}


def _read_slots(state: CheckedState, stage: CheckedStage, document: Document) -> list[SeatFeed]:
    places_by_entry, places = _qualifying_places(state, stage)
    shown_pairings = {str(item["id"]): item for item in document.shown.get("pairings", ())}
    opening = [node for node in state.seating.flight(stage.key) if node.round == 1]
    seats = [shown_pairings.get(node.name, {}).get(side) for node in opening for side in ("white", "black")]
    taken = {places_by_entry[seat] for seat in seats if seat in places_by_entry}
    # An open seat is that of a place in a group that is not over. Which place it is makes no difference, as
    # no result depends on it yet.
    open_places = [place for place in places if place not in taken]
    if not taken or len(open_places) != seats.count(None):
        return []
    next_places = iter(open_places)
    feeds = []
    for seat in seats:
        place = next(next_places) if seat is None else places_by_entry.get(seat)
        feeds.append(SeatFeed(PLACE, place) if place else EMPTY)
    fed_places = [feed for feed in feeds if feed.kind == PLACE]
    return feeds if len(set(fed_places)) == len(fed_places) == len(places) else []


def _qualifying_places(
    state: CheckedState, stage: CheckedStage
) -> tuple[dict[int, tuple[str, int]], list[tuple[str, int]]]:
    """Return the places (group, place) that qualify for a stage: by entry where a group is over, and all."""
    entries_by_group: dict[str, set[int]] = {}
    for node in state.seating.nodes.values():
        if node.flight in stage.sources or node.flight.rpartition("_")[0] in stage.sources:
            entries = {feed.of for feed in node.feeds if feed.kind == ENTRY and isinstance(feed.of, int)}
            entries_by_group.setdefault(node.flight, set()).update(entries)
    last = max(stage.first, stage.last)
    placed = {group: state.place(group, state.seating) or {} for group in entries_by_group}
    places_by_entry = {
        entry: (group, place)
        for group, order in placed.items()
        for place, entry in order.items()
        if stage.first <= place <= last
    }
    places = [
        (group, place)
        for group, entries in entries_by_group.items()
        for place in range(stage.first, min(last, len(entries)) + 1)
    ]
    return places_by_entry, places


def check_file(data: bytes) -> list[CheckerFinding]:
    """Return the findings about the bytes of a file. Refuses ("event_file_damaged") an invalid file."""
    return check(read_document(data))


def check(document: Document) -> list[CheckerFinding]:
    """Return all findings, first those in the journal by row, then those in the exported state."""
    log = FindingLog()
    log.expect(document.is_canonical, "I15", "file_not_canonical")
    log.expect(document.is_whole, "I15", "seal_broken")
    state = replay(document, log, find_slots(document))
    stage_fields.check_fields(state)
    try:
        exported_state.check_exported_state(state, document.shown)
    except (KeyError, TypeError, ValueError, AttributeError):
        log.expect(False, "I15", "projection_unreadable")
    return list(log)
