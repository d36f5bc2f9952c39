"""Clock settings by rule set: how much reserve a match begins with, and the delay of each move."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds: `reserve` for each point of the length, less `played` for each point either side has, and
    the `delay` that runs before the reserve does."""

    reserve: int
    played: int
    delay: int

    def seconds(self, length: int, white: int = 0, black: int = 0) -> int:
        """The reserve of each side when the clock is set at this score; never below nothing."""
        return max(0, self.reserve * length - self.played * (white + black))


# Source: US clock rules of 2013 (singles and doubles), the rules of UKBGF, the NOVA club.
CLOCKS = {
    "us": Clock(reserve=120, played=60, delay=12),
    "ukbgf": Clock(reserve=120, played=60, delay=12),
    "nova": Clock(reserve=120, played=60, delay=15),
    "doubles": Clock(reserve=150, played=75, delay=18),
}
