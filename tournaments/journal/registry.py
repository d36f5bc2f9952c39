"""All kinds of rows by name and by their facts, and the fact of any row."""

from typing import Any

from rules.errors import Refusal
from tournaments.journal import draws, entries, results, rounds, teams, undone_rows
from tournaments.journal.facts import StoredRow
from tournaments.journal.row_kinds import RowKind

ALL_KINDS: tuple[RowKind[Any], ...] = (
    *entries.KINDS,
    *teams.KINDS,
    *draws.KINDS,
    *rounds.KINDS,
    *results.KINDS,
    *undone_rows.KINDS,
)
KINDS: dict[str, RowKind[Any]] = {kind.name: kind for kind in ALL_KINDS}
KIND_OF: dict[type[Any], RowKind[Any]] = {fact: kind for kind in ALL_KINDS for fact in kind.facts}


def read_row(row: StoredRow) -> object:
    """Return the fact of a row. Refuses ("journal_unreadable") unknown kinds and invalid payloads."""
    kind = KINDS.get(row.kind)
    if kind is None:
        raise Refusal("journal_unreadable", seq=row.seq, kind=row.kind)
    return kind.read_row(row)
