"""The names of a list, with the player of the club whom each means, or the people whom it may mean."""

from dataclasses import dataclass
from datetime import date

from matches.models import Player
from matches.names import fold_name

# The choice that a name is of somebody new.
NEW_PERSON = "new"


@dataclass(frozen=True, slots=True)
class NameCandidate:
    """A player a name may mean: one of the club (`is_here`), or another name of the file.

    `value` is "p:" and the code of the player, or "f:" and the number of the name. `about` is what tells the
    player from others of the name, or the row of the other name.
    """

    value: str
    name: str
    is_here: bool
    about: str = ""
    line: int = 0
    # The name is a short form of this one.
    is_full: bool = False
    # A player of the club whose name has the same parts in another order.
    is_reordered: bool = False
    # A player of the club with another form of the first name, or another surname, who is only proposed.
    is_resembling: bool = False
    # Number, e-mail or phone show that it is this player.
    is_evident: bool = False


@dataclass(frozen=True, slots=True)
class EarlierAnswer:
    """What an earlier list has answered about a name: the value of the player, in which list, on which day.

    `is_new`: the answer was that this is another person, new in the club.
    """

    value: str
    list_name: str
    on: date
    is_new: bool


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A name of the file: the player of the club, or the candidates in `near` if ambiguous.

    `line` is its row, 0 if the file names it in several. `is_incomplete`: the first name or the surname is
    missing. `is_shared`: another person of the file has the same name.
    """

    number: int
    name: str
    player: Player | None
    near: tuple[NameCandidate, ...] = ()
    line: int = 0
    is_incomplete: bool = False
    is_shared: bool = False
    # The name is a short form of another one, as "Rossi G." is of "Giovanni Rossi".
    is_short: bool = False
    answer: EarlierAnswer | None = None

    @property
    def guess(self) -> str:
        """Return what an earlier list has answered, else the value of the only person whom the name can mean.

        It is "" if there are several or none. It is the only one of a short name, the only player with the
        same parts in another order, or the one whom number, e-mail or phone show. It is "new" if players only
        resemble the name. Who was meant by a short form of several names may be another person this time.
        """
        full_names = [one for one in self.near if one.is_full]
        if self.answer is not None and not (self.is_short and len(full_names) > 1):
            return self.answer.value
        if self.near and not self.needs_choice:
            return NEW_PERSON
        evident = [one for one in self.near if one.is_evident]
        reordered = [one for one in self.near if one.is_reordered]
        people = [one for one in self.near if self.is_short and (one.is_full or one.is_here)]
        for candidates in (evident, reordered, people):
            if len(candidates) == 1:
                return candidates[0].value
        return ""

    @property
    def answered_name(self) -> str:
        """Return who was answered before, if that is not the guess; "" otherwise."""
        if self.answer is None or self.answer.value == self.guess:
            return ""
        answered = [one for one in self.near if one.value == self.answer.value]
        return " ".join(f"{one.name} ({one.about})" if one.about else one.name for one in answered)

    @property
    def namesakes(self) -> tuple[NameCandidate, ...]:
        """Return the players of the club whom it may mean and who have this very name."""
        name = fold_name(self.name)
        # A distinction stands behind the name.
        return tuple(
            one for one in self.near if one.is_here and f"{fold_name(one.name)} ".startswith(f"{name} ")
        )

    @property
    def resembling_names(self) -> str:
        """Return the names of the players who only resemble the name; "" if somebody has to be chosen."""
        return "" if self.needs_choice else ", ".join(one.name for one in self.near)

    @property
    def needs_choice(self) -> bool:
        """Whether somebody has to say who is meant."""
        is_similar = any(not one.is_resembling for one in self.near)
        return is_similar or (self.is_incomplete and self.player is None)

    @property
    def has_question(self) -> bool:
        """Whether the page asks who is meant: also if it is a new person unless another answer is given."""
        return self.needs_choice or bool(self.near)
