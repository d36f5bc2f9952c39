"""Rolling mini knockouts: new players and losers wait, and enough of them start a small knockout.

So clubs fill an evening: knockouts of eight to five points while people arrive, later shorter ones, and early
losers or late arrivals join the next. A jackpot is such a knockout with its own fee.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.formats.format import MOST_ENTRIES, is_flag, whole_number
from tournaments.formats.plan import LONGEST

SMALLEST = 2
TWO_DAYS = 2 * 24 * 60


@dataclass(frozen=True, slots=True)
class MiniTerms:
    """Terms of rolling knockouts: players per knockout, and match length by time of day.

    `lengths` are (minute, points): the match length of a knockout that starts before that minute of the
    evening. After the last minute none starts.
    """

    size: int = 8
    lengths: tuple[tuple[int, int], ...] = ()

    def points(self, minute: int) -> int:
        """Return the match length of a knockout that starts now, 0 when none starts any more."""
        return next((points for until, points in sorted(self.lengths) if minute < until), 0)


@dataclass(frozen=True, slots=True)
class Start:
    """A knockout to be drawn: its number from 1, its players in order of waiting, and its match length."""

    number: int
    entries: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Pool:
    """The waiting list, the players of each knockout (by number), and the number of times each has joined.

    One fee is due for each time.
    """

    waiting: tuple[int, ...] = ()
    playing: tuple[tuple[int, int], ...] = ()
    joined: tuple[int, ...] = ()
    started: int = 0

    def join(self, entry: int) -> "Pool":
        """Return the pool with a new or returning entry. Refuses ("already_entered") one that is in it."""
        if entry in self.waiting or entry in dict(self.playing):
            raise Refusal("already_entered", entry=entry)
        return replace(self, waiting=(*self.waiting, entry), joined=(*self.joined, entry))

    def leave(self, entry: int) -> "Pool":
        """Return the pool without an entry that stopped waiting, or whose knockout is over.

        Refuses ("entry_unknown") an entry that is neither waiting nor playing.
        """
        if entry not in self.waiting and entry not in dict(self.playing):
            raise Refusal("entry_unknown", entry=entry)
        return replace(
            self,
            waiting=tuple(each for each in self.waiting if each != entry),
            playing=tuple(each for each in self.playing if each[0] != entry),
        )

    def start(
        self, terms: MiniTerms, minute: int, *, is_last_call: bool = False
    ) -> tuple["Pool", Start | None]:
        """Return the next knockout, if enough wait, and the pool without them.

        At the last call two are enough, and all waiting entries play (with byes). After the last minute none
        starts.
        """
        enough = SMALLEST if is_last_call else terms.size
        points = terms.points(minute)
        if len(self.waiting) < enough or not points:
            return self, None
        number, entries = self.started + 1, self.waiting[: terms.size]
        playing = (*self.playing, *((entry, number) for entry in entries))
        rest = replace(self, waiting=self.waiting[terms.size :], playing=playing, started=number)
        return rest, Start(number, entries, points)

    def fees(self) -> Mapping[int, int]:
        """Return how many fees each entry has to pay: one each time it joined."""
        return count_entries(self.joined)


def count_entries(entries: Sequence[int]) -> dict[int, int]:
    """Return how often each entry occurs in a list, in order of first occurrence."""
    return {entry: entries.count(entry) for entry in dict.fromkeys(entries)}


def are_rolling_terms(value: object) -> bool:
    """Whether a value is valid rolling terms: {"size": 8, "hours": [[1230, 5]], "again": true}."""
    if not isinstance(value, Mapping) or not set(value) <= {"size", "hours", "again"}:
        return False
    hours = value.get("hours", [])
    return (
        whole_number(SMALLEST, MOST_ENTRIES)(value.get("size"))
        and is_flag(value.get("again", False))
        and isinstance(hours, list | tuple)
        and all(_is_hour(hour) for hour in hours)
    )


def _is_hour(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and whole_number(0, TWO_DAYS)(value[0])
        and whole_number(1, LONGEST)(value[1])
    )
