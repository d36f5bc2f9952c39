"""The one write door of an event: lock, fold, check, append a fact, bring boards and matches in line."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from matches.models import Match, User
from matches.services import live
from matches.states import Status
from rules.errors import Refusal
from tournaments.journal.facts import RENAME, REPLAY, Result, Row
from tournaments.journal.fold import UNDONE, fold, told
from tournaments.journal.formations import meeting_of
from tournaments.journal.lineups import standing
from tournaments.journal.payloads import result_payload
from tournaments.journal.state import EventState
from tournaments.journal.undo import choices_of
from tournaments.models import Event, JournalEntry
from tournaments.queries import facts
from tournaments.services import newsroom, tables
from tournaments.services.locks import locked
from tournaments.services.projection import Picture

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
    by: User | None,
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
    event = locked(event)
    line = earlier(event, key)
    if line is not None:
        return same(line, kind, payload)
    must_be_seen(event, version)
    return write(ledger=opened(event), kind=kind, payload=payload, by=by, key=key, reason=reason)


def earlier(event: Event, key: str) -> JournalEntry | None:
    """The line of an event that was written under a key, if there is one."""
    return JournalEntry.objects.filter(event=event, key=key).order_by("seq").first() if key else None


def opened(event: Event) -> Ledger:
    """The journal of an event whose row is locked."""
    rows = facts.rows(event)
    return Ledger(event, rows, fold(rows))


def write(
    *, ledger: Ledger, kind: str, payload: Mapping[str, Any], by: User | None, key: str, reason: str = ""
) -> JournalEntry:
    """The next line of an open journal, and all that follows from it; the key was not used before.

    Refuses what `append` refuses. The ledger must not be used any more.
    """
    was = ledger.event.status
    event, row = ledger.event, Row(ledger.state.seq + 1, kind, payload)
    after = fold([*ledger.rows, row]) if kind == UNDONE else told(ledger.state, row)
    picture = Picture(event, after)
    choices = choices_of(ledger.rows, row)
    _refuse_unchosen(picture, choices, "choices_needed" if kind in ABOUT_RESULTS else "match_begun")
    entry = _write(event, row, by, reason, key)
    replays = [pairing for pairing, choice in choices.items() if choice == REPLAY]
    _follow(event, picture, replays, reason or f"{event.name} {row.seq}")
    newsroom.of_line(entry, was=was)
    return entry


def same(line: JournalEntry, kind: str, payload: Mapping[str, Any]) -> JournalEntry:
    """The line, when it tells just this; refuses ("key_used_before") when its key stood for anything else."""
    if (line.kind, line.payload) != (kind, dict(payload)):
        raise used_before(line)
    return line


def used_before(line: JournalEntry) -> Refusal:
    """What is said when the key of a line is sent again with another act."""
    return Refusal("key_used_before", seq=line.seq, kind=line.kind)


@transaction.atomic
def absorb(*, match: Match, by: User | None, reason: str) -> None:
    """Write down what became of a match in the journal of the event that owns it; safe to call twice.

    Does nothing for a casual match, or when the journal says so already. A match voided at its own door
    had no say about the pairing: another one is seated for it.
    """
    pairing = facts.pairing_of(match)
    if pairing is None or pairing.white_entry is None or pairing.black_entry is None:
        return
    ledger = opened(locked(pairing.event))
    event, held = ledger.event, standing(ledger.state, pairing.label)
    now = facts.result(match, pairing.white_entry.number, pairing.black_entry.number)
    if now == (held and held.alone):
        if match.status == Status.VOID.value:
            _follow(event, Picture(event, ledger.state), (), reason or event.name)
        return
    kind, payload = _change(pairing.label, held, now)
    key = f"match-{match.code}-{match.version}"
    line = earlier(event, key)
    if line is None:
        write(ledger=ledger, kind=kind, payload=payload, by=by, key=key, reason=reason)
    else:
        same(line, kind, payload)


def must_be_seen(event: Event, version: int | None) -> None:
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


def _follow(event: Event, picture: Picture, replays: Collection[str], reason: str) -> None:
    picture.bring_in_line(replays=replays, reason=reason)
    tables.call_waiting(tournament=event.tournament)
    live.publish(topic=f"event:{event.pk}", kind="event", data={"event": event.pk, "version": event.version})


def _change(pairing: str, held: Result | None, now: Result | None) -> tuple[str, dict[str, Any]]:
    if now is None:
        return "reopened", {"pairing": pairing}
    if held is None:
        return "settled", result_payload(pairing, now)
    return "corrected", {**result_payload(pairing, now), "choices": {}}


def _refuse_unchosen(picture: Picture, choices: Mapping[str, str], code: str) -> None:
    open_questions = [
        pairing
        for pairing in picture.questions
        if not _chosen(choices, pairing)
        or (_chosen(choices, pairing) == RENAME and not _is_seated(picture, pairing))
    ]
    if open_questions:
        raise Refusal(code, pairings=open_questions)


def _chosen(choices: Mapping[str, str], pairing: str) -> str:
    """What becomes of a pairing; a board of teams goes with its meeting."""
    return choices.get(pairing) or choices.get(meeting_of(pairing), "")


def _is_seated(picture: Picture, pairing: str) -> bool:
    placed = picture.board.get(pairing)
    return placed is not None and placed.is_seated


def _write(event: Event, row: Row, by: User | None, reason: str, key: str) -> JournalEntry:
    return JournalEntry.objects.create(
        event=event,
        seq=row.seq,
        kind=row.kind,
        payload=dict(row.payload),
        undoes=row.payload["seq"] if row.kind == "undone" else None,
        by=by,
        reason=reason,
        key=key,
    )
