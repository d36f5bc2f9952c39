"""What can happen in a chouette, as data: the facts an evening is folded from. Players are named by text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Party = Literal["box", "team"]


@dataclass(frozen=True, slots=True)
class Joined:
    """A player sits down, at the end of the line; `stake` per point, 0 for the stake of the table."""

    player: str
    stake: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """A player leaves; from a game in which he has an open stake, when it is over."""

    player: str


@dataclass(frozen=True, slots=True)
class Threw:
    """A die thrown for the order of the line; equal numbers are thrown again by those who tie."""

    player: str
    die: int


@dataclass(frozen=True, slots=True)
class PartnerRequested:
    """The box wants a partner for the next game."""


@dataclass(frozen=True, slots=True)
class AnsweredAsPartner:
    """The next member in line says whether he will be the box's partner."""

    player: str
    accepts: bool


@dataclass(frozen=True, slots=True)
class DrewPartner:
    """The partner found by lot after all have declined."""

    player: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A game begins."""


@dataclass(frozen=True, slots=True)
class DoubledAutomatically:
    """Equal numbers at the opening throw: all cubes go up in the centre."""


@dataclass(frozen=True, slots=True)
class Doubled:
    """`by` doubles these opponents; none named: the box doubles all it can, a member doubles the box."""

    by: str
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Raised:
    """`by` answers these offers with a beaver, raccoon, otter …; none named: all he has to answer."""

    by: str
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Took:
    """`by` takes these offers; none named: all he has to answer."""

    by: str
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """`by` drops these offers; none named: all he has to answer."""

    by: str
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedExtra:
    """A member who dropped pays the lone taker to hold one more cube, against himself."""

    by: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The board decides all open cubes: `level` 1, 2 or 3 for a single game, gammon or backgammon."""

    winner: Party
    level: int = 1


@dataclass(frozen=True, slots=True)
class Conceded:
    """`by` gives up to these opponents (none named: to all he still plays), at this level."""

    by: str
    against: tuple[str, ...] = ()
    level: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """Two opponents agree on a price: `loser` pays `winner` so many points, 0 to part even."""

    winner: str
    loser: str
    points: int


SeatEvent = Joined | Left | Threw
PartnerEvent = PartnerRequested | AnsweredAsPartner | DrewPartner
AnswerEvent = Raised | Took | Dropped
CubeEvent = DoubledAutomatically | Doubled | AnswerEvent | OfferedExtra
EndEvent = Ended | Conceded | Settled
Event = SeatEvent | PartnerEvent | Opened | CubeEvent | EndEvent
