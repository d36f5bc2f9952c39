"""Signals of records, sent inside the transaction: a receiver that fails undoes the change."""

from django.dispatch import Signal

# After performance figures of a match were stored: sent with sender=Match, match=Match (its row is locked),
# by=Actor. Receivers read both sides with `queries.analyses.get_last_figures`. `former_figures` is what that
# returned before figures stopped to count, as when a file is taken out of its match; it may be left out.
figures_changed = Signal()
