"""Withdraw an entry, and decide in the same command what becomes of its fee."""

from uuid import uuid4

from django.db import transaction

from matches.models import User
from tournaments import registry
from tournaments.models import Entry, JournalEntry
from tournaments.play.entries.services import entries


@transaction.atomic
def withdraw_with_fee(
    *,
    entry: Entry,
    by: User,
    flight: str = "",
    results: str = "",
    fee_decision: str = "",
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Withdraw an entry as `entries.withdraw` does, with a decision about its fee, "" for none.

    A withdrawal from one flight leaves the fee as it is.
    """
    key = key or uuid4().hex
    line = entries.withdraw(
        entry=entry, by=by, flight=flight, results=results, key=key, reason=reason, version=version
    )
    if fee_decision and not flight:
        registry.fee_decisions(entry.event, entry.player_id, fee_decision, by, key)
    return line
