"""Replay of the journal by the checker's own rules."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.verification.checker import boards, entering, measures, shaping
from tournaments.verification.checker.book import Book, Payload
from tournaments.verification.checker.document import Document, Line
from tournaments.verification.checker.findings import Notes
from tournaments.verification.checker.nodes import Feed

UNDONE = "undone"


def walk(document: Document, notes: Notes, slots: Mapping[str, list[Feed]]) -> Book:
    """Read the whole journal; every line that should never have been written is a finding."""
    book = Book(document.event, notes, slots)
    void = struck(document.lines, notes)
    for place, line in enumerate(document.lines, start=1):
        notes.seq = line.seq
        notes.must(line.seq == place, "I14", "line_out_of_order", expected=place)
        book.is_rewritten = any(target < line.seq < by for target, by in void.items())
        if line.seq not in void and line.kind != UNDONE:
            _read(book, line)
    notes.seq = 0
    return book


def struck(lines: Sequence[Line], notes: Notes) -> dict[int, int]:
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
            notes.must(False, "I14", "undoes_nothing", line=target)
        else:
            void[target] = line.seq
    return void


def _read(book: Book, line: Line) -> None:
    step = STEPS.get(line.kind)
    if step is None:
        book.notes.must(False, "I14", "line_unknown", kind=line.kind)
        return
    try:
        step(book, line.payload)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        book.notes.must(False, "I14", "line_unreadable", kind=line.kind)


STEPS: dict[str, Callable[[Book, Payload], None]] = {
    "planned": shaping.planned,
    "committed": shaping.committed,
    "drawn": shaping.drawn,
    "published": shaping.published,
    "relined": shaping.relined,
    "joined": shaping.joined,
    "paired": shaping.paired,
    "lengthened": shaping.lengthened,
    "ended": shaping.ended,
    "dated": shaping.dated,
    "entered": entering.entered,
    "withdrawn": entering.withdrawn,
    "reinstated": entering.reinstated,
    "substituted": entering.substituted,
    "described": entering.described,
    "noted": entering.noted,
    "formed": boards.formed,
    "manned": boards.manned,
    "fielded": boards.fielded,
    "settled": boards.settled,
    "reopened": boards.reopened,
    "corrected": boards.corrected,
    "measured": measures.measured,
}
