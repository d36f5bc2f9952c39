"""The one write door of an event: lock, fold, check, append a fact, bring boards and matches in line."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction

from matches.models import Match, User
from matches.services import live
from matches.states import Status
from rules.errors import Refusal
from tournaments.journal.facts import RENAME, REPLAY, Result, Row
from tournaments.journal.fold import fold
from tournaments.journal.payloads import result_payload
from tournaments.journal.undo import choices_of
from tournaments.models import Event, JournalEntry
from tournaments.queries import facts
from tournaments.services import tables
from tournaments.services.locks import locked
from tournaments.services.projection import Picture

ABOUT_RESULTS = frozenset({"settled", "reopened", "corrected"})


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

    The caller has asked who may. A key that was used before returns the row it made and changes nothing.
    `version` is the version of the event the act was decided on, if a door showed one.
    Refuses what the journal cannot hold, and what would change who sits at a match that has begun, unless
    the payload says what becomes of it: `choices_needed` for a result, `match_begun` for anything else.
    A refusal leaves nothing behind.
    """
    event = locked(event)
    told = JournalEntry.objects.filter(event=event, key=key).first()
    if told is not None:
        return _same(told, kind, payload)
    must_be_seen(event, version)
    before = facts.rows(event)
    row = Row(before[-1].seq + 1 if before else 1, kind, payload)
    picture = Picture(event, fold([*before, row]))
    choices = choices_of(before, row)
    _refuse_unchosen(picture, choices, "choices_needed" if kind in ABOUT_RESULTS else "match_begun")
    entry = _write(event, row, by, reason, key)
    replays = [pairing for pairing, choice in choices.items() if choice == REPLAY]
    _follow(event, picture, replays, reason or f"{event.name} {row.seq}")
    return entry


@transaction.atomic
def absorb(*, match: Match, by: User | None, reason: str) -> None:
    """Write down what became of a match in the journal of the event that owns it; safe to call twice.

    Does nothing for a casual match, or when the journal says so already. A match voided at its own door
    had no say about the pairing: another one is seated for it.
    """
    pairing = facts.pairing_of(match)
    if pairing is None or pairing.white_entry is None or pairing.black_entry is None:
        return
    event = locked(pairing.event)
    state = facts.state(event)
    held = state.results.get(pairing.label)
    now = facts.result(match, pairing.white_entry.number, pairing.black_entry.number)
    if now == held:
        if match.status == Status.VOID.value:
            _follow(event, Picture(event, state), (), reason or event.name)
        return
    kind, payload = _change(pairing.label, held, now)
    key = f"match-{match.code}-{match.version}"
    append(event=event, kind=kind, payload=payload, by=by, key=key, reason=reason)


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


def _same(told: JournalEntry, kind: str, payload: Mapping[str, Any]) -> JournalEntry:
    if (told.kind, told.payload) != (kind, dict(payload)):
        raise Refusal("key_used_before", seq=told.seq, kind=told.kind)
    return told


def _refuse_unchosen(picture: Picture, choices: Mapping[str, str], code: str) -> None:
    open_questions = [
        pairing
        for pairing in picture.questions
        if pairing not in choices or (choices[pairing] == RENAME and not _is_seated(picture, pairing))
    ]
    if open_questions:
        raise Refusal(code, pairings=open_questions)


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
