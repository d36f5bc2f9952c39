"""The current state of one pairing: its players, its winner and how it was decided."""

from dataclasses import dataclass

from tournaments.journal.facts import DRAWN, Result

VACANT = 0
Seat = int | None

UNDECIDED, BY_BYE, BY_ABSENCE, BY_RESULT, BY_RULING = "", "bye", "absence", "result", "ruling"


@dataclass(frozen=True, slots=True)
class Placement:
    """One pairing: seats (number, `VACANT` or None), winner (None while undecided), how it was decided.

    `out` are the entries that lost here. A contested pairing was won against somebody who was there; byes,
    walkovers and withdrawals are not. `is_seated` tells whether a match belongs to it.
    """

    id: str
    white: Seat
    black: Seat
    winner: Seat = None
    decided: str = UNDECIDED
    result: Result | None = None
    is_seated: bool = False
    out: tuple[int, ...] = ()
    is_contested: bool = False

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both seats, white first."""
        return (self.white, self.black)

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on, be it nobody."""
        return self.winner is not None

    @property
    def is_drawn(self) -> bool:
        """Whether two teams won as many boards here, and nobody lost."""
        return self.result is not None and self.result.ending == DRAWN

    @property
    def loser(self) -> int:
        """The one entry that lost here, `VACANT` where nobody did or both."""
        return self.out[0] if len(self.out) == 1 else VACANT

    @property
    def sent_on(self) -> int:
        """The entry that lost here and may play on elsewhere: one that was there to play, else `VACANT`."""
        return self.loser if self.is_contested else VACANT
