"""One act of a director on an event: worked out from its state under lock, and written as the next line."""

from collections.abc import Callable
from uuid import uuid4

from django.db import transaction

from matches.models import User
from tournaments.journal.acting import Act
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
    """Do what `deed` makes of the state of the event. A key that was used before returns the line it made.

    Refuses `directors_only`, `event_changed_meanwhile`, what the deed refuses, what the journal cannot
    hold, and `match_begun` where a match that has begun would change players.
    """
    must_direct(by, event)
    event = locked(event)
    told = JournalEntry.objects.filter(event=event, key=key).first() if key else None
    if told is not None:
        return told
    progress.must_be_seen(event, version)
    kind, payload = deed(facts.state(event))
    key = key or uuid4().hex
    return progress.append(event=event, kind=kind, payload=payload, by=by, key=key, reason=reason)
