"""Undoing: a line of the journal is struck and everything is folded again without it."""

from uuid import uuid4

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.services import people, progress

# What names a line and yet is not about one that stands in the way.
PLAIN = frozenset({"undo_nothing", "key_used_before"})


@transaction.atomic
def undo(
    *, event: Event, seq: int, by: User, key: str = "", reason: str = "", version: int | None = None
) -> JournalEntry:
    """Strike line `seq`; striking a striking brings the line back. Matches and boards follow.

    Raises `undo_blocked`, naming the later line that could not stand without this one, and
    `match_begun` when people already play a match that would get other players: correct the result instead.
    `sits_already` when an entry that comes back has somebody who sits in another one by now.
    """
    must_direct(by, event)
    try:
        line = progress.append(
            event=event,
            kind="undone",
            payload={"seq": seq},
            by=by,
            key=key or uuid4().hex,
            reason=reason,
            version=version,
        )
    except Refusal as refusal:
        raise _explained(refusal, seq) from refusal
    people.must_sit_once(event)
    return line


def _explained(refusal: Refusal, seq: int) -> Refusal:
    if "seq" not in refusal.facts or refusal.code in PLAIN:
        return refusal
    return Refusal(
        "undo_blocked", line=seq, blocking=refusal.facts["seq"], kind=refusal.facts.get("kind", "")
    )
