"""Small knockouts one after the other: the next one with who waits, and the last one of an evening."""

from collections.abc import Collection

from django.db import transaction

from matches.models import User
from tournaments.journal import commands, rolling
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import event_state
from tournaments.services import draw_services, progress
from tournaments.services.commands import one_command
from tournaments.services.execution import execute_command
from tournaments.services.locks import lock_event


@one_command()
@transaction.atomic
def start_knockout(
    *,
    event: Event,
    points: int,
    by: User,
    only: Collection[int] = (),
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Draw and publish the open knockout, to so many points, and open the next one.

    Of `only` these, or of those who wait as many as make one. Raises `no_further_knockout`, `entry_unknown`
    for who still plays, `field_size`, `stage_length`.
    """
    must_direct(by, event)
    event = lock_event(event)
    existing_line = progress.find_line(event, key)
    if existing_line is not None:
        return _require_started_line(existing_line)
    progress.check_version(event, version)
    state = event_state.get_event_state(event)
    new_plan, open_stage = rolling.plan_with_length(state, points), rolling.open_stage(state)
    if new_plan != state.plan:
        execute_command(event=event, by=by, command=lambda _: commands.set_plan(new_plan))
    flight = open_stage.key if open_stage else ""
    if version is not None:
        # Who has seen the event may replace a draw of that knockout nobody published.
        event.refresh_from_db(fields=["version"])
        version = event.version
    draw_services.draw(event=event, by=by, flight=flight, only=only, version=version)
    line = draw_services.publish(event=event, by=by, flight=flight, key=key)
    execute_command(event=event, by=by, command=_plan_another)
    return line


def open_another(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """Let a further knockout be started after the last one was said to be the last."""
    return execute_command(event=event, by=by, command=_plan_another, key=key, version=version)


def close(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """No further knockout starts: the event is over when those that go on are played."""
    return execute_command(
        event=event,
        by=by,
        command=lambda state: commands.set_plan(rolling.plan_without_open(state)),
        key=key,
        version=version,
    )


def _require_started_line(line: JournalEntry) -> JournalEntry:
    if line.kind != "published":
        raise progress.key_used_refusal(line)
    return line


def _plan_another(state: EventState) -> commands.JournalCommand:
    return commands.set_plan(rolling.plan_with_next(state))
