"""A second implementation of the pairing criteria, for fields small enough to try every pairing.

The key of a full pairing is the list of what the rules compare, from the highest bracket down: a player
who is not paired within their bracket (residents and those who came down into it) goes down to the next.
Equals are decided by the order of the published rules for "slide", else by the distance from the ideal and a
number, the one thing that it shares with the engine.
"""

from collections.abc import Iterator, Sequence

from tournaments.formats.pairing import PairingCard
from tournaments.formats.swiss.criteria import rank_hash

Pairing = tuple[tuple[int, int], ...]
Key = tuple[object, ...]


def pairings(entries: Sequence[int]) -> Iterator[tuple[Pairing, int]]:
    """Every way to pair the entries, and who sits out (0: nobody)."""
    if len(entries) % 2:
        for sits in entries:
            rest = tuple(entry for entry in entries if entry != sits)
            yield from ((pairs, sits) for pairs, _ in pairings(rest))
        return
    if not entries:
        yield (), 0
        return
    first, rest = entries[0], entries[1:]
    for place, other in enumerate(rest):
        for pairs, _ in pairings(rest[:place] + rest[place + 1 :]):
            yield ((first, other), *pairs), 0


class Judge:
    """Compares the pairings of one field by one method ("slide", "fold" or "adjacent")."""

    def __init__(
        self, cards: Sequence[PairingCard], method: str, forbidden: frozenset[frozenset[int]]
    ) -> None:
        self.cards = {card.entry: card for card in cards}
        self.method, self.forbidden = method, forbidden
        self.order = sorted(self.cards, key=lambda entry: (-self.cards[entry].score, self.cards[entry].rank))
        self.scores = sorted({card.score for card in cards}, reverse=True)

    def lawful(self, top: int) -> list[tuple[Pairing, int]]:
        """All pairings without a rematch, with tags separated for the first `top` of the order."""
        return [
            pairing
            for pairing in pairings(tuple(self.order))
            if all(self._may(pair, top) for pair in pairing[0])
        ]

    def _may(self, pair: tuple[int, int], top: int) -> bool:
        one, other = (self.cards[entry] for entry in pair)
        if other.entry in one.opponents or one.entry in other.opponents or frozenset(pair) in self.forbidden:
            return False
        highest = min(self.order.index(entry) for entry in pair)
        return highest >= top or not one.tags & other.tags

    def bye(self, sits: int) -> tuple[int, int]:
        """C2 and C5: earlier byes and the score of the player who sits out."""
        return (len(self.cards[sits].byes), self.cards[sits].score) if sits else (0, 0)

    def key(self, pairs: Pairing, sits: int) -> Key:
        """What the rules compare, most important first; less is better."""
        partner = {one: other for pair in pairs for one, other in (pair, pair[::-1])}
        parts: list[object] = [self.bye(sits)]
        descended: list[int] = []
        for level, score in enumerate(self.scores):
            floating = self._floating(descended, score, partner)
            below = self._below(floating, level, partner)
            parts += self._bracket(descended, score, partner, floating, sits, below)
            descended = floating
        return tuple(parts)

    def _members(self, descended: Sequence[int], score: int) -> list[int]:
        return [*descended, *(entry for entry in self.order if self.cards[entry].score == score)]

    def _floating(self, descended: Sequence[int], score: int, partner: dict[int, int]) -> list[int]:
        members = self._members(descended, score)
        return [entry for entry in members if partner.get(entry) not in members]

    def _below(self, floating: Sequence[int], level: int, partner: dict[int, int]) -> list[int]:
        """The scores of the players who float down from the next bracket."""
        if level + 1 == len(self.scores):
            return []
        return self._sorted_scores(self._floating(floating, self.scores[level + 1], partner))

    def _sorted_scores(self, entries: Sequence[int]) -> list[int]:
        return sorted((self.cards[entry].score for entry in entries), reverse=True)

    def _bracket(
        self,
        descended: Sequence[int],
        score: int,
        partner: dict[int, int],
        floating: Sequence[int],
        sits: int,
        below: list[int],
    ) -> list[object]:
        members = self._members(descended, score)
        key: list[object] = [len(floating), self._sorted_scores(floating)]
        key += [len(below), below]
        key.append(self.cards[sits].unplayed if sits in members else 0)
        one_ago = self._floats(members, score, partner, floating, -1)
        two_ago = self._floats(members, score, partner, floating, -2)
        key += [one_ago[0], one_ago[1], two_ago[0], two_ago[1], *one_ago[2:], *two_ago[2:]]
        if self.method == "slide":
            return [*key, self._order(members, len(descended), partner), 0]
        key.append(self._displaced(members, len(descended), partner, floating))
        key.append(self._numbers(members, partner, floating))
        return key

    def _order(self, members: Sequence[int], number: int, partner: dict[int, int]) -> list[object]:
        """Where a pairing stands in the order of article 4, for `number` members who came down."""
        size = len(members)
        other = {
            place: members.index(partner[entry]) if partner.get(entry) in members else size
            for place, entry in enumerate(members)
        }
        limbo = [not number <= other[place] < size for place in range(number)]
        met = [other[place] for place in range(number) if not limbo[place]]
        left = [other[place] for place in range(number) if limbo[place]]
        rest = [place for place in range(number, size) if other[place] >= number]
        pairs = [(place, other[place]) for place in rest if place < other[place] < size]
        original, exchanged = set(rest[: len(pairs)]), {place for place, _ in pairs}
        down, up = sorted(original - exchanged, reverse=True), sorted(exchanged - original)
        exchange = [len(up), sum(up) - sum(down), [-place for place in down], up]
        return [limbo, met, exchange, [lower for _, lower in pairs], left]

    def _floats(
        self, members: Sequence[int], score: int, partner: dict[int, int], floating: Sequence[int], ago: int
    ) -> tuple[int, int, list[int], list[int]]:
        """C14, C15, C18, C19 (or C16, C17, C20, C21): counts, and differences with the largest first."""
        down_again, up_again = 0, 0
        falls: list[int] = []
        rises: list[int] = []
        for entry in members:
            card = self.cards[entry]
            had = card.floats[ago] if len(card.floats) >= -ago else ""
            if entry in floating:
                if had == "down" and card.score == score:
                    down_again += 1
                elif had == "down":
                    falls.append(card.score - score + 2)
                continue
            gap = card.score - self.cards[partner[entry]].score
            if gap > 0 and had == "down":
                falls.append(gap)
            if gap < 0 and had == "up":
                up_again += 1
                rises.append(-gap)
        return down_again, up_again, sorted(falls, reverse=True), sorted(rises, reverse=True)

    def _displaced(
        self, members: Sequence[int], number: int, partner: dict[int, int], floating: Sequence[int]
    ) -> int:
        total = 0
        for place, entry in enumerate(members):
            if entry in floating:
                last = number if place < number else len(members)
                total += (last - 1 - place) ** 2
            elif members.index(partner[entry]) > place:
                total += self._off(place, members.index(partner[entry]), number, len(members)) ** 2
        return total

    def _numbers(self, members: Sequence[int], partner: dict[int, int], floating: Sequence[int]) -> int:
        rank = {entry: self.cards[entry].rank for entry in members}
        alone = sum(rank_hash(rank[entry], 0) for entry in floating)
        both = [
            sorted((rank[entry], rank[partner[entry]]))
            for entry in members
            if entry not in floating and rank[entry] < rank[partner[entry]]
        ]
        return alone + sum(rank_hash(one, other) for one, other in both)

    def _off(self, high: int, low: int, number: int, size: int) -> int:
        if low < number:
            return size
        if self.method == "fold":
            return high + low - (size - size % 2 - 1)
        if high < number:
            return low - number - high
        if self.method == "adjacent":
            return low - high - 1
        return low - high - max((size - 2 * number) // 2, 1)
