"""Lists of entries that are withdrawn again, with what they have brought."""

from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.locks import lock_event
from tournaments.models import Entry, Event
from tournaments.permissions import must_direct
from tournaments.play.entries.queries.entry_lists import EnteredList, find_reasons_to_stay, get_entry_lists
from tournaments.play.entries.services import listed_payments
from tournaments.play.entries.services.answered_lines import withdraw_answered_lines
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.journal import one_command
from tournaments.play.events import event_state


@dataclass(frozen=True, slots=True)
class WithdrawnEntryList:
    """What became of a withdrawn list of entries: how many went, and which stay, with the reason."""

    withdrawn: int
    remaining: tuple[tuple[Entry, str], ...]


@one_command()
@transaction.atomic
def withdraw_entry_list(
    *, event: Event, number: int, by: User, key: str = "", version: int | None = None
) -> WithdrawnEntryList:
    """Withdraw the entries that line `number` of the journal entered, except those drawn or paid.

    What was recorded as paid with the list is reversed. If all of them can go and nothing later depends on
    them, the command is undone, so that they are no longer listed. Raises `entry_list_withdrawn` if none of
    the list is left.
    """
    must_direct(by, event)
    event = lock_event(event)
    key = key or uuid4().hex
    journal.check_version(event, version)
    entry_list = next((one for one in get_entry_lists(event) if one.number == number), None)
    if entry_list is None or not entry_list.remaining:
        raise Refusal("entry_list_withdrawn")
    listed_payments.take_back_payments(event=event, number=number, by=by)
    state = event_state.get_event_state(event)
    staying = find_reasons_to_stay(event, state, entry_list.remaining)
    leaving = [entry for entry in entry_list.remaining if entry not in staying]
    if len(leaving) < len(entry_list.numbers) or not _undo_entering(event, entry_list, by, key):
        for entry in leaving:
            withdrawal_key = f"{key}-{entry}"
            journal.append(event=event, kind="withdrawn", payload={"entry": entry}, by=by, key=withdrawal_key)
    withdraw_answered_lines(event=event, number=number, entries=leaving, by=by)
    return WithdrawnEntryList(len(leaving), tuple(staying.values()))


def _undo_entering(event: Event, entry_list: EnteredList, by: User, key: str) -> bool:
    """Undo the command that entered a list; return whether no later command prevented it."""
    try:
        with transaction.atomic():
            journal.undo(event=event, command=entry_list.command, by=by, key=key)
    except Refusal as refusal:
        if refusal.code != "undo_blocked":
            raise
        return False
    return True
