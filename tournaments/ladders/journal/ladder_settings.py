"""The settings of a ladder: challenge range, deadlines and the effect of a result."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from rules.match import LONGEST_MATCH

# What a winning challenger gets; what a challenge not answered or played costs; where newcomers start.
TAKE, SWAP = "take", "swap"
NOTHING, DOWN, LOSS = "nothing", "down", "lost"
BOTTOM, RATING = "bottom", "rating"
WIN_EFFECTS = (TAKE, SWAP)
CONSEQUENCES = (NOTHING, DOWN, LOSS)
ENTRY_RULES = (BOTTOM, RATING)
MAX_DAYS, MAX_RUNGS = 366, 512


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The rules of a ladder. Raises ValueError for impossible rules.

    `reach` is how many places up one may challenge, 0 for any number. A challenge is answered within
    `answer_days` and played within `play_days` of its acceptance. A challenger who wins takes the place and
    those between move down one ("take"), or the two swap places ("swap"). A challenge refused or not
    answered in time (`unanswered`), and one that was accepted and not played (`unplayed`), costs the
    challenged player nothing, one place ("down"), or the same as a loss ("lost"). A challenged player is
    protected for `protected_days` afterwards. A member without a match for `idle_days` moves down one place,
    and another one after every further `idle_days` (0: never), unless a challenge is open. Newcomers begin at
    the bottom or where their rating puts them.
    """

    reach: int = 3
    length: int = 7
    answer_days: int = 7
    play_days: int = 21
    win: str = TAKE
    unanswered: str = DOWN
    unplayed: str = NOTHING
    protected_days: int = 7
    idle_days: int = 0
    entry: str = BOTTOM

    def __post_init__(self) -> None:
        choices = ((self.win, WIN_EFFECTS), (self.unanswered, CONSEQUENCES), (self.unplayed, CONSEQUENCES))
        if any(value not in allowed for value, allowed in (*choices, (self.entry, ENTRY_RULES))):
            raise ValueError("unknown option of a ladder rule")
        if any(type(getattr(self, name)) is not int for name, _, _ in INTEGER_RANGES):
            raise ValueError("days, places and points are whole numbers")
        if any(not minimum <= getattr(self, name) <= maximum for name, minimum, maximum in INTEGER_RANGES):
            raise ValueError("days, places or points out of range")

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return rules from stored JSON; missing keys have defaults, an unknown name is a ValueError."""
        unknown = set(data) - {spec.name for spec in fields(cls)}
        if unknown:
            raise ValueError(f"unknown rules: {', '.join(sorted(unknown))}")
        return cls(**data)

    def to_data(self) -> dict[str, Any]:
        """Return the rules as JSON."""
        return asdict(self)


INTEGER_RANGES = (
    ("reach", 0, MAX_RUNGS),
    ("length", 1, LONGEST_MATCH),
    ("answer_days", 1, MAX_DAYS),
    ("play_days", 1, MAX_DAYS),
    ("protected_days", 0, MAX_DAYS),
    ("idle_days", 0, MAX_DAYS),
)
