"""Signals of events, sent inside the transaction: a receiver that fails undoes the change."""

from django.dispatch import Signal

# After entries left an event because the command that entered them was undone: sent with sender=Event,
# event=Event, players=frozenset of the keys of their players. Who keeps something of them refuses.
entries_undone = Signal()

# After a command was added to the journal of an event and its projection follows: sent with
# sender=JournalEntry, entry=JournalEntry (the first of the command), previous_status=str, the event's before.
journal_entry_added = Signal()

# After an event came from a file with its journal and its projection: sent with sender=Event, event=Event,
# data=what the file says of the event.
event_imported = Signal()

# After the rows of an event were written anew from its journal: sent with sender=Event, event=Event.
event_repaired = Signal()

# Every few minutes and by `pass_time`, for what becomes due on a day: sent with sender=None, today=date. A
# receiver does nothing twice and returns how many rows it wrote.
day_passed = Signal()
# After a person accepted an office that a feature app has at tournaments: sent with sender=OfficeOffer,
# offer=OfficeOffer, user=User. A receiver puts the person into it, in the name of who offered it.
office_accepted = Signal()

# After the demo has drawn tonight's event: sent with sender=Event, event=Event, director=User.
demo_event_drawn = Signal()

# After rows of a rating list's ledger changed: sent with sender=RatingList, rating_list=RatingList.
ratings_changed = Signal()
