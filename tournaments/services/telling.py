"""One act of a director on an event: worked out from its state under lock, and written as the next line."""

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
    *, event: Event, by: User, deed: Deed, key: str = "", reason: str = "", version: int | None = None
) -> JournalEntry:
    """Do what `deed` makes of the state of the event. A key that was used before for this very deed returns
    the line it made.

    Refuses `directors_only`, `key_used_before`, `event_changed_meanwhile`, what the deed refuses, what the
    journal cannot hold, and `match_begun` where a match that has begun would change players.
    """
    must_direct(by, event)
    event = locked(event)
    line = progress.earlier(event, key)
    if line is not None:
        return done_before(line, deed)
    progress.must_be_seen(event, version)
    ledger = progress.opened(event)
    with progress.naming_players(event):
        kind, payload = deed(ledger.state)
    return progress.write(
        ledger=ledger, kind=kind, payload=payload, by=by, key=key or uuid4().hex, reason=reason
    )


def done_before(line: JournalEntry, deed: Deed) -> JournalEntry:
    """The line, when `deed` makes just this of the state the line was written on.

    Refuses ("key_used_before") when its key stood for anything else.
    """
    before = fold([row for row in facts.rows(line.event) if row.seq < line.seq])
    try:
        kind, payload = deed(before)
    except Refusal as refusal:
        raise progress.used_before(line) from refusal
    return progress.same(line, kind, payload)
