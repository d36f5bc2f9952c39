"""Signals of events, sent inside the transaction: an exception in a receiver rolls back the change."""

from django.dispatch import Signal

# After entries were removed from an event by an undo: sent with sender=Event, event=Event,
# players=frozenset of their player keys, by=User. Receivers that hold dependent data raise.
entries_undone = Signal()

# After sign-ups were marked as paid, or as not paid, by the desk: sent with sender=Event, event=Event,
# paid=Collection[str] and unpaid=Collection[str] (each a `registry.PaidSignUp.key`), by=User.
sign_up_marks_changed = Signal()

# After sign-ups marked as paid were entered or, by an undo, are so no more: sent with sender=Event,
# event=Event, by=User. `registry.paid_sign_ups` has them. Receivers move no money.
paid_sign_ups_entered = Signal()

# After the fee of a sign-up that has ended was refunded: sent with sender=Event, event=Event,
# sign_up=str (the `registry.PaidSignUp.key`), method=str (a `PaymentMethod`), by=User.
sign_up_fee_refunded = Signal()

# After the receipt of such a refund, or of the payment of a sign-up, was voided: sent with sender=Event,
# event=Event, sign_up=str (the key), by=User. Receivers refuse a voided refund if the fee cannot be due back.
sign_up_refund_voided = Signal()
sign_up_payment_voided = Signal()

# After the currency of a tournament was changed: sent with sender=Tournament, tournament=Tournament (with the
# new currency), former=str, by=User. Receivers convert their figures.
currency_changed = Signal()

# After a sign-up for an event was confirmed or withdrawn: sent with sender=Event, event=Event, reference=str.
sign_up_confirmed = Signal()
sign_up_withdrawn = Signal()

# After a command was appended to the journal of an event and projected: sent with sender=JournalEntry,
# entry=JournalEntry (the first of the command), previous_status=str, the event's before.
journal_entry_added = Signal()

# After the lines of a drawn stage were changed, as by a late entry: sent with sender=Event, event=Event,
# flight=str (the stage), before=EventState, by=User. What receivers write is part of the same command.
draw_lines_changed = Signal()

# After an event was imported from a file and projected: sent with sender=Event, event=Event, data=the event's
# data in the file.
event_imported = Signal()

# After the rows of an event were rewritten from its journal: sent with sender=Event, event=Event.
event_repaired = Signal()

# Before an event is deleted, or a tournament whose events are already: sent with sender=Event, event=Event,
# and with sender=Tournament, tournament=Tournament. Receivers delete their own rows about it.
event_deleting = Signal()
tournament_deleting = Signal()

# Before void matches are deleted with their event or tournament: sent with sender=Match, matches=list of
# their keys. Receivers delete their own rows about them.
matches_deleting = Signal()

# After a tournament was copied with its events: sent with sender=Tournament, tournament=Tournament (the
# copy), original=Tournament, events=mapping of original event keys to copies, days=timedelta between their
# starts, by=User. Receivers copy their settings.
tournament_copied = Signal()

# After a tournament was cancelled: sent with sender=Tournament, tournament=Tournament.
tournament_cancelled = Signal()

# Every ten minutes and by the command `check_deadlines`: sent with sender=None, today=date. Receivers do what
# is due by then and delete what is no longer needed. They are idempotent and return the number of rows
# written.
deadlines_check = Signal()

# After a user accepted a tournament office of a feature app: sent with sender=OfficeOffer, offer=OfficeOffer,
# user=User. A receiver grants it on behalf of the director who offered it.
office_accepted = Signal()

# After the demo has drawn tonight's event: sent with sender=Event, event=Event, director=User.
demo_event_drawn = Signal()

# After the demo has set up its club: sent with sender=Club, club=Club, director=User, texts=DemoTexts.
demo_club_loaded = Signal()

# After rows of a rating list's ledger changed: sent with sender=RatingList, rating_list=RatingList.
ratings_changed = Signal()

# After a list that names prices or payments was entered: sent with sender=Event, event=Event,
# payments=sequence of `ListedPayment`, recorded=`PaymentsToRecord`, by=User, key=the key of the list.
# And before the list is withdrawn again: sent with sender=Event, event=Event, key, by=User.
entry_list_paid = Signal()
entry_list_leaving = Signal()
