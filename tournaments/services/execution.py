"""Execute one command of a director: compute it from the state under lock, append it to the journal."""

from collections.abc import Callable
from uuid import uuid4

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.journal.commands import JournalCommand
from tournaments.journal.replay import fold
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import event_state
from tournaments.services import progress
from tournaments.services.locks import lock_event

Command = Callable[[EventState], JournalCommand]


@transaction.atomic
def execute_command(
    *, event: Event, by: User, command: Command, key: str = "", reason: str = "", version: int | None = None
) -> JournalEntry:
    """Append what `command` makes of the state of the event. Return the line already written if the key was
    used before for the same command.

    Refuses `directors_only`, `key_used_before`, `event_changed_meanwhile`, what the command refuses, what the
    journal cannot hold, and `match_begun` where a match that has begun would change players.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = progress.find_line(event, key)
    if line is not None:
        return require_same_command(line, command)
    progress.check_version(event, version)
    ledger = progress.open_ledger(event)
    with progress.add_player_to_refusals(event):
        kind, payload = command(ledger.state)
    return progress.write(
        ledger=ledger, kind=kind, payload=payload, by=by, key=key or uuid4().hex, reason=reason
    )


def require_same_command(line: JournalEntry, command: Command) -> JournalEntry:
    """Return the line if `command` makes the same of the state it was written on.

    Refuses ("key_used_before") when its key stood for anything else.
    """
    before = fold([row for row in event_state.get_journal_rows(line.event) if row.seq < line.seq])
    try:
        kind, payload = command(before)
    except Refusal as refusal:
        raise progress.key_used_refusal(line) from refusal
    return progress.require_same_line(line, kind, payload)
