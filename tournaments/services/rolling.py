"""Small knockouts one after the other: the next one with who waits, and the last one of an evening."""

from collections.abc import Collection

from django.db import transaction

from matches.models import User
from tournaments.journal import acting, rolling
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import facts
from tournaments.services import drawing, progress
from tournaments.services.commands import one_command
from tournaments.services.locks import locked
from tournaments.services.telling import tell


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
    event = locked(event)
    existing_line = progress.earlier(event, key)
    if existing_line is not None:
        return _started_before(existing_line)
    progress.must_be_seen(event, version)
    state = facts.state(event)
    new_plan, open_stage = rolling.with_points(state, points), rolling.open_stage(state)
    if new_plan != state.plan:
        tell(event=event, by=by, command=lambda _: acting.lay_out(new_plan))
    flight = open_stage.key if open_stage else ""
    if version is not None:
        # Who has seen the event may replace a draw of that knockout nobody published.
        event.refresh_from_db(fields=["version"])
        version = event.version
    drawing.draw(event=event, by=by, flight=flight, only=only, version=version)
    line = drawing.publish(event=event, by=by, flight=flight, key=key)
    tell(event=event, by=by, command=_open_another)
    return line


def open_another(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """Let a further knockout be started after the last one was said to be the last."""
    return tell(event=event, by=by, command=_open_another, key=key, version=version)


def close(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """No further knockout starts: the event is over when those that go on are played."""
    return tell(
        event=event,
        by=by,
        command=lambda state: acting.lay_out(rolling.without_open(state)),
        key=key,
        version=version,
    )


def _started_before(line: JournalEntry) -> JournalEntry:
    if line.kind != "published":
        raise progress.used_before(line)
    return line


def _open_another(state: EventState) -> acting.Act:
    return acting.lay_out(rolling.with_another(state))
