"""Signals of matches, sent inside the transaction: a receiver that fails undoes the change."""

from django.dispatch import Signal

# Before a match row is locked: sent with sender=Match, match_id=int. The app that owns the match locks its
# own row first, so that all commands take the locks in the same order.
match_settling = Signal()

# After the result is written: sent with sender=Match, match=Match, by=Actor, reason=str, and
# was=dict | None, the columns of the previous result (services.settling.get_result_columns).
match_settled = Signal()

# When the reported or final score of a match changes: sent with sender=Match, match=Match,
# score=tuple[int, int] | None. None: the score was withdrawn, or the result was not played out.
score_changed = Signal()

# After the players of a match exchanged sides: sent with sender=Match, match=Match. Each receiver exchanges
# White and Black in its own rows.
sides_exchanged = Signal()

# After players were merged into one person or separated: sent with sender=Player, players=frozenset of the
# primary keys of every player whose person may have changed.
spellings_changed = Signal()

# After the full name of a person was corrected: sent with sender=Player, player=Player, by=Actor.
name_corrected = Signal()

# While a person is anonymised: sent with sender=Player, former_names=dict of player key to former full name,
# placeholder=str. Each receiver replaces the names it has copied.
player_anonymised = Signal()

# After a match lost its result (reopened, contested, undone) or was voided: sent with the arguments of
# `match_settled`; `was` is None if the voided match had no result.
match_reopened = Signal()

# After a match was postponed, which frees its table, or resumed, so that it waits for a table again: sent
# with sender=Match, match=Match.
tables_changed = Signal()

# After a match was called: sent with sender=Match, match=Match.
match_called = Signal()

# After an announcement was made: sent with sender=Announcement, announcement=Announcement.
announcement_created = Signal()

# Before an account is closed, with its row locked: sent with sender=User, user=User. Each receiver removes
# the account from its own rows, or raises a Refusal.
account_closing = Signal()

# While an account is renamed, also to a placeholder when it is closed: sent with sender=User, user=User,
# was=str (the former name), name=str. Each receiver replaces copies of the former name.
account_renamed = Signal()

# After an account was unlinked from a player who is another person: sent with sender=User, user=User,
# player=Player.
account_unlinked = Signal()
