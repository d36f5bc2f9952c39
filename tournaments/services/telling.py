"""Execute one command of a director: compute it from the state under lock, append it to the journal."""

from collections.abc import Callable
from uuid import uuid4

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.journal.acting import Act
from tournaments.journal.fold import fold
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import facts
from tournaments.services import progress
from tournaments.services.locks import locked

Deed = Callable[[EventState], Act]


@transaction.atomic
def tell(
    *, event: Event, by: User, command: Deed, key: str = "", reason: str = "", version: int | None = None
) -> JournalEntry:
    """Append what `command` makes of the state of the event. Return the line already written if the key was
    used before for the same command.

    Refuses `directors_only`, `key_used_before`, `event_changed_meanwhile`, what the command refuses, what the
    journal cannot hold, and `match_begun` where a match that has begun would change players.
    """
    must_direct(by, event)
    event = locked(event)
    line = progress.earlier(event, key)
    if line is not None:
        return done_before(line, command)
    progress.must_be_seen(event, version)
    ledger = progress.opened(event)
    with progress.naming_players(event):
        kind, payload = command(ledger.state)
    return progress.write(
        ledger=ledger, kind=kind, payload=payload, by=by, key=key or uuid4().hex, reason=reason
    )


def done_before(line: JournalEntry, command: Deed) -> JournalEntry:
    """Return the line if `command` makes the same of the state it was written on.

    Refuses ("key_used_before") when its key stood for anything else.
    """
    before = fold([row for row in facts.rows(line.event) if row.seq < line.seq])
    try:
        kind, payload = command(before)
    except Refusal as refusal:
        raise progress.used_before(line) from refusal
    return progress.same(line, kind, payload)
