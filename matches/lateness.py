"""Penalty points of players who are late for a called match."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.breaks import Interval, add_playing_time, measure_playing_time


@dataclass(frozen=True, slots=True)
class PenaltyScale:
    """The penalty of a late player: one point `grace` minutes after the call, then one every `step` minutes.

    With `loses` the match is lost once the points exceed half its length; otherwise once they reach the
    length.
    """

    grace: int
    step: int
    loses: bool = False


# Source: the tournament rules of UKBGF (lost past half the length) and of the NOVA club (points only).
PENALTY_SCALES = {"ukbgf": PenaltyScale(5, 5, loses=True), "nova": PenaltyScale(5, 5)}


@dataclass(frozen=True, slots=True)
class Lateness:
    """The penalty due at a given time.

    `points` go to the opponent of the late player; `forfeited` says whether they decide the match; `next_at`
    is the time of the next point, None once the match is lost.
    """

    points: int
    forfeited: bool
    next_at: datetime | None


def compute_lateness(
    called_at: datetime, now: datetime, length: int, scale: PenaltyScale, breaks: Iterable[Interval] = ()
) -> Lateness:
    """Compute the penalty points due at `now` for a match called at `called_at`; breaks do not count."""
    breaks = tuple(breaks)
    limit = length // 2 + 1 if scale.loses else length
    points = min(_count_points(measure_playing_time(called_at, now, breaks), scale), limit)
    if points == limit:
        return Lateness(points, True, None)
    wait = timedelta(minutes=scale.grace + points * scale.step)
    return Lateness(points, False, add_playing_time(called_at, wait, breaks))


def _count_points(waited: timedelta, scale: PenaltyScale) -> int:
    late = waited - timedelta(minutes=scale.grace)
    return 0 if late < timedelta(0) else 1 + late // timedelta(minutes=scale.step)
