"""Doorbells of the match room. They ring inside the transaction: a listener that fails undoes the change."""

from dataclasses import dataclass

from django.dispatch import Signal

# Before a match row is locked: sent with sender=Match, match_id=int. Whoever owns the match locks
# his own row first, so that every door takes the locks in the same order.
match_settling = Signal()

# After the result is written: sent with sender=Match, match=Match, by=Actor, reason=str, and
# was=dict | None, the columns of the result that stood before (services.settling.standing).
match_settled = Signal()

# After an engine's word on how a match was played came in: sent with sender=Match, match=Match (its row is
# locked), by=Actor. Who counts it asks queries.figures.last_word for both sides.
figures_changed = Signal()

# After players became one person or two again, with the persons written: sent with sender=Player,
# players=frozenset of the keys of every player whose person may have changed.
spellings_changed = Signal()

# While a person is made anonymous: sent with sender=Player, former_names=dict of player key to the full name
# until now, placeholder=str. Each listener replaces the names it has copied.
player_anonymised = Signal()

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


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a section: what it says, and where it leads if anywhere."""

    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page of an account. `call` is the button below the lines and leads to `address`."""

    title: str
    lines: tuple[Line, ...] = ()
    address: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True)
class Corner:
    """What a floor above has to say of a player on his page: a title that leads to `address`, a sentence."""

    title: str
    address: str
    sentence: str = ""


# Before the page of a player is drawn: sent with sender=Player, player=Player. Each listener answers with a
# list of Corner. Nothing is written.
player_shown = Signal()

# Before a person is given a copy of his data, and for each pair he plays in: sent with sender=Player,
# player=Player. Each listener answers with plain data by a name of its own. Nothing is written.
data_asked = Signal()

# Before the page of an account is drawn or its data is given out: sent with sender=User, user=User. Each
# listener answers with a list of Section. Nothing is written.
account_shown = Signal()

# Before an account is closed, its row locked: sent with sender=User, user=User. Each listener takes back what
# the account holds with it, or refuses.
account_closing = Signal()

# While an account takes another name, or loses its own as it closes: sent with sender=User, user=User,
# was=str, name=str. Each listener writes that name where it has written the former one.
account_renamed = Signal()

# Before somebody decides about names for the whole house: sent with sender=Player, players=frozenset of their
# keys, by=User. Each listener answers False when one of them is known at a place that `by` does not run, True
# when they are known at his places alone, else None. Nothing is written.
naming_asked = Signal()

# After an account and a player turned out to be two: sent with sender=User, user=User, player=Player.
account_parted = Signal()

# Before a sign-in link is made for an account or used: sent with sender=User, user=User (the account),
# by=User. Each listener answers True when the account is one of `by`'s people, False when it has a right that
# `by` has not, else None. Nothing is written.
admission_asked = Signal()
