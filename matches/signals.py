"""Signals of matches, sent inside the transaction: a receiver that fails undoes the change."""

from django.dispatch import Signal

# Before a match row is locked: sent with sender=Match, match_id=int. The app that owns the match locks its
# own row first, so that all commands take the locks in the same order.
match_settling = Signal()

# After the result is written: sent with sender=Match, match=Match, by=Actor, reason=str, and
# was=dict | None, the columns of the previous result (services.settling.get_result_columns).
match_settled = Signal()

# After the score a match stands at was reported, settled, corrected or taken back: sent with sender=Match,
# match=Match, score=tuple[int, int] | None.
score_changed = Signal()

# After the two players of a match changed colours: sent with sender=Match, match=Match. Each listener turns
# what it keeps of White and Black.
sides_exchanged = Signal()

# After players became one person or two again, with the persons written: sent with sender=Player,
# players=frozenset of the keys of every player whose person may have changed.
spellings_changed = Signal()

# While a person is made anonymous: sent with sender=Player, former_names=dict of player key to the full name
# until now, placeholder=str. Each listener replaces the names it has copied.
player_anonymised = Signal()

# After a result was taken back or a match was voided: the same arguments.
match_reopened = Signal()

# After a match left its table without a result, or waits for one again: sent with sender=Match, match=Match.
tables_changed = Signal()

# After a match was called: sent with sender=Match, match=Match.
match_called = Signal()

# After an announcement was made: sent with sender=Announcement, announcement=Announcement.
announcement_created = Signal()

# Before an account is closed, its row locked: sent with sender=User, user=User. Each listener takes back what
# the account holds with it, or refuses.
account_closing = Signal()

# While an account takes another name, or loses its own as it closes: sent with sender=User, user=User,
# was=str, name=str. Each listener writes that name where it has written the former one.
account_renamed = Signal()

# After an account and a player turned out to be two: sent with sender=User, user=User, player=Player.
account_parted = Signal()
