"""What can happen in a chouette, as values and as plain data. Players are named by text."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from ..errors import Unreadable

Party = Literal["box", "team"]


@dataclass(frozen=True, slots=True)
class Joined:
    """A player joins at the end of the queue; `stake` per point, 0 for the stake of the table."""

    player: str
    stake: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """A player leaves; during a game with an open stake, when it is over."""

    player: str


@dataclass(frozen=True, slots=True)
class Threw:
    """A die thrown for the order of the queue; ties are thrown again."""

    player: str
    die: int


@dataclass(frozen=True, slots=True)
class PartnerRequested:
    """The box wants a partner for the next game."""


@dataclass(frozen=True, slots=True)
class AnsweredAsPartner:
    """The next member in the queue accepts or declines to be the box's partner."""

    player: str
    accepts: bool


@dataclass(frozen=True, slots=True)
class DrewPartner:
    """The partner drawn at random after all have declined."""

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
    """`by` answers these offers with a beaver, raccoon, otter …; none named: all their open offers."""

    by: str
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Took:
    """`by` takes these offers; none named: all their open offers."""

    by: str
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """`by` drops these offers; none named: all their open offers."""

    by: str
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferedExtra:
    """A member who dropped pays the lone taker to own one more cube, against that member."""

    by: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The board decides all open cubes: `level` 1, 2 or 3 for a single game, gammon or backgammon."""

    winner: Party
    level: int = 1


@dataclass(frozen=True, slots=True)
class Conceded:
    """`by` resigns to these opponents (none named: all remaining ones), at this level."""

    by: str
    against: tuple[str, ...] = ()
    level: int = 1


@dataclass(frozen=True, slots=True)
class Settled:
    """Two opponents settle: `loser` pays `winner` so many points, 0 to part even."""

    winner: str
    loser: str
    points: int


SeatEvent = Joined | Left | Threw
PartnerEvent = PartnerRequested | AnsweredAsPartner | DrewPartner
AnswerEvent = Raised | Took | Dropped
CubeEvent = DoubledAutomatically | Doubled | AnswerEvent | OfferedExtra
EndEvent = Ended | Conceded | Settled
Event = SeatEvent | PartnerEvent | Opened | CubeEvent | EndEvent


KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}
_EXPECTED: dict[str, type] = {"str": str, "int": int, "bool": bool}


def write_event(event: Event) -> dict[str, Any]:
    """An event as plain data: its kind and its fields."""
    data = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(event).items()}
    return {"kind": type(event).__name__, **data}


def read_event(data: dict[str, Any]) -> Event:
    """The event that `write_event` wrote. Raises `Unreadable` (`event_unreadable`) for anything else."""
    kind = KINDS.get(str(data.get("kind")))
    if kind is None:
        raise Unreadable("event_unreadable", expected=", ".join(KINDS))
    names = {field.name: str(field.type) for field in fields(kind)}
    values = {name: value for name, value in data.items() if name != "kind"}
    if set(values) != set(names) or not all(_fits(values[name], names[name]) for name in names):
        raise Unreadable("event_unreadable", expected=", ".join(names))
    event: Event = kind(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    )
    return event


def _fits(value: object, annotation: str) -> bool:
    if annotation.startswith("tuple"):
        return isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    if annotation == "Party":
        return value in get_args(Party)
    return type(value) is _EXPECTED[annotation]
