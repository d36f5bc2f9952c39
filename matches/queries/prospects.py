"""What a player has before him at a desk, as whoever runs the event there tells it: values only."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from matches.models import Badge
from matches.registry import badge_outlooks

WON, LOST, DRAWN, NOW, LATER = "won", "lost", "drawn", "now", "later"


@dataclass(frozen=True, slots=True)
class MatchProspect:
    """What is said about one open match: when it should begin, what follows from winning and from losing.

    Each is a sentence or nothing, where nobody can tell.
    """

    when: str = ""
    won: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class PathStep:
    """One round on a player's way; `code` is that of its match.

    `state` is won, lost, drawn, now or later, and of a match that is being played its status.
    """

    title: str
    against: str
    state: str
    score: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class EventPath:
    """A player's way through one event; `over` is when the event should be over."""

    event: str
    address: str
    won: int
    lost: int
    steps: tuple[PathStep, ...]
    over: datetime | None = None


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    """All of it: what is said about open matches by their primary key, and the way through each event."""

    prospects: Mapping[int, MatchProspect] = field(default_factory=dict)
    ways: tuple[EventPath, ...] = ()


def get_outlook(badge: Badge) -> PlayerOutlook:
    """What the holder of a badge has before him; nothing where no event is run at its desk."""
    return next(
        (outlook for outlook in badge_outlooks(badge) if isinstance(outlook, PlayerOutlook)), PlayerOutlook()
    )
