"""Replay of the journal by the checker's own rules."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.verification.checker import boards, entry_handlers, measures, stage_handlers
from tournaments.verification.checker.book import Book, Payload
from tournaments.verification.checker.document import Document, Line
from tournaments.verification.checker.findings import FindingLog
from tournaments.verification.checker.nodes import Feed

UNDONE = "undone"


def replay(document: Document, notes: FindingLog, slots: Mapping[str, list[Feed]]) -> Book:
    """Read the whole journal; every line that should never have been written is a finding."""
    book = Book(document.event, notes, slots)
    void = undone_lines(document.lines, notes)
    for place, line in enumerate(document.lines, start=1):
        notes.seq = line.seq
        notes.expect(line.seq == place, "I14", "line_out_of_order", expected=place)
        book.is_rewritten = any(target < line.seq < by for target, by in void.items())
        if line.seq not in void and line.kind != UNDONE:
            _apply(book, line)
    notes.seq = 0
    return book


def undone_lines(lines: Sequence[Line], notes: FindingLog) -> dict[int, int]:
    """The lines that count no more, each with the line that undid it, read from the end.

    An undoing that was undone itself strikes nothing.
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


def _apply(book: Book, line: Line) -> None:
    step = HANDLERS.get(line.kind)
    if step is None:
        book.notes.expect(False, "I14", "line_unknown", kind=line.kind)
        return
    try:
        step(book, line.payload)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        book.notes.expect(False, "I14", "line_unreadable", kind=line.kind)


HANDLERS: dict[str, Callable[[Book, Payload], None]] = {
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
    "formed": boards.apply_formed,
    "manned": boards.apply_manned,
    "fielded": boards.apply_fielded,
    "settled": boards.apply_settled,
    "reopened": boards.apply_reopened,
    "corrected": boards.apply_corrected,
    "measured": measures.apply_measured,
}
