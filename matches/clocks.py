"""Chess clock presets."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """A setting of the chess clock, all in seconds.

    Each side starts with `reserve` per point of the match length, less `played` per point already scored by
    either side. `delay` is the time of each move that is not deducted.
    """

    reserve: int
    played: int
    delay: int

    def seconds(self, length: int, white: int = 0, black: int = 0) -> int:
        """Return the initial time of each side at this score; never negative."""
        return max(0, self.reserve * length - self.played * (white + black))


# Source: US clock rules of 2013 (singles and doubles), the rules of UKBGF, the NOVA club.
CLOCKS = {
    "us": Clock(reserve=120, played=60, delay=12),
    "ukbgf": Clock(reserve=120, played=60, delay=12),
    "nova": Clock(reserve=120, played=60, delay=15),
    "doubles": Clock(reserve=150, played=75, delay=18),
}
