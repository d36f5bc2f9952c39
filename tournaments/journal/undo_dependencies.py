"""Undo checks: rows that must not be undone, or redone, because a later row depends on them."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from rules.errors import Refusal
from tournaments.formats.graph import letters_of
from tournaments.journal.facts import StoredRow

LENGTHENED, FORMED, ENTERED, UNDONE = "lengthened", "formed", "entered", "undone"
RESULTS = frozenset({"settled", "corrected"})


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
    while target is not None and target.kind == UNDONE:
        target = by_seq.get(target.payload["seq"])
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
    return other.kind == ENTERED


def _no_details(*_: StoredRow) -> Mapping[str, Any]:
    return {}


# By the kind of the undone row.
DEPENDENCIES = {
    LENGTHENED: Dependency("round_begun", _is_of_round, _round_details),
    FORMED: Dependency("entries_there", _is_entry, _no_details),
}
