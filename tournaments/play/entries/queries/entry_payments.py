"""What was paid for the entries of an event, as the apps that hold the money know it."""

from collections.abc import Mapping

from tournaments import registry
from tournaments.models import Entry, Event
from tournaments.registry import EntryPayment


def get_entry_payments(event: Event) -> Mapping[int, EntryPayment]:
    """Return what was paid for the entries of an event, by player key."""
    return {
        player: payment for payments in registry.entry_payments(event) for player, payment in payments.items()
    }


def get_entry_payment(entry: Entry) -> EntryPayment | None:
    """Return what was paid for an entry, None if nothing was taken for it."""
    return get_entry_payments(entry.event).get(entry.player_id)
