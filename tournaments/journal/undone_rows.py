"""Rows of undo and redo: which rows are in effect, and which must not be undone or redone."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.errors import Refusal
from tournaments.formats.graph import letters_of
from tournaments.journal.facts import UNDONE, StoredRow
from tournaments.journal.mutable_state import MutableState
from tournaments.journal.row_kinds import RowKind, Subject
from tournaments.payloads import Natural

RESULTS = frozenset({"settled", "corrected"})


@dataclass(frozen=True, slots=True)
class Undone:
    """The undo of an earlier row; a redo if that row is itself an undo."""

    seq: Natural


def _apply_undone(state: MutableState, fact: Undone) -> None:
    """Refuse: an undo is not applied to a state, it takes a row out of `live_rows`."""
    raise Refusal("undo_nothing", seq=fact.seq)


UNDO = RowKind(UNDONE, Subject.EVENT, (Undone,), _apply_undone, "Line %(seq)s undone", {"seq": 3})
KINDS = (UNDO,)


def live_rows(rows: Sequence[StoredRow]) -> tuple[StoredRow, ...]:
    """Return the rows in effect, without undone rows and undos. Refuses an undo of an unknown row."""
    undone = undone_seqs(rows)
    return tuple(row for row in rows if row.seq not in undone and row.kind != UNDONE)


def undone_seqs(rows: Sequence[StoredRow]) -> frozenset[int]:
    """Return the numbers of the undone rows; an undo that was itself undone has no effect."""
    undone: set[int] = set()
    known_seqs = {row.seq for row in rows}
    for row in reversed(rows):
        if row.kind != UNDONE or row.seq in undone:
            continue
        fact = UNDO.read_row(row)
        if fact.seq not in known_seqs or fact.seq >= row.seq or fact.seq in undone:
            raise Refusal("undo_nothing", seq=fact.seq)
        undone.add(fact.seq)
    check_dependencies(rows, undone)
    return frozenset(undone)


class Dependency(NamedTuple):
    """How later rows depend on a kind of row: refusal code, test of a later row, details of the refusal."""

    code: str
    depends: Callable[[StoredRow, StoredRow], bool]
    get_details: Callable[[StoredRow, StoredRow], Mapping[str, Any]]


def check_dependencies(rows: Sequence[StoredRow], undone: Collection[int]) -> None:
    """Refuse journals in which a row was undone, or restored, that later rows depend on.

    Codes: "round_begun" for a match length after results of its round, "entries_there" for the kind of entry
    after entries.
    """
    by_seq = {row.seq: row for row in rows}
    for row in rows:
        target = _undone_row(row, by_seq) if row.kind == UNDONE else None
        dependency = DEPENDENCIES.get(target.kind) if target is not None else None
        if target is None or dependency is None:
            continue
        for other in rows[target.seq : row.seq]:
            if other.seq not in undone and dependency.depends(other, target):
                raise Refusal(
                    dependency.code,
                    "",
                    seq=other.seq,
                    kind=other.kind,
                    **dependency.get_details(other, target),
                )


def _undone_row(row: StoredRow, by_seq: Mapping[int, StoredRow]) -> StoredRow | None:
    """Return the row an undo finally refers to: for an undo of an undo, the original row."""
    target: StoredRow | None = row
    while target is not None and target.undoes is not None:
        target = by_seq.get(target.undoes)
    return target


def _is_of_round(other: StoredRow, length: StoredRow) -> bool:
    if other.kind not in RESULTS:
        return False
    payload = length.payload
    letters, pairing = letters_of(str(payload["flight"])), str(other.payload["pairing"])
    return re.fullmatch(rf"{letters}[A-Z]*{payload['round']}-[0-9]+(\.[0-9]+)?", pairing) is not None


def _round_details(other: StoredRow, length: StoredRow) -> Mapping[str, Any]:
    payload = length.payload
    return {"pairings": [other.payload["pairing"]], "flight": payload["flight"], "round": payload["round"]}


def _is_entry(other: StoredRow, _: StoredRow) -> bool:
    return other.kind == "entered"


def _no_details(*_: StoredRow) -> Mapping[str, Any]:
    return {}


# By the kind of the undone row.
DEPENDENCIES = {
    "lengthened": Dependency("round_begun", _is_of_round, _round_details),
    "formed": Dependency("entries_there", _is_entry, _no_details),
}
