"""Doorbells of the match room. They ring inside the transaction: a listener that fails undoes the change."""

from django.dispatch import Signal

# Before a match row is locked: sent with sender=Match, match_id=int. Whoever owns the match locks
# his own row first, so that every door takes the locks in the same order.
match_settling = Signal()

# After the result is written: sent with sender=Match, match=Match, by=User | None, reason=str.
match_settled = Signal()

# After an engine's word on how a match was played came in: sent with sender=Match, match=Match (its row is
# locked), by=User | None. Who counts it asks queries.figures.last_word for both sides.
figures_changed = Signal()

# After players became one person or two again, with the persons written: sent with sender=Player,
# players=frozenset of the keys of every player whose person may have changed.
spellings_changed = Signal()

# After a result was taken back or a match was voided: the same arguments.
match_reopened = Signal()

# Before the page of a badge is drawn: sent with sender=Badge, badge=Badge. Each listener answers with a
# list of (text, address): what its holder has to do beside his matches. Nothing is written.
badge_shown = Signal()

# Before the same page: sent with sender=Badge, badge=Badge. Who runs the event at its desk answers with a
# queries.prospects.Ahead, others with None. Nothing is written.
way_asked = Signal()

# After a match left its table without a result, or waits for one again: sent with sender=Match, match=Match.
tables_changed = Signal()
