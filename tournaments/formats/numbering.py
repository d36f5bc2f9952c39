"""Numbers of a round robin by which club-mates and relatives meet early, before anything is at stake.

How it is repeated by hand (method "mates-1"). A pair that shares a tag costs the round in which it meets.
From the numbers the lots gave, the two numbers are exchanged that lower the sum most (of equal exchanges the
one with the lowest first, then the lowest second number), until no exchange lowers it. This is done from
`shuffled(entries, "<seed>/numbers/<n>")` for n = 0, 1, ... too, 24 times in all (3 times with more than 16
players), and the first of the lowest sums is taken.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.formats.berger import met_in
from tournaments.formats.draw_seed import shuffled
from tournaments.formats.separation import Tags, kind_of

METHOD = "mates-1"
SMALL, MANY, FEW = 16, 24, 3
MATES = frozenset({"club", "family", "partner"})


def mates_first(entries: Sequence[int], tags: Tags, seed: str) -> tuple[int, ...]:
    """The entries in an order of numbers by which those of one club, family or pair meet early."""
    orders = [_Order(entries, tags)]
    if not orders[0].has_mates:
        return tuple(entries)
    tries = FEW if len(entries) > SMALL else MANY
    starts = (shuffled(sorted(entries), f"{seed}/numbers/{number}") for number in range(tries - 1))
    orders += [_Order(start, tags) for start in starts]
    for order in orders:
        order.settle()
    return tuple(min(orders, key=_Order.total).entries)


class _Order:
    """Entries by number (from 0), and who are mates of whom."""

    def __init__(self, entries: Sequence[int], tags: Tags) -> None:
        self.entries = list(entries)
        self._at = {entry: at for at, entry in enumerate(entries)}
        self._rounds = _rounds(len(entries))
        mate_tags = {
            entry: {tag for tag in tags.get(entry, ()) if kind_of(tag) in MATES} for entry in entries
        }
        self._mates: Mapping[int, tuple[int, ...]] = {
            entry: tuple(other for other in entries if other != entry and mate_tags[entry] & mate_tags[other])
            for entry in entries
        }
        self.has_mates = any(self._mates.values())

    def settle(self) -> None:
        """Exchanges until no exchange lowers the sum."""
        exchanges = list(combinations(range(len(self.entries)), 2))
        while exchanges:
            best = min(exchanges, key=lambda pair: self.gain(*pair))
            if self.gain(*best) >= 0:
                break
            self.exchange(*best)

    def total(self) -> int:
        """The sum of the rounds in which mates meet, each pair counted from both sides."""
        mate_places = (
            (at, self._at[mate]) for at, entry in enumerate(self.entries) for mate in self._mates[entry]
        )
        return sum(self._rounds[one][other] for one, other in mate_places)

    def gain(self, one: int, other: int) -> int:
        """How the sum changes when two numbers are exchanged: below nothing when it gets better."""
        first, second = self.entries[one], self.entries[other]
        return self._change_of_moving(first, one, other, but=second) + self._change_of_moving(
            second, other, one, but=first
        )

    def exchange(self, one: int, other: int) -> None:
        """Gives each of two entries the other's number."""
        entries = self.entries
        entries[one], entries[other] = entries[other], entries[one]
        self._at[entries[one]], self._at[entries[other]] = one, other

    def _change_of_moving(self, entry: int, before: int, after: int, *, but: int) -> int:
        places = [self._at[mate] for mate in self._mates[entry] if mate != but]
        return sum(self._rounds[after][place] - self._rounds[before][place] for place in places)


def _rounds(players: int) -> list[list[int]]:
    """The round in which two numbers (from 0) meet, 0 for a number and itself."""
    meeting_rounds = met_in(players)
    numbers = range(1, players + 1)
    return [[meeting_rounds.get(frozenset((one, other)), 0) for other in numbers] for one in numbers]
