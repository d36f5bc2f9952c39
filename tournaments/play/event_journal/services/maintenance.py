"""Maintenance: repair of damaged rows, failed outbox messages, and the daily tasks of the apps."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction

from matches.actors import SYSTEM
from matches.models import Player, User
from matches.services import lifecycle, outbox
from rules.errors import Refusal
from tournaments.journal.state import EventState
from tournaments.journal.team_facts import board_of, meeting_of
from tournaments.locks import lock_event
from tournaments.models import Entry, Event, Pairing
from tournaments.permissions import must_host
from tournaments.play.event_journal.services.projection import EventProjection
from tournaments.play.events import event_state
from tournaments.signals import deadlines_check, event_repaired

# Above every number and position of a draw: where rows move that have the number or position of another one.
UNUSED_NUMBER = 10_000


@transaction.atomic
def repair_event(*, event: Event, reason: str) -> Event:
    """Correct every row of an event to what its journal says. Raises if the journal cannot be replayed.

    Matches get the players of their entries, or are seated again if they belong to another desk; different
    results are corrected to the journal's, with a ruling that gives the reason.
    """
    event = lock_event(event)
    state = event_state.get_event_state(event)
    _restore_entry_numbers(event, state)
    _restore_positions(event, state)
    _detach_foreign_matches(event)
    EventProjection(event, state).update_tables(replays=(), reason=reason)
    _restore_players(event, state, reason)
    event_repaired.send(sender=Event, event=event)
    event.refresh_from_db()
    return event


def _restore_entry_numbers(event: Event, state: EventState) -> None:
    """Give each entry, identified by its player, its number in the journal."""
    numbers = {entrant.player: number for number, entrant in state.entries.items()}
    wrong = [
        entry
        for entry in event.entries.select_related("player")
        if entry.player.code in numbers and numbers[entry.player.code] != entry.number
    ]
    for entry in wrong:
        # Cleared first: two entries may have each other's number.
        Entry.objects.filter(pk=entry.pk).update(number=UNUSED_NUMBER + entry.number)
    for entry in wrong:
        number = numbers[entry.player.code]
        Entry.objects.filter(event=event, number=number).update(number=2 * UNUSED_NUMBER + number)
        Entry.objects.filter(pk=entry.pk).update(number=number)


def _restore_positions(event: Event, state: EventState) -> None:
    """Move pairings to their positions in the draw; rows that occupy these make way first."""
    for row in event.pairings.all():
        drawn_pairing = state.graph.by_id.get(meeting_of(row.label))
        if drawn_pairing is None:
            continue
        place = {
            "flight": drawn_pairing.flight,
            "round": drawn_pairing.round,
            "position": drawn_pairing.position,
        }
        place["board"] = board_of(row.label)
        if any(getattr(row, name) != value for name, value in place.items()):
            conflicting_rows = Pairing.objects.filter(event=event, **place).exclude(pk=row.pk)
            conflicting_rows.update(position=UNUSED_NUMBER + row.pk % UNUSED_NUMBER)
            Pairing.objects.filter(pk=row.pk).update(**place)


def _detach_foreign_matches(event: Event) -> None:
    """Detach matches of another desk."""
    desk = event.tournament.desk_id
    Pairing.objects.filter(event=event, match__isnull=False).exclude(match__desk=desk).update(match=None)


def _restore_players(event: Event, state: EventState, reason: str) -> None:
    rows = event.pairings.select_related(
        "match__white", "match__black", "white_player", "black_player"
    ).exclude(match=None)
    entries = {entry.number: entry for entry in event.entries.select_related("player")}
    for row in rows:
        match, (white, black) = row.match, _get_pairing_players(row, state, entries)
        if match is None or white is None or black is None:
            continue
        if (match.white_id, match.black_id) != (white.pk, black.pk):
            lifecycle.replace_players(match=match, white=white, black=black, by=SYSTEM, reason=reason)


def _get_pairing_players(
    row: Pairing, state: EventState, entries: Mapping[int, Entry]
) -> tuple[Player | None, Player | None]:
    """Return the players of a pairing: of the line-ups at a team board, else of the entries."""
    if row.board:
        return row.white_player, row.black_player
    white, black = (entries.get(seat or 0) for seat in state.board[row.label].seats)
    return (white.player if white else None, black.player if black else None)


@transaction.atomic
def retry_message(*, row: int, by: User) -> None:
    """Run a pending outbox message at once, also after its last attempt. Raises `host_only`, `work_done`."""
    must_host(by)
    if not outbox.retry_message(outbox_id=row):
        raise Refusal("work_done")


@transaction.atomic
def abandon_message(*, row: int, by: User) -> None:
    """Abandon a failed outbox message. Raises `host_only`, `work_done`."""
    must_host(by)
    if not outbox.abandon_message(outbox_id=row):
        raise Refusal("work_done")


def check_deadlines(*, today: date) -> int:
    """Expire challenges, remind players of leagues, and delete details of sign-ups and subscriptions by
    e-mail that are no longer needed (receivers of `deadlines_check`).

    Returns the number of rows written. Idempotent.
    """
    responses: list[tuple[Any, Any]] = deadlines_check.send(sender=None, today=today)
    return sum(count for _receiver, count in responses)
