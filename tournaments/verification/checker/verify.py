"""`check(document)`: everything the checker finds in an exported event; an empty list is a clean bill."""

from tournaments.verification.checker import shown_state, slots
from tournaments.verification.checker.document import Document, read_document
from tournaments.verification.checker.findings import Finding, FindingLog
from tournaments.verification.checker.replay import replay


def check_file(data: bytes) -> list[Finding]:
    """As `check`, from the bytes of a file. Refuses ("event_file_damaged") what is no event file."""
    return check(read_document(data))


def check(document: Document) -> list[Finding]:
    """What is wrong, in the order it was found: first along the journal, then in what was shown of it."""
    notes = FindingLog()
    notes.expect(document.is_canonical, "I15", "file_not_canonical")
    notes.expect(document.is_whole, "I15", "seal_broken")
    book = replay(document, notes, slots.find_slots(document))
    try:
        shown_state.check_shown_state(book, document.shown)
    except (KeyError, TypeError, ValueError, AttributeError):
        notes.expect(False, "I15", "told_unreadable")
    return list(notes)
