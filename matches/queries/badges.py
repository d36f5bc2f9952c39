"""Queries of badges: those still valid, and the prospects of the holder, which the page of a badge shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from matches.models import Badge
from matches.queries.lookups import get_or_none
from matches.registry import badge_prospects

# States of a `PathStep`.
WON, LOST, DRAWN, NOW, LATER, BYE, AWAY = "won", "lost", "drawn", "now", "later", "bye", "away"


@dataclass(frozen=True, slots=True)
class MatchProspect:
    """The prospects of an open match: when it should begin, and what a win and a loss lead to.

    Each is a sentence, "" if unknown.
    """

    when: str = ""
    won: str = ""
    lost: str = ""


@dataclass(frozen=True, slots=True)
class PathStep:
    """One round of a player's path through an event; `code` is the code of its match.

    `state` is `WON`, `LOST`, `DRAWN`, `BYE`, `AWAY` (no match, as the player was absent), "annulled" (counts
    for nobody), `NOW` (not played yet), `LATER` (if the player wins), or the status of the match while it is
    played. `score` is that of the match or how it ended without one, or the points of a bye.
    """

    title: str
    against: str
    state: str
    score: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class EventPath:
    """A player's path through one event; `over` is its estimated end.

    `won` and `lost` count matches: neither byes nor walk-overs. `notice` says why the player has no match:
    the bye of the round in play, the withdrawal, or that the event is cancelled. `is_over` says that the
    player plays no further match in it, in the last two cases.
    """

    event: str
    address: str
    won: int
    lost: int
    steps: tuple[PathStep, ...]
    over: datetime | None = None
    notice: str = ""
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class PlayerProspects:
    """What is ahead of a player: the prospects of open matches by primary key, and a path for each event."""

    by_match: Mapping[int, MatchProspect] = field(default_factory=dict)
    paths: tuple[EventPath, ...] = ()

    @property
    def expects_call(self) -> bool:
        """Whether the player may be called to a match: not once every event is over for them."""
        return not self.paths or not all(path.is_over for path in self.paths)


def get_prospects(badge: Badge) -> PlayerProspects:
    """The prospects of the holder of a badge; empty where no event is run at its desk."""
    return next(
        (answer for answer in badge_prospects(badge) if isinstance(answer, PlayerProspects)),
        PlayerProspects(),
    )


def get_valid_badge(badge_id: int) -> Badge | None:
    """The badge with its player and desk, unless it was revoked."""
    return get_or_none(Badge.objects.select_related("player", "desk"), pk=badge_id, revoked_at=None)
