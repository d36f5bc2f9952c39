"""Rolling mini knockouts: whoever comes or has lost waits, and when enough wait a small knockout starts.

So clubs fill an evening: knockouts of eight to five points while people arrive, later shorter ones, and
whoever loses early or comes late joins the next. A jackpot is such a knockout with a fee of its own.
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

    `lengths` are (minute, points): a knockout that starts before that minute of the evening goes to so many
    points. After the last minute none starts.
    """

    size: int = 8
    lengths: tuple[tuple[int, int], ...] = ()

    def points(self, minute: int) -> int:
        """How many points a knockout that starts now goes to, 0 when none starts any more."""
        return next((points for until, points in sorted(self.lengths) if minute < until), 0)


@dataclass(frozen=True, slots=True)
class Start:
    """A knockout to be drawn: its number from 1, who plays in order of waiting, and its points."""

    number: int
    entries: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Pool:
    """Who waits, who plays in which knockout (by number), and how often each has joined: so often he pays."""

    waiting: tuple[int, ...] = ()
    playing: tuple[tuple[int, int], ...] = ()
    joined: tuple[int, ...] = ()
    started: int = 0

    def join(self, entry: int) -> "Pool":
        """The pool after somebody came, or came back after a defeat; refuses ("already_entered") the busy."""
        if entry in self.waiting or entry in dict(self.playing):
            raise Refusal("already_entered", entry=entry)
        return replace(self, waiting=(*self.waiting, entry), joined=(*self.joined, entry))

    def leave(self, entry: int) -> "Pool":
        """The pool after somebody who waited has gone, or whose knockout is over for him.

        Refuses ("entry_unknown") who is neither waiting nor playing.
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
        """The next knockout, if enough wait, and the pool without them.

        At the last call two are enough, and whoever waits plays (with byes). After the last minute nobody
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
        """How many fees everybody owes: one each time he joined."""
        return count_entries(self.joined)


def count_entries(entries: Sequence[int]) -> dict[int, int]:
    """How often each entry stands in a list, in order of first standing."""
    return {entry: entries.count(entry) for entry in dict.fromkeys(entries)}


def are_rolling_terms(value: object) -> bool:
    """Whether an option agrees on small knockouts: {"size": 8, "hours": [[1230, 5]], "again": true}."""
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
