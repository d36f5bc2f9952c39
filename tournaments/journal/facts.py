"""The kinds of facts a journal holds, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

WHITE, BLACK, NOBODY = "white", "black", ""
PLAYED, WALKOVER, BOTH_ABSENT = "played", "walkover", "double_walkover"
ENDINGS = frozenset({PLAYED, WALKOVER, "retired", "forfeit", BOTH_ABSENT})

RENAME, REPLAY = "rename", "replay"
CHOICES = (RENAME, REPLAY)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a journal as it is stored."""

    seq: int
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """How a pairing ended, and which entries sat there when it did."""

    white: int
    black: int
    winner: str
    white_score: int
    black_score: int
    ending: str

    @property
    def winner_entry(self) -> int:
        """The entry that won, 0 when both were absent."""
        return {WHITE: self.white, BLACK: self.black}.get(self.winner, 0)

    @property
    def loser_entry(self) -> int:
        """The entry that lost, 0 when both were absent."""
        return {WHITE: self.black, BLACK: self.white}.get(self.winner, 0)

    @property
    def is_absence(self) -> bool:
        """Whether somebody was not there: no match was played and the absent does not play on."""
        return self.ending in {WALKOVER, BOTH_ABSENT}


@dataclass(frozen=True, slots=True)
class Entered:
    """Players entered together: entry number -> public id of the player."""

    players: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An entry that plays no further match."""

    entry: int


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment that binds the seed of the next draw."""

    commitment: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: the format, the revealed seed of the lots, the seeded entries and the lines they gave."""

    format: str
    seed: str
    seeds: tuple[int, ...]
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Published:
    """The draw was shown; from here matches are seated."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A pairing got its result."""

    pairing: str
    result: Result


@dataclass(frozen=True, slots=True)
class Reopened:
    """A result was taken back."""

    pairing: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """A result was replaced; the choices say what becomes of each pairing that had already begun."""

    pairing: str
    result: Result
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier line counts no more (or, when that was itself an undoing, counts again)."""

    seq: int


Fact = Entered | Withdrawn | Committed | Drawn | Published | Settled | Reopened | Corrected | Undone
