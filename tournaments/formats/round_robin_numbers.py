"""The numbers of a round robin by which mates, who share a club, family or partner, meet early.

How anybody can repeat the numbering (method "mates-1"). A pair that shares a tag costs the round in which it
meets. From the numbers of the random order, the exchange of two that lowers the sum most is made (of equal
ones that with the lowest first, then second number), until none lowers it. This is repeated from
`shuffle(entries, "<seed>/numbers/<n>")` for n = 0, 1, ..., 24 times in all (3 times with more than 16
players); the first of the lowest sums is taken.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.formats.berger_tables import map_meeting_rounds
from tournaments.formats.random_order import shuffle
from tournaments.formats.separation import CLUB, FAMILY, PARTNER, Tags, kind_of

METHOD = "mates-1"
# Up to how many entries a field is small; number of starts of the search for small and large fields.
SMALL_FIELD, SMALL_FIELD_STARTS, LARGE_FIELD_STARTS = 16, 24, 3
# Kinds of tags that make two entries mates.
MATE_TAGS = frozenset({CLUB, FAMILY, PARTNER})


def number_mates_first(entries: Sequence[int], tags: Tags, seed: str) -> tuple[int, ...]:
    """Return the entries in the order of their numbers, such that mates meet early."""
    orders = [_Order(entries, tags)]
    if not orders[0].has_mates:
        return tuple(entries)
    tries = LARGE_FIELD_STARTS if len(entries) > SMALL_FIELD else SMALL_FIELD_STARTS
    starts = (shuffle(sorted(entries), f"{seed}/numbers/{number}") for number in range(tries - 1))
    orders += [_Order(start, tags) for start in starts]
    for order in orders:
        order.settle()
    return tuple(min(orders, key=_Order.total).entries)


class _Order:
    """A numbering of the entries (from 0), improved by exchanges so that mates meet early."""

    def __init__(self, entries: Sequence[int], tags: Tags) -> None:
        self.entries = list(entries)
        self._at = {entry: at for at, entry in enumerate(entries)}
        self._rounds = _rounds(len(entries))
        mate_tags = {
            entry: {tag for tag in tags.get(entry, ()) if kind_of(tag) in MATE_TAGS} for entry in entries
        }
        self._mates: Mapping[int, tuple[int, ...]] = {
            entry: tuple(other for other in entries if other != entry and mate_tags[entry] & mate_tags[other])
            for entry in entries
        }
        self.has_mates = any(self._mates.values())

    def settle(self) -> None:
        """Exchange numbers until no exchange lowers the sum."""
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
        """Return the change of the sum when two numbers are exchanged: negative is better."""
        first, second = self.entries[one], self.entries[other]
        return self._change_of_moving(first, one, other, but=second) + self._change_of_moving(
            second, other, one, but=first
        )

    def exchange(self, one: int, other: int) -> None:
        """Exchange the numbers of two entries."""
        entries = self.entries
        entries[one], entries[other] = entries[other], entries[one]
        self._at[entries[one]], self._at[entries[other]] = one, other

    def _change_of_moving(self, entry: int, before: int, after: int, *, but: int) -> int:
        places = [self._at[mate] for mate in self._mates[entry] if mate != but]
        return sum(self._rounds[after][place] - self._rounds[before][place] for place in places)


def _rounds(players: int) -> list[list[int]]:
    """Return the round in which two numbers (from 0) meet, 0 for a number and itself."""
    meeting_rounds = map_meeting_rounds(players)
    numbers = range(1, players + 1)
    return [[meeting_rounds.get(frozenset((one, other)), 0) for other in numbers] for one in numbers]
