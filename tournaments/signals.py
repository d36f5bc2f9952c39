"""Signals of events, sent inside the transaction: a receiver that fails undoes the change."""

from django.dispatch import Signal

# After entries left an event because the command that entered them was undone: sent with sender=Event,
# event=Event, players=frozenset of the keys of their players. Who keeps something of them refuses.
entries_undone = Signal()
