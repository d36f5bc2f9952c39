"""Append to the journal of an event under lock, and update its tables and matches."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from matches.actors import Actor, account_of, require_actor
from matches.models import Match
from matches.services import live
from matches.states import Status
from rules.errors import Refusal
from tournaments.journal.facts import RENAME, REPLAY, Result, Row
from tournaments.journal.formations import meeting_of
from tournaments.journal.lineups import result_at
from tournaments.journal.payloads import result_payload
from tournaments.journal.replay import UNDONE, apply_row, fold
from tournaments.journal.state import EventState
from tournaments.journal.undo import choices_of
from tournaments.models import Event, JournalEntry
from tournaments.models.event import PLANNED
from tournaments.queries import event_state
from tournaments.services import tables
from tournaments.services.commands import command_of, one_command
from tournaments.services.locks import lock_event
from tournaments.services.projection import EventProjection, is_being_written
from tournaments.services.seating import Undo
from tournaments.signals import journal_entry_added

# What a line did beyond the journal, for its undoing: the matches pairings let go of, by pairing; the matches
# that were called, with their version then; the format the event had.
LET_GO, CALLED, FORMAT = "let_go", "called", "format"
ABOUT_RESULTS = frozenset({"settled", "reopened", "corrected"})


@dataclass(frozen=True, slots=True)
class Ledger:
    """The journal of an event under the lock of the event, read and folded once."""

    event: Event
    rows: Sequence[Row]
    state: EventState


@transaction.atomic
def append(
    *,
    event: Event,
    kind: str,
    payload: Mapping[str, Any],
    by: Actor,
    key: str,
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Add one fact to the journal of an event and let everything follow from it.

    The caller has asked who may. A key that was used before returns the row it made and changes nothing;
    for any other fact it is refused (`key_used_before`). `version` is the version of the event the act was
    decided on, if a door showed one. Refuses what the journal cannot hold, and what would change who sits at
    a match that has begun, unless the payload says what becomes of it: `choices_needed` for a result,
    `match_begun` for anything else. A refusal leaves nothing behind.
    """
    require_actor(by)
    event = lock_event(event)
    line = find_line(event, key)
    if line is not None:
        return require_same_line(line, kind, payload)
    check_version(event, version)
    return write(ledger=open_ledger(event), kind=kind, payload=payload, by=by, key=key, reason=reason)


def find_line(event: Event, key: str) -> JournalEntry | None:
    """The line of an event that was written under a key, if there is one."""
    return JournalEntry.objects.filter(event=event, key=key).order_by("seq").first() if key else None


def open_ledger(event: Event) -> Ledger:
    """The journal of an event whose row is locked."""
    rows = event_state.get_journal_rows(event)
    return Ledger(event, rows, fold(rows))


def write(
    *, ledger: Ledger, kind: str, payload: Mapping[str, Any], by: Actor, key: str, reason: str = ""
) -> JournalEntry:
    """The next line of an open journal, and all that follows from it; the key was not used before.

    Refuses what `append` refuses. The ledger must not be used any more.
    """
    row = Row(ledger.state.seq + 1, kind, payload)
    return write_rows(ledger=ledger, rows=[row], by=by, key=key, reason=reason)


@one_command()
def write_rows(*, ledger: Ledger, rows: Sequence[Row], by: Actor, key: str, reason: str = "") -> JournalEntry:
    """The next lines of an open journal, of one command, and all that follows from them together; the first.

    Several lines are undoings. Refuses what `append` refuses. The ledger must not be used any more.
    """
    require_actor(by)
    event, previous_status, first = ledger.event, ledger.event.status, rows[0]
    is_undoing = first.kind == UNDONE
    with add_player_to_refusals(event):
        after = fold([*ledger.rows, *rows]) if is_undoing else apply_row(ledger.state, first)
    effects = _effects_of(event, rows)
    projection = EventProjection(event, after, _undo_of(effects) if is_undoing else None)
    choices: dict[str, str] = {}
    for row in rows:
        choices |= choices_of(ledger.rows, row)
    _check_choices(projection, choices, "choices_needed" if first.kind in ABOUT_RESULTS else "match_begun")
    entries = [
        _write(event, row, by, reason, key if row is first else f"{key[:70]}-{row.seq}") for row in rows
    ]
    replays = [pairing for pairing, choice in choices.items() if choice == REPLAY]
    previous_format = event.format
    if is_undoing:
        tables.recall_called(called=[call for each in effects for call in each.get(CALLED, ())])
        event.format = next((each[FORMAT] for each in effects if FORMAT in each), event.format)
    elif first.kind == "planned":
        event.format = PLANNED
    called = _apply_projection(event, projection, replays, reason or f"{event.name} {first.seq}")
    _save_effects(entries[0], projection, called, previous_format)
    journal_entry_added.send(sender=JournalEntry, entry=entries[0], previous_status=previous_status)
    return entries[0]


def _effects_of(event: Event, rows: Sequence[Row]) -> list[dict[str, Any]]:
    """What the lines that some undoings strike did beyond the journal, the oldest line first."""
    struck = [row.payload["seq"] for row in rows if row.kind == UNDONE]
    lines = JournalEntry.objects.filter(event=event, seq__in=struck).order_by("seq")
    return list(lines.values_list("effects", flat=True)) if struck else []


def _undo_of(effects: Sequence[Mapping[str, Any]]) -> Undo:
    # Where several lines of a command let go of a match of one pairing, the first one was there before it.
    numbers = {label: match for each in reversed(effects) for label, match in each.get(LET_GO, ())}
    matches = Match.objects.select_related("white", "black").in_bulk(numbers.values())
    return Undo({label: matches[number] for label, number in numbers.items() if number in matches})


def _save_effects(
    line: JournalEntry, projection: EventProjection, called: Collection[Match], previous_format: str
) -> None:
    effects: dict[str, Any] = {}
    if projection.let_go:
        effects[LET_GO] = projection.let_go
    if called:
        effects[CALLED] = [(match.pk, match.version) for match in called]
    if projection.event.format != previous_format:
        effects[FORMAT] = previous_format
    if effects:
        JournalEntry.objects.filter(pk=line.pk).update(effects=effects)


@contextmanager
def add_player_to_refusals(event: Event) -> Iterator[None]:
    """Tell a refusal about an entry whose it is, so that its sentence names the player."""
    try:
        yield
    except Refusal as refusal:
        number = refusal.facts.get("entry")
        entries = event.entries.select_related("player")
        entry = entries.filter(number=number).first() if isinstance(number, int) else None
        if entry is not None:
            refusal.facts.setdefault("player", entry.player.name)
        raise


def require_same_line(line: JournalEntry, kind: str, payload: Mapping[str, Any]) -> JournalEntry:
    """The line, when it tells just this; refuses ("key_used_before") when its key stood for anything else."""
    if (line.kind, line.payload) != (kind, dict(payload)):
        raise key_used_refusal(line)
    return line


def key_used_refusal(line: JournalEntry) -> Refusal:
    """What is said when the key of a line is sent again with another act."""
    return Refusal("key_used_before", seq=line.seq, kind=line.kind)


@transaction.atomic
def sync_match_result(*, match: Match, by: Actor, reason: str) -> None:
    """Write down what became of a match in the journal of the event that owns it; safe to call twice.

    Does nothing for a casual match, or when the journal says so already. A match voided at its own door
    had no say about the pairing: another one is seated for it.
    """
    require_actor(by)
    pairing = event_state.pairing_of(match)
    if pairing is None or pairing.white_entry is None or pairing.black_entry is None:
        return
    if is_being_written(pairing.event_id):
        return
    ledger = open_ledger(lock_event(pairing.event))
    event, current_result = ledger.event, result_at(ledger.state, pairing.label)
    new_result = event_state.result_of(match, pairing.white_entry.number, pairing.black_entry.number)
    if new_result == (current_result and current_result.alone):
        if match.status == Status.VOID.value:
            _apply_projection(event, EventProjection(event, ledger.state), (), reason or event.name)
        return
    kind, payload = _result_change(pairing.label, current_result, new_result)
    key = f"match-{match.code}-{match.version}"
    line = find_line(event, key)
    if line is None:
        write(ledger=ledger, kind=kind, payload=payload, by=by, key=key, reason=reason)
    else:
        require_same_line(line, kind, payload)


def check_version(event: Event, version: int | None) -> None:
    """Refuse an act decided on an older picture of the event; `None` means the door showed none."""
    if version is None or version == event.version:
        return
    last = JournalEntry.objects.filter(event=event).select_related("by").order_by("seq").last()
    raise Refusal(
        "event_changed_meanwhile",
        event=event.name,
        version=event.version,
        by=last.by.get_username() if last and last.by else "",
        at=last.at.isoformat() if last else "",
    )


def _apply_projection(
    event: Event, projection: EventProjection, replays: Collection[str], reason: str
) -> list[Match]:
    projection.bring_in_line(replays=replays, reason=reason)
    called = tables.call_waiting(tournament=event.tournament)
    publish_change(event)
    return called


def publish_change(event: Event) -> None:
    """Send a hint to the open pages of an event and of its club."""
    data = {"event": event.pk, "version": event.version}
    live.publish(topic=f"event:{event.pk}", kind="event", data=data)
    live.publish(topic=f"club:{event.tournament.club_id}", kind="event", data=data)


def _result_change(
    pairing: str, current_result: Result | None, new_result: Result | None
) -> tuple[str, dict[str, Any]]:
    if new_result is None:
        return "reopened", {"pairing": pairing}
    if current_result is None:
        return "settled", result_payload(pairing, new_result)
    return "corrected", {**result_payload(pairing, new_result), "choices": {}}


def _check_choices(projection: EventProjection, choices: Mapping[str, str], code: str) -> None:
    open_questions = [
        pairing
        for pairing in projection.questions
        if not _choice_for(choices, pairing)
        or (_choice_for(choices, pairing) == RENAME and not _is_seated(projection, pairing))
    ]
    if open_questions:
        raise Refusal(code, pairings=open_questions)


def _choice_for(choices: Mapping[str, str], pairing: str) -> str:
    """What becomes of a pairing; a board of teams goes with its meeting."""
    return choices.get(pairing) or choices.get(meeting_of(pairing), "")


def _is_seated(projection: EventProjection, pairing: str) -> bool:
    placed = projection.board.get(pairing)
    return placed is not None and placed.is_seated


def _write(event: Event, row: Row, by: Actor, reason: str, key: str) -> JournalEntry:
    return JournalEntry.objects.create(
        event=event,
        seq=row.seq,
        kind=row.kind,
        payload=dict(row.payload),
        command=command_of(event, row.seq),
        undoes=row.payload["seq"] if row.kind == "undone" else None,
        by=account_of(by),
        reason=reason,
        key=key,
    )
