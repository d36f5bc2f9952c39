"""What the corrections in the journal of an event did to other matches, line by line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby

from django.core.cache import cache
from django.utils.translation import gettext

from tournaments.journal.consequences import REPLACING_EFFECTS, Consequence, Effect, find_consequences
from tournaments.journal.facts import LATE, UNDONE, PairingResult, StoredRow
from tournaments.journal.replay import fold, fold_onto
from tournaments.journal.standings import find_annulled_pairings
from tournaments.journal.state import VACANT, EventState, Seat
from tournaments.journal.team_facts import meeting_of
from tournaments.journal.undone_rows import live_rows
from tournaments.messages.consequences import describe_consequence
from tournaments.messages.journal import describe_replacement
from tournaments.models import Event
from tournaments.play.event_journal.queries.journal_contexts import get_entry_name, get_result_text
from tournaments.play.events.round_titles import get_round_title

CACHE_SECONDS = 3600
CORRECTED, REOPENED, WITHDRAWN = "corrected", "reopened", "withdrawn"
RESULT_KINDS = frozenset({"settled", CORRECTED})


@dataclass(frozen=True, slots=True)
class JournalConsequences:
    """What corrections did, by the number of their line, and which lines have a result that was replaced.

    An undo or redo of a correction has consequences of its own. `replaced_by` gives by the line of a result
    that no longer counts the line that replaced it, or that of the withdrawal which annulled it; only lines
    in effect replace others.
    """

    by_seq: Mapping[int, tuple[Consequence, ...]] = field(default_factory=dict)
    replaced_by: Mapping[int, int] = field(default_factory=dict)


def get_journal_consequences(event: Event, rows: Sequence[StoredRow]) -> JournalConsequences:
    """Return the consequences of all corrections of an event, cached per version. No queries."""
    key = f"journal-consequences:{event.draw_commitment}:{event.version}:{len(rows)}"
    cached: JournalConsequences | None = cache.get(key)
    if cached is None:
        by_seq = dict(_find_by_line(rows))
        cached = JournalConsequences(by_seq, _find_annulled_lines(rows) | _find_replaced_lines(rows, by_seq))
        cache.set(key, cached, CACHE_SECONDS)
    return cached


def _find_by_line(rows: Sequence[StoredRow]) -> Iterator[tuple[int, tuple[Consequence, ...]]]:
    """Yield the line that names a correction, its undo or its redo, with what the whole command changed."""
    by_seq = {row.seq: row for row in rows}
    state, place, number = EventState(), 0, 0
    for _command, lines in groupby(rows, lambda row: row.command_number):
        command_rows = list(lines)
        number += len(command_rows)
        row = _find_naming_row(command_rows, by_seq)
        if row is None:
            continue
        first = number - len(command_rows)
        before = _advance(state, rows[place:first], rows[:first])
        state, place = _advance(before, command_rows, rows[:number]), number
        yield row.seq, _compare(before, state, row, by_seq)


def _find_naming_row(command_rows: Sequence[StoredRow], by_seq: Mapping[int, StoredRow]) -> StoredRow | None:
    """Return the row of a command that corrects a result, changes a stage by choices, or fills a line."""
    originals = [(row, _get_original(row, by_seq)[0]) for row in command_rows]
    corrections = [row for row, original in originals if original.kind == CORRECTED]
    choosing_rows = [row for row, original in originals if original.payload.get("choices")]
    late_rows = [row for row, original in originals if _fills_free_line(original)]
    return next(iter([*corrections, *choosing_rows, *late_rows]), None)


def _fills_free_line(row: StoredRow) -> bool:
    """Return whether a row puts a late entry on a free line of a bracket that does not grow."""
    return row.kind == "relined" and row.payload["cause"] == LATE and len(row.payload["lines"]) == 1


def _get_original(row: StoredRow, by_seq: Mapping[int, StoredRow]) -> tuple[StoredRow, bool]:
    """Return the row that a chain of undo rows is about, and whether it is in effect after this row."""
    is_in_effect = True
    while row.undoes is not None:
        row, is_in_effect = by_seq[row.undoes], not is_in_effect
    return row, is_in_effect


def _advance(state: EventState, new_rows: Sequence[StoredRow], rows: Sequence[StoredRow]) -> EventState:
    """Return the state after further rows; `rows` are all up to then, which are replayed after an undo."""
    if any(row.kind == UNDONE for row in new_rows):
        return fold(rows)
    return fold_onto(state, new_rows)


def _compare(
    before: EventState, after: EventState, row: StoredRow, by_seq: Mapping[int, StoredRow]
) -> tuple[Consequence, ...]:
    original, is_in_effect = _get_original(row, by_seq)
    own = original.payload.get("pairing", "") if is_in_effect else ""
    is_first_time = original is row
    choices = original.payload.get("choices", {}) if is_first_time else {}
    return find_consequences(before, after, own=own, choices=choices)


def _find_replaced_lines(
    rows: Sequence[StoredRow], by_seq: Mapping[int, tuple[Consequence, ...]]
) -> dict[int, int]:
    """Return the lines in effect whose result another line in effect has replaced, with that line."""
    replaced_by: dict[int, int] = {}
    result_lines: dict[str, int] = {}
    for row in live_rows(rows):
        label = row.payload.get("pairing", "")
        labels = [item.pairing.id for item in by_seq.get(row.seq, ()) if item.effect in REPLACING_EFFECTS]
        if row.kind in (CORRECTED, REOPENED):
            labels.append(label)
        lines = (result_lines.pop(name, None) for name in labels)
        replaced_by |= {line: row.seq for line in lines if line is not None}
        if row.kind in RESULT_KINDS:
            result_lines[label] = row.seq
    return replaced_by


def _find_annulled_lines(rows: Sequence[StoredRow]) -> dict[int, int]:
    """Return the lines of results that a withdrawal annulled, with the line of the withdrawal."""
    withdrawals = {row.payload["entry"]: row.seq for row in live_rows(rows) if row.kind == WITHDRAWN}
    if not withdrawals:
        return {}
    state = fold(rows)
    annulled = find_annulled_pairings(state, state.board)
    lines = {}
    for row in live_rows(rows):
        label = row.payload.get("pairing", "")
        if row.kind not in RESULT_KINDS or meeting_of(label) not in annulled:
            continue
        seqs = [withdrawals[seat] for seat in state.board[meeting_of(label)].seats if seat in withdrawals]
        if seqs:
            lines[row.seq] = max(seqs)
    return lines


def describe_consequences(consequences: Sequence[Consequence], names: Mapping[int, str]) -> dict[str, str]:
    """Return what became of each match by the name of its pairing; `names` are those of the entries."""
    return {item.pairing.id: _describe(item, names) for item in consequences}


def _describe(item: Consequence, names: Mapping[int, str]) -> str:
    old, new = item.change.old, item.change.new
    old_seats, new_seats = item.change.before or (None, None), item.change.after or (None, None)
    winner = new.winner if new is not None else None
    return describe_consequence(
        item.effect,
        {
            "round": get_round_title(item.pairing, item.stage_name),
            "former": _describe_result(old.result if old else None, old_seats, names),
            "result": _describe_result(new.result if new else None, new_seats, names),
            "names": _join_names(new_seats, names),
            "name": _describe_advancing(item.effect, winner, new_seats, names),
            "players": _describe_players(old_seats, new_seats, names),
            "start": f"{item.pairing.head_start}–0",
        },
    )


def _describe_result(result: PairingResult | None, seats: tuple[Seat, Seat], names: Mapping[int, str]) -> str:
    return get_result_text(asdict(result), names) if result is not None else _join_names(seats, names)


def _join_names(seats: tuple[Seat, Seat], names: Mapping[int, str]) -> str:
    return " – ".join(get_entry_name(names, seat) for seat in seats if seat)


def _describe_advancing(
    effect: Effect, winner: Seat, seats: tuple[Seat, Seat], names: Mapping[int, str]
) -> str:
    """Return the name of the entry that advances."""
    if effect is Effect.WITHOUT_OPPONENT:
        winner = next((seat for seat in seats if seat), None)
    return get_entry_name(names, winner) if winner else gettext("the player who gets there")


def _describe_players(
    old_seats: tuple[Seat, Seat], new_seats: tuple[Seat, Seat], names: Mapping[int, str]
) -> str:
    """Return who plays a match that has not begun, and instead of whom."""
    coming = ", ".join(get_entry_name(names, seat) for seat in new_seats if seat and seat not in old_seats)
    leaving = ", ".join(get_entry_name(names, seat) for seat in old_seats if seat and seat not in new_seats)
    if coming and leaving:
        return describe_replacement(coming, leaving)
    if coming and VACANT in old_seats and all(new_seats):
        return gettext("%(names)s is played instead of a bye") % {"names": _join_names(new_seats, names)}
    if coming:
        return gettext("%(name)s joins this match") % {"name": coming}
    if leaving:
        return gettext("%(name)s is no longer in this match") % {"name": leaving}
    return _join_names(new_seats, names)
