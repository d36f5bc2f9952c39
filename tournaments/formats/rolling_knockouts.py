"""Rolling knockouts: players wait in a queue, and a small knockout starts whenever enough of them wait.

Losers can queue for the next one. Match lengths may depend on the time of day. A jackpot is such a knockout
with its own fee.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules.errors import Refusal
from rules.match import LONGEST_MATCH
from tournaments.formats.format_options import is_flag, is_whole_number
from tournaments.formats.seeding import LARGEST_DRAW

SMALLEST = 2
LATEST_MINUTE = 2 * 24 * 60


@dataclass(frozen=True, slots=True)
class RollingTerms:
    """Terms of rolling knockouts: `size` players each, and match lengths by the time of the start.

    `lengths` are (minute of the day, points): the match length of a knockout that starts before that minute.
    After the last minute none starts.
    """

    size: int = 8
    lengths: tuple[tuple[int, int], ...] = ()

    def points(self, minute: int) -> int:
        """Return the match length of a knockout that starts at a minute of the day, 0 if it is too late."""
        return next((points for until, points in sorted(self.lengths) if minute < until), 0)


@dataclass(frozen=True, slots=True)
class KnockoutStart:
    """A knockout to draw: its number from 1, its entries in queue order, and its match length."""

    number: int
    entries: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class KnockoutQueue:
    """The queue of rolling knockouts.

    `waiting`: entries in order. `playing`: (entry, number of its knockout). `joined`: an entry for each time
    it joined; each time costs a fee. `started`: number of knockouts started.
    """

    waiting: tuple[int, ...] = ()
    playing: tuple[tuple[int, int], ...] = ()
    joined: tuple[int, ...] = ()
    started: int = 0

    def join(self, entry: int) -> "KnockoutQueue":
        """Return the queue with another waiting entry. Refuses `already_entered` if it waits or plays."""
        if entry in self.waiting or entry in dict(self.playing):
            raise Refusal("already_entered", entry=entry)
        return replace(self, waiting=(*self.waiting, entry), joined=(*self.joined, entry))

    def leave(self, entry: int) -> "KnockoutQueue":
        """Return the queue without an entry that stopped waiting, or whose knockout is over.

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
        self, terms: RollingTerms, minute: int, *, is_last_call: bool = False
    ) -> tuple["KnockoutQueue", KnockoutStart | None]:
        """Return the queue and the next knockout; None if not enough entries wait, or it is too late.

        At the last call two entries are enough.
        """
        enough = SMALLEST if is_last_call else terms.size
        points = terms.points(minute)
        if len(self.waiting) < enough or not points:
            return self, None
        number, entries = self.started + 1, self.waiting[: terms.size]
        playing = (*self.playing, *((entry, number) for entry in entries))
        rest = replace(self, waiting=self.waiting[terms.size :], playing=playing, started=number)
        return rest, KnockoutStart(number, entries, points)

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
        is_whole_number(SMALLEST, LARGEST_DRAW)(value.get("size"))
        and is_flag(value.get("again", False))
        and isinstance(hours, list | tuple)
        and all(_is_hour(hour) for hour in hours)
    )


def _is_hour(value: object) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and is_whole_number(0, LATEST_MINUTE)(value[0])
        and is_whole_number(1, LONGEST_MATCH)(value[1])
    )
