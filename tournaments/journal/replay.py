"""Replay of a journal: `fold(rows)` gives the `EventState` and refuses any row that is not valid."""

from collections.abc import Callable, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.journal import draws, entries, facts, formations, results, teams
from tournaments.journal.book import Book
from tournaments.journal.correction import Chooser
from tournaments.journal.dependencies import check_dependencies
from tournaments.journal.facts import StoredRow
from tournaments.journal.payloads import read
from tournaments.journal.state import EventState

UNDONE = "undone"


def fold(rows: Sequence[StoredRow]) -> EventState:
    """Return the state of an event. Refuses with `seq` and `kind` of the first invalid row."""
    live = live_rows(rows)
    return fold_onto(EventState(), live, rows[-1].seq if rows else 0)


def fold_onto(state: EventState, live: Sequence[StoredRow], seq: int | None = None) -> EventState:
    """Return the state after more effective rows, numbered as after row `seq` (default: the last one)."""
    book = Book.of(state)
    for row in live:
        _apply_to_book(book, row, None)
    return book.to_state(seq if seq is not None else live[-1].seq if live else state.seq)


def apply_row(state: EventState, row: StoredRow, choose: Chooser | None = None) -> EventState:
    """Return the state after one more row, not an undo; a correction may take its choices from `choose`."""
    book = Book.of(state)
    _apply_to_book(book, row, choose)
    return book.to_state(row.seq)


def fold_with_choices(rows: Sequence[StoredRow], choose: Chooser) -> EventState:
    """Return the state as `fold`, but take the choices of the last row, a correction, from `choose`."""
    return apply_row(fold(rows[:-1]), rows[-1], choose)


def live_rows(rows: Sequence[StoredRow]) -> tuple[StoredRow, ...]:
    """Return the rows in effect: neither undone nor undos. Refuses an undo of an unknown row."""
    undone = undone_seqs(rows)
    return tuple(row for row in rows if row.seq not in undone and row.kind != UNDONE)


def undone_seqs(rows: Sequence[StoredRow]) -> frozenset[int]:
    """Return the numbers of the undone rows; an undo that was itself undone has no effect."""
    undone: set[int] = set()
    known_seqs = {row.seq for row in rows}
    for row in reversed(rows):
        fact = read(row) if row.kind == UNDONE and row.seq not in undone else None
        if not isinstance(fact, facts.Undone):
            continue
        if fact.seq not in known_seqs or fact.seq >= row.seq or fact.seq in undone:
            raise Refusal("undo_nothing", seq=fact.seq)
        undone.add(fact.seq)
    check_dependencies(rows, undone)
    return frozenset(undone)


def _apply_to_book(book: Book, row: StoredRow, choose: Chooser | None) -> None:
    try:
        fact = read(row)
        if isinstance(fact, facts.Corrected):
            results.correct(book, fact, choose)
        else:
            HANDLERS[type(fact)](book, fact)
    except Refusal as refusal:
        refusal.facts.setdefault("seq", row.seq)
        refusal.facts.setdefault("kind", row.kind)
        raise


HANDLERS: dict[type, Callable[[Book, Any], None]] = {
    facts.Planned: draws.plan,
    facts.Entered: entries.enter,
    facts.Withdrawn: entries.withdraw,
    facts.Reinstated: entries.reinstate,
    facts.Substituted: entries.substitute,
    facts.Described: entries.describe,
    facts.Noted: entries.note,
    facts.Committed: draws.commit,
    facts.Drawn: draws.draw,
    facts.Published: draws.publish,
    facts.Relined: draws.reline,
    facts.Joined: draws.join,
    facts.Paired: draws.pair,
    facts.Lengthened: draws.lengthen,
    facts.Ended: draws.end,
    facts.Dated: draws.date,
    formations.Formed: teams.form,
    formations.Manned: teams.set_roster,
    formations.Fielded: teams.line_up,
    facts.Settled: results.settle,
    facts.Reopened: results.reopen,
    facts.Measured: results.measure,
}
