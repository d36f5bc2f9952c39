"""Attendance: entries are marked here, away or waiting, and an alternate takes a place."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.journal import commands, draw_changes
from tournaments.journal.entrants import AWAY, HERE
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import event_state
from tournaments.services import draw_services
from tournaments.services.commands import one_command
from tournaments.services.draw_preparation import stage_to_draw, unmarked_entry_numbers
from tournaments.services.execution import execute_command
from tournaments.services.locks import lock_event


def set_presence(
    *,
    event: Event,
    entries: Sequence[int],
    presence: str,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Mark entries as here, away, waiting for a place, or take the mark away.

    Who is away or waits is not drawn. Raises `entry_unknown`, and `already_joined` for one on the waiting
    list who is in a draw.
    """
    return execute_command(
        event=event, by=by, command=lambda _: commands.note(entries, presence), key=key, version=version
    )


def mark_all_present(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """Everybody nothing was said of is here. Raises `presence_said` when there is nobody left."""

    def mark_present(state: EventState) -> commands.JournalCommand:
        waiting = unmarked_entry_numbers(state)
        if not waiting:
            raise Refusal("presence_said")
        return commands.note(waiting, HERE)

    return execute_command(event=event, by=by, command=mark_present, key=key, version=version)


@transaction.atomic
def replace_absent(
    *,
    event: Event,
    absent: int,
    alternate: int,
    flight: str,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Let somebody of the waiting list take the line of one who did not come. Raises as `changes.swap`."""
    return execute_command(
        event=event,
        by=by,
        command=lambda state: draw_changes.use_alternate(state, flight, absent, alternate),
        key=key,
        version=version,
    )


@one_command()
@transaction.atomic
def draw_present_entries(
    *,
    event: Event,
    by: User,
    flight: str = "",
    seeds: Sequence[int] = (),
    options: Mapping[str, Any] | None = None,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Mark everybody of whom nothing was said as away, then draw as `drawing.draw` does.

    Who comes from another stage is here unless noted away: a draw of such a stage marks nobody.
    """
    key = key or uuid4().hex
    must_direct(by, event)
    event = lock_event(event)
    state = event_state.get_event_state(event)
    unmarked_entries = (
        unmarked_entry_numbers(state) if stage_to_draw(event, state, flight) is not None else []
    )
    if unmarked_entries:
        set_presence(event=event, entries=unmarked_entries, presence=AWAY, by=by, version=version)
        if version is not None:
            event.refresh_from_db(fields=["version"])
            version = event.version
    return draw_services.draw(
        event=event, by=by, flight=flight, seeds=seeds, options=options, key=key, version=version
    )
