"""The shortest journal that still shows a fault: lines are left out, many at a time, then one by one."""

from collections.abc import Callable, Sequence

from rules.errors import Refusal
from tournaments.journal.facts import Row
from tournaments.journal.replay import UNDONE, fold
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator.simulation import are_same_states, event_file

Codes = frozenset[str]
Judge = Callable[[Sequence[Row]], Codes]


def shortest(rows: Sequence[Row], codes: Codes, judge: Judge | None = None) -> tuple[Row, ...]:
    """The fewest lines found for which the judge still names one of `codes` (delta debugging)."""
    ask = judge or faults_of
    remaining, pieces = list(rows), 2
    while len(remaining) > 1:
        width = max(1, len(remaining) // pieces)
        smaller = _without_a_piece(remaining, width, codes, ask)
        if smaller is not None:
            remaining, pieces = smaller, max(2, pieces - 1)
        elif width == 1:
            break
        else:
            pieces = min(len(remaining), pieces * 2)
    return tuple(remaining)


def faults_of(rows: Sequence[Row]) -> Codes:
    """The codes of everything that is wrong with a journal; nothing when it is no journal at all."""
    try:
        state = fold(rows)
    except Refusal:
        return frozenset()
    codes = {finding.code for finding in check_file(event_file(rows, state))}
    if any(_is_inexact(rows, place) for place in range(1, len(rows))):
        codes.add("undo_not_exact")
    return frozenset(codes)


def renumbered(rows: Sequence[Row]) -> list[Row]:
    """The lines counted from 1 again; an undoing of a line that is gone goes with it."""
    numbers: dict[int, int] = {}
    new_rows: list[Row] = []
    for row in rows:
        payload = row.payload
        if row.kind == UNDONE:
            if payload["seq"] not in numbers:
                continue
            payload = {"seq": numbers[payload["seq"]]}
        numbers[row.seq] = len(new_rows) + 1
        new_rows.append(Row(len(new_rows) + 1, row.kind, payload))
    return new_rows


def _without_a_piece(rows: list[Row], width: int, codes: Codes, ask: Judge) -> list[Row] | None:
    for start in range(0, len(rows), width):
        rest = renumbered(rows[:start] + rows[start + width :])
        if rest and ask(rest) & codes:
            return rest
    return None


def _is_inexact(rows: Sequence[Row], place: int) -> bool:
    """Whether the line at `place` undoes the one before it without bringing back what was before that."""
    row = rows[place]
    if row.kind != UNDONE or row.payload["seq"] != rows[place - 1].seq:
        return False
    return not are_same_states(fold(rows[: place - 1]), fold(rows[: place + 1]))
