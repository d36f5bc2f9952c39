"""How fast a room plays: measured minutes per point, and what is left of a match that is on."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

# Directors reckon seven to eight minutes a point; measured matches outweigh that after a few.
USUAL_MINUTES, PRIOR_POINTS = 7.5, 28
# What is faster or slower than this was typed in long after, or lay idle.
FASTEST, SLOWEST = 1.5, 30.0
# A match that lasts longer than its length says still takes a little.
MINIMUM_SHARE = 0.1
# Points a game is worth with the cube, as numerators of eighths.
GAME_POINTS = ((1, 4), (2, 3), (4, 1))
EIGHTHS = 8


@dataclass(frozen=True, slots=True)
class TimedMatch:
    """A match that was played: its length in points, and the minutes from its first game to its result."""

    length: int
    minutes: float


@dataclass(frozen=True, slots=True)
class Pace:
    """Minutes a point of match length takes; `measured` is how many matches that rests on."""

    per_point: float = USUAL_MINUTES
    measured: int = 0

    def minutes(self, length: int) -> float:
        """The minutes a whole match of a length takes."""
        return self.per_point * length

    def left(self, length: int, white: int, black: int, elapsed: float) -> float:
        """The minutes a match that is on will still take: by its score, by the clock while there is none."""
        whole = self.minutes(length)
        if white or black:
            return whole * share_left(length - white, length - black) / share_left(length, length)
        return max(whole - elapsed, whole * MINIMUM_SHARE)


def measure_pace(played: Iterable[TimedMatch]) -> Pace:
    """The pace of these matches; few of them move the usual one only a little."""
    points, minutes, measured = float(PRIOR_POINTS), PRIOR_POINTS * USUAL_MINUTES, 0
    for match in played:
        if FASTEST <= match.minutes / match.length <= SLOWEST:
            points, minutes, measured = points + match.length, minutes + match.minutes, measured + 1
    return Pace(minutes / points, measured)


@cache
def share_left(white: int, black: int) -> float:
    """The games two equal players may expect until one of them has made the points he still needs."""
    if white <= 0 or black <= 0:
        return 0.0
    later = sum(
        weight * (share_left(white - points, black) + share_left(white, black - points))
        for points, weight in GAME_POINTS
    )
    return 1 + later / (2 * EIGHTHS)
