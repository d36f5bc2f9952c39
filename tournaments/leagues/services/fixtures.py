"""Fixture services of a league: deadlines, unplayed matches, arrangements and reminders."""

import logging
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils import timezone

from matches.identity import Identity
from matches.models import Match, User
from matches.services import awards, live, outbox
from matches.states import Status
from rules.errors import Refusal
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import NOBODY, VOID, Result
from tournaments.journal.payloads import result_payload
from tournaments.journal.state import EventState
from tournaments.leagues.models import OVERDUE, SOON, Arrangement, LeagueSeason, Reminder
from tournaments.models import Entry, Event, EventStatus, JournalEntry, Pairing
from tournaments.permissions import must_direct
from tournaments.queries import event_state
from tournaments.services import journal, seating
from tournaments.services.journal import execute_command
from tournaments.services.locks import lock_event


def extend_deadline(
    *, event: Event, pairing: str, until: date, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Change the deadline of one match. Raises `already_decided`, `pairing_unknown`."""

    def command(state: EventState) -> JournalCommand:
        _check_undecided(state, pairing)
        return JournalCommand("dated", {"pairing": pairing, "until": until.isoformat()})

    return execute_command(event=event, by=by, command=command, key=key, version=version)


def move_round_deadline(
    *,
    event: Event,
    flight: str,
    number: int,
    until: date,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Change the deadline of a round. Raises `flight_unknown`."""
    payload = {"flight": flight, "until": {str(number): until.isoformat()}}
    return execute_command(
        event=event, by=by, command=lambda _: JournalCommand("dated", payload), key=key, version=version
    )


@transaction.atomic
def award_walkover(
    *, event: Event, pairing: str, to: int, by: User, reason: str, version: int | None = None
) -> None:
    """Award an unplayed match to the entry that tried to arrange it: a walkover, never rated.

    Raises `reason_missing`, `already_decided`, `entry_unknown`.
    """
    row = _get_open_pairing(event, pairing, by, version)
    seats = {entry.number: side for side, entry in _seats(row)}
    if to not in seats:
        raise Refusal("entry_unknown", entry=to)
    _check_reason(reason)
    awards.walk_over(match=seating.match_of(row), winner=seats[to], by=by, reason=reason)


@transaction.atomic
def record_double_loss(
    *, event: Event, pairing: str, by: User, reason: str, version: int | None = None
) -> None:
    """Record a loss for both players of an unplayed match. Raises as `award_walkover`."""
    row = _get_open_pairing(event, pairing, by, version)
    _check_reason(reason)
    awards.walk_over(match=seating.match_of(row), winner=None, by=by, reason=reason)


def void_fixture(
    *, event: Event, pairing: str, by: User, reason: str, key: str = "", version: int | None = None
) -> JournalEntry:
    """Void an unplayed match. Raises as `award_walkover`, and `match_begun`."""
    _check_reason(reason)

    def command(state: EventState) -> JournalCommand:
        _check_undecided(state, pairing)
        white, black = (seat or 0 for seat in state.board[pairing].seats)
        return JournalCommand("settled", result_payload(pairing, Result(white, black, NOBODY, 0, 0, VOID)))

    return execute_command(event=event, by=by, command=command, key=key, reason=reason, version=version)


def _get_open_pairing(event: Event, pairing: str, by: User, version: int | None) -> Pairing:
    must_direct(by, event)
    event = lock_event(event)
    journal.check_version(event, version)
    rows = Pairing.objects.select_related("match", "white_entry", "black_entry")
    row = rows.filter(event=event, label=pairing).first()
    if row is None:
        raise Refusal("pairing_unknown", pairing=pairing)
    if row.match is None or row.match.status in (Status.SETTLED.value, Status.VOID.value):
        raise Refusal("already_decided", pairing=pairing)
    return row


def _seats(row: Pairing) -> list[tuple[str, Entry]]:
    sides = (("white", row.white_entry), ("black", row.black_entry))
    return [(side, entry) for side, entry in sides if entry is not None]


def _check_undecided(state: EventState, pairing: str) -> None:
    placed = state.board.get(pairing)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=pairing)
    if placed.is_decided:
        raise Refusal("already_decided", pairing=pairing)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("reason_missing")


OVER = (Status.SETTLED.value, Status.VOID.value)


@transaction.atomic
def propose_time(
    *, match: Match, identity: Identity, play_at: datetime | None = None, note: str = ""
) -> Arrangement:
    """Propose a time, a message, or both to the opponent in an open match.

    Raises `not_your_match`, `already_settled`, `nothing_proposed`.
    """
    match, side = _get_own_match(match, identity)
    text = note.strip()
    if play_at is None and not text:
        raise Refusal("nothing_proposed")
    by = match.white if side == "white" else match.black
    arrangement = Arrangement.objects.create(match=match, by=by, play_at=play_at, note=text[:200])
    live.publish(topic=f"match:{match.code}", kind="arrangement")
    return arrangement


@transaction.atomic
def accept_proposal(*, arrangement: Arrangement, identity: Identity) -> Arrangement:
    """Accept the time the opponent proposed; idempotent.

    Raises `not_your_match`, `own_proposal`, `already_settled`, `nothing_proposed` where no time was named.
    """
    match, side = _get_own_match(arrangement.match, identity)
    proposal = Arrangement.objects.select_for_update().get(pk=arrangement.pk)
    own_player_id = match.white_id if side == "white" else match.black_id
    if proposal.by_id == own_player_id:
        raise Refusal("own_proposal")
    if proposal.play_at is None:
        raise Refusal("nothing_proposed")
    if proposal.agreed_at is None:
        proposal.agreed_at = timezone.now()
        proposal.save(update_fields=["agreed_at"])
        live.publish(topic=f"match:{match.code}", kind="arrangement")
    return proposal


def _get_own_match(match: Match, identity: Identity) -> tuple[Match, str]:
    match_row = Match.objects.select_related("white", "black").get(pk=match.pk)
    side = identity.side_in(match_row)
    if not side:
        raise Refusal("not_your_match", match=match_row.code)
    if match_row.status in OVER:
        raise Refusal("already_settled", status=match_row.status)
    return match_row, side


log = logging.getLogger(__name__)
REMIND = "remind_match"
# How many days before the last one a reminder goes out.
NOTICE = 3


def enqueue_all_reminders(*, today: date) -> int:
    """Enqueue the reminders of every season and return how many. A season that fails delays no other."""
    count = 0
    for league in LeagueSeason.objects.filter(event__status=EventStatus.PUBLISHED).select_related("event"):
        try:
            count += enqueue_reminders(event=league.event, today=today)
        except Exception:
            log.exception("Nobody could be reminded in league %s.", league.pk)
    return count


@transaction.atomic
def enqueue_reminders(*, event: Event, today: date) -> int:
    """Enqueue a reminder for every open match near or past its deadline; return how many are new."""
    state = event_state.get_event_state(event)
    rows = Pairing.objects.filter(event=event, decided="", match__isnull=False).select_related("match")
    due_reminders = [
        Reminder(match=row.match, occasion=occasion, last_day=last)
        for row in rows
        if row.label in state.board and (last := _parse_date(state.last_day(row.label))) is not None
        if (occasion := occasion_of(last, today))
    ]
    existing_keys = {
        (reminder.match_id, reminder.occasion, reminder.last_day)
        for reminder in Reminder.objects.filter(match__in=[one.match for one in due_reminders])
    }
    new_reminders = [
        one for one in due_reminders if (one.match_id, one.occasion, one.last_day) not in existing_keys
    ]
    for one in new_reminders:
        # Another worker may do this at the same time: the row is created once.
        row, is_new = Reminder.objects.get_or_create(
            match=one.match, occasion=one.occasion, last_day=one.last_day
        )
        if is_new:
            outbox.post_message(kind=REMIND, payload={"reminder": row.pk})
    return len(new_reminders)


def deliver_reminder(payload: dict[str, int]) -> None:
    """Publish a reminder to the open pages of the players and of the desk."""
    reminder = Reminder.objects.select_for_update().filter(pk=payload["reminder"], told_at=None).first()
    if reminder is None:
        return
    reminder.told_at = timezone.now()
    reminder.save(update_fields=["told_at"])
    match = Match.objects.select_related("desk").get(pk=reminder.match_id)
    data = {"occasion": reminder.occasion, "until": reminder.last_day.isoformat()}
    live.publish(topic=f"match:{match.code}", kind="reminder", data=data)
    live.publish(topic=f"desk:{match.desk.code}", kind="reminder", data={"match": match.code, **data})


def occasion_of(last: date, today: date) -> str:
    """Whether a last day is past, near, or neither ("")."""
    if last < today:
        return OVERDUE
    return SOON if last - today <= timedelta(days=NOTICE) else ""


def _parse_date(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
