"""A length that results were given under stays: neither undoing it nor its return may strand them."""

import re
from collections.abc import Collection, Mapping, Sequence

from rules.errors import Refusal
from tournaments.draws.field import letters_of
from tournaments.journal.facts import Row

LENGTHENED, UNDONE = "lengthened", "undone"
RESULTS = frozenset({"settled", "corrected"})


def must_not_strand(rows: Sequence[Row], void: Collection[int]) -> None:
    """Refuse ("round_begun") rows in which a length was undone, or came back, after results of its round."""
    by_seq = {row.seq: row for row in rows}
    for row in rows:
        told = _undone(row, by_seq) if row.kind == UNDONE else None
        if told is None or told.kind != LENGTHENED:
            continue
        for other in rows[told.seq : row.seq]:
            if (
                other.kind in RESULTS
                and other.seq not in void
                and _is_of(str(other.payload["pairing"]), told)
            ):
                facts = {"seq": other.seq, "kind": other.kind, "pairings": [other.payload["pairing"]]}
                raise Refusal("round_begun", "", **facts, **_where(told))


def _undone(row: Row, by_seq: Mapping[int, Row]) -> Row | None:
    """The line an undoing is about in the end: that of an undoing of an undoing is the line itself."""
    found: Row | None = row
    while found is not None and found.kind == UNDONE:
        found = by_seq.get(found.payload["seq"])
    return found


def _is_of(pairing: str, told: Row) -> bool:
    where = _where(told)
    letters = letters_of(str(where["flight"]))
    return re.fullmatch(rf"{letters}[A-Z]*{where['round']}-[0-9]+(\.[0-9]+)?", pairing) is not None


def _where(told: Row) -> dict[str, object]:
    return {"flight": told.payload["flight"], "round": told.payload["round"]}
