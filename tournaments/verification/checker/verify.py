"""`check(document)`: everything the checker finds in an exported event; an empty list is a clean bill.

The engine finds these slots by a search and fixes them before the groups start. The checker does not search
again: it reads the slots off the first round as shown, asks that each place has exactly one, and then holds
the whole course of the event against them.
"""

from collections.abc import Callable, Mapping, Sequence

from tournaments.verification.checker import draws, entry_handlers, results, shown_state, stage_handlers
from tournaments.verification.checker.book import CheckedState, Payload
from tournaments.verification.checker.document import Document, DocumentRow, read_document
from tournaments.verification.checker.findings import CheckerFinding, FindingLog
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.trees import EMPTY, PLACE, SeatFeed

UNDONE = "undone"


def replay(document: Document, notes: FindingLog, slots: Mapping[str, list[SeatFeed]]) -> CheckedState:
    """Read the whole journal; every invalid row is a finding."""
    book = CheckedState(document.event, notes, slots)
    void = undone_lines(document.lines, notes)
    for place, line in enumerate(document.lines, start=1):
        notes.seq = line.seq
        notes.expect(line.seq == place, "I14", "line_out_of_order", expected=place)
        book.is_rewritten = any(target < line.seq < by for target, by in void.items())
        if line.seq not in void and line.kind != UNDONE:
            _apply(book, line)
    notes.seq = 0
    return book


def undone_lines(lines: Sequence[DocumentRow], notes: FindingLog) -> dict[int, int]:
    """Return the rows not in effect, each with the row that undid it, read from the end.

    An undo that was undone itself has no effect.
    """
    void: dict[int, int] = {}
    seqs = {line.seq for line in lines}
    for line in reversed(lines):
        if line.kind != UNDONE or line.seq in void:
            continue
        target = line.payload.get("seq")
        if target not in seqs or not isinstance(target, int) or target >= line.seq or target in void:
            notes.seq = line.seq
            notes.expect(False, "I14", "undoes_nothing", line=target)
        else:
            void[target] = line.seq
    return void


def _apply(book: CheckedState, line: DocumentRow) -> None:
    step = HANDLERS.get(line.kind)
    if step is None:
        book.notes.expect(False, "I14", "line_unknown", kind=line.kind)
        return
    try:
        step(book, line.payload)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        book.notes.expect(False, "I14", "line_unreadable", kind=line.kind)


HANDLERS: dict[str, Callable[[CheckedState, Payload], None]] = {
    "planned": stage_handlers.apply_planned,
    "committed": stage_handlers.apply_committed,
    "drawn": stage_handlers.apply_drawn,
    "published": stage_handlers.apply_published,
    "relined": stage_handlers.apply_relined,
    "joined": stage_handlers.apply_joined,
    "paired": stage_handlers.apply_paired,
    "lengthened": stage_handlers.apply_lengthened,
    "ended": stage_handlers.apply_ended,
    "dated": stage_handlers.apply_dated,
    "entered": entry_handlers.apply_entered,
    "withdrawn": entry_handlers.apply_withdrawn,
    "reinstated": entry_handlers.apply_reinstated,
    "substituted": entry_handlers.apply_substituted,
    "described": entry_handlers.apply_described,
    "noted": entry_handlers.apply_noted,
    "formed": results.apply_formed,
    "manned": results.apply_manned,
    "fielded": results.apply_fielded,
    "settled": results.apply_settled,
    "reopened": results.apply_reopened,
    "corrected": results.apply_corrected,
    "measured": results.apply_measured,
}


def find_slots(document: Document) -> dict[str, list[SeatFeed]]:
    """Return the slots of every knockout after groups whose first round is known."""
    if not any(line.kind == "planned" for line in document.lines):
        return {}
    book = replay(document, FindingLog(), {})
    crossed = [stage for stage in book.plan if draws.is_crossed(stage, book.plan)]
    slots = {stage.key: _slots(book, stage, document) for stage in crossed}
    return {key: feeds for key, feeds in slots.items() if feeds}


def _slots(book: CheckedState, stage: CheckedStage, document: Document) -> list[SeatFeed]:
    ranked = _ranked(book, stage)
    if not ranked:
        return []
    shown_pairings = {str(item["id"]): item for item in document.shown.get("pairings", ())}
    opening = [node for node in book.seating.flight(stage.key) if node.round == 1]
    seats = [shown_pairings.get(node.name, {}).get(side) for node in opening for side in ("white", "black")]
    if not seats or any(seat is None for seat in seats):
        return []
    feeds = [SeatFeed(PLACE, ranked[seat]) if seat in ranked else EMPTY for seat in seats]
    places = [feed for feed in feeds if feed.kind == PLACE]
    return feeds if len(set(places)) == len(places) == len(ranked) else []


def _ranked(book: CheckedState, stage: CheckedStage) -> dict[int, tuple[str, int]]:
    """Return the qualifying places of the groups with their entries."""
    groups = {
        node.flight
        for node in book.seating.nodes.values()
        if node.flight in stage.sources or node.flight.rpartition("_")[0] in stage.sources
    }
    placed = {flight: book.place(flight, book.seating) or {} for flight in groups}
    if not all(placed.values()):
        return {}
    return {
        entry: (flight, place)
        for flight, order in placed.items()
        for place, entry in order.items()
        if stage.first <= place <= max(stage.first, stage.last)
    }


def check_file(data: bytes) -> list[CheckerFinding]:
    """Check the bytes of a file as `check`. Refuses ("event_file_damaged") an invalid file."""
    return check(read_document(data))


def check(document: Document) -> list[CheckerFinding]:
    """Return all findings in order: first along the journal, then in the exported state."""
    notes = FindingLog()
    notes.expect(document.is_canonical, "I15", "file_not_canonical")
    notes.expect(document.is_whole, "I15", "seal_broken")
    book = replay(document, notes, find_slots(document))
    try:
        shown_state.check_shown_state(book, document.shown)
    except (KeyError, TypeError, ValueError, AttributeError):
        notes.expect(False, "I15", "told_unreadable")
    return list(notes)
