"""Keeping people of one club, country or family, or who have met, apart, and what could not be.

How it is repeated manually (method "apart-1"). Lines that may be exchanged stand together in a block. Two
people who share a tag cost weight x 2^(wished - r) when the first round in which they can meet is r and is
one of the `wished` rounds, otherwise nothing; people in one group of a round robin cost the weight.

1. Start from the lines of the random order. Go through the lines, each block in the order
   `shuffled(block, "<seed>/apart/0")`. A person who costs something is exchanged with that one of his
   block, looked through in the same order, which lowers the sum most; the first of equal ones.
2. Go through again until nothing is exchanged. If the sum is what cannot be avoided, that is the draw.
3. Otherwise start again, up to `ATTEMPTS` times: blocks are filled anew in the order
   `shuffled(people, "<seed>/apart/<attempt>")`, then 1 and 2 with that number. The lowest sum is drawn,
   of equal ones the earliest.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.seeding import shuffled

METHOD = "apart-1"
ATTEMPTS = 8
WEIGHTS: Mapping[str, int] = {"met": 16, "family": 8, "partner": 8, "club": 4, "country": 1}

Tags = Mapping[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines of a draw: by line, the parts it lies in, from the smallest; and the sets of equal lines.

    On a bracket the parts of a line are its pair, its quarter of eight and so on: players in part j of a line
    can meet in round j. In groups there is one part, the group. `pots` are lines that may be exchanged with
    each other.
    """

    parts: tuple[tuple[int, ...], ...]
    pots: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two entries that changed lines because the first would have met others of `tag` too early."""

    entry: int
    other: int
    tag: str


@dataclass(frozen=True, slots=True)
class SeparatedLines:
    """The lines after separation, and every exchange that led to them, in order.

    `attempt` is 0 when the lines start from the random order itself, otherwise the number of the refill.
    """

    lines: tuple[int, ...]
    exchanges: tuple[Exchange, ...] = ()
    attempt: int = 0


def bracket_layout(size: int, pots: Sequence[Sequence[int]]) -> Layout:
    """Return the layout of a bracket: line 5 of 8 (from 0) is in pair 2, half 1 and the whole 0."""
    levels = range(1, size.bit_length())
    return Layout(tuple(tuple(line >> level for level in levels) for line in range(size)), _tuples(pots))


def group_layout(sizes: Sequence[int], pots: Sequence[Sequence[int]]) -> Layout:
    """Return the lines of groups of these sizes, one group after the other: one part each."""
    parts = tuple((group,) for group, size in enumerate(sizes) for _ in range(size))
    return Layout(parts, _tuples(pots))


def kind_of(tag: str) -> str:
    """Return the kind of a tag: "club" of "club:London"."""
    return tag.partition(":")[0]


def separate(
    lines: Sequence[int], layout: Layout, tags: Tags, rounds_by_kind: Mapping[str, int], seed: str
) -> SeparatedLines:
    """Separate players with shared tags as far as exchanges inside the pots allow.

    `rounds_by_kind` gives for each kind of tag the number of rounds to separate (groups: 1); other kinds are
    free.
    """
    shared_tags = _shared_tags(lines, tags, rounds_by_kind)
    best, best_cost, lower_bound = SeparatedLines(tuple(lines)), 0, 0
    for attempt in range(ATTEMPTS):
        start = lines if attempt == 0 else _filled_anew(lines, layout, f"{seed}/apart/{attempt}")
        search = _Search(start, layout, shared_tags, rounds_by_kind)
        if attempt == 0:
            best_cost, lower_bound = search.cost(), search.unavoidable()
        if best_cost <= lower_bound:
            break
        exchanges = search.settle(f"{seed}/apart/{attempt}")
        if search.cost() < best_cost:
            best, best_cost = SeparatedLines(tuple(search.lines), exchanges, attempt), search.cost()
    return best


def _tuples(pots: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(pot) for pot in pots if len(pot) > 1)


def _shared_tags(
    lines: Sequence[int], tags: Tags, rounds_by_kind: Mapping[str, int]
) -> dict[int, tuple[str, ...]]:
    """Return the tags shared by others on the lines, of the requested kinds."""
    tag_counts = Counter(tag for entry in lines if entry for tag in tags.get(entry, ()))
    return {
        entry: tuple(
            sorted(
                tag
                for tag in tags.get(entry, ())
                if tag_counts[tag] > 1 and rounds_by_kind.get(kind_of(tag), 0) > 0
            )
        )
        for entry in lines
        if entry
    }


def _filled_anew(lines: Sequence[int], layout: Layout, seed: str) -> list[int]:
    filled = list(lines)
    for pot in layout.pots:
        people = shuffled(sorted(lines[line] for line in pot), seed)
        for line, entry in zip(sorted(pot), people, strict=True):
            filled[line] = entry
    return filled


class _Search:
    """Search over exchanges of lines: the counts of each tag in each part."""

    def __init__(
        self,
        lines: Sequence[int],
        layout: Layout,
        tags: Mapping[int, tuple[str, ...]],
        rounds_by_kind: Mapping[str, int],
    ) -> None:
        self.lines = list(lines)
        self._layout, self._tags = layout, tags
        depth = len(layout.parts[0]) if layout.parts else 0
        self._steps = {kind: _steps(kind, min(wished, depth)) for kind, wished in rounds_by_kind.items()}
        self._count: Counter[tuple[str, int, int]] = Counter()
        for line, entry in enumerate(self.lines):
            for tag in tags.get(entry, ()):
                self._put(tag, line, 1)

    def cost(self) -> int:
        """The cost of the current lines."""
        return sum(
            self._steps[kind_of(tag)][level] * count * (count - 1) // 2
            for (tag, level, _), count in self._count.items()
        )

    def unavoidable(self) -> int:
        """The lower bound of the cost: each tag alone, spread evenly over all parts."""
        members = Counter(tag for tags in self._tags.values() for tag in tags)
        return sum(
            step * _pairs_when_even(count, len({parts[level] for parts in self._layout.parts}))
            for tag, count in members.items()
            for level, step in enumerate(self._steps[kind_of(tag)])
        )

    def settle(self, seed: str) -> tuple[Exchange, ...]:
        """Exchange until no single exchange is better."""
        pots = [shuffled(sorted(pot), seed) for pot in self._layout.pots]
        exchanges: list[Exchange] = []
        while new_exchanges := [
            exchange for pot in pots for line in pot if (exchange := self._improve(line, pot))
        ]:
            exchanges += new_exchanges
        return tuple(exchanges)

    def _improve(self, line: int, pot: Sequence[int]) -> Exchange | None:
        """Exchange an entry that costs something with the one that lowers the cost most, if any."""
        entry = self.lines[line]
        worst = max(self._tags.get(entry, ()), key=lambda tag: self._cost_of_tag(tag, line), default="")
        if not worst or not self._cost_of_tag(worst, line):
            return None
        other = min(pot, key=lambda candidate: self._gain(line, candidate))
        if self._gain(line, other) >= 0:
            return None
        exchange = Exchange(entry, self.lines[other], worst)
        self._exchange(line, other)
        return exchange

    def _cost_of_tag(self, tag: str, line: int) -> int:
        parts = self._layout.parts[line]
        steps = enumerate(self._steps[kind_of(tag)])
        return sum(step * (self._count[tag, level, parts[level]] - 1) for level, step in steps)

    def _gain(self, line: int, other: int) -> int:
        own_tags, other_tags = self._tags.get(self.lines[line], ()), self._tags.get(self.lines[other], ())
        return sum(self._cost_change(tag, line, other) for tag in own_tags if tag not in other_tags) + sum(
            self._cost_change(tag, other, line) for tag in other_tags if tag not in own_tags
        )

    def _cost_change(self, tag: str, line: int, other: int) -> int:
        """Return the change of a tag's cost when one of its entries moves from a line to another."""
        change, old_parts, new_parts = 0, self._layout.parts[line], self._layout.parts[other]
        for level, step in enumerate(self._steps[kind_of(tag)]):
            if old_parts[level] == new_parts[level]:
                break
            arriving = self._count.get((tag, level, new_parts[level]), 0)
            change += step * (arriving - self._count[tag, level, old_parts[level]] + 1)
        return change

    def _exchange(self, line: int, other: int) -> None:
        lines = self.lines
        for place, target in ((line, other), (other, line)):
            for tag in self._tags.get(lines[place], ()):
                self._put(tag, place, -1)
                self._put(tag, target, 1)
        lines[line], lines[other] = lines[other], lines[line]

    def _put(self, tag: str, line: int, by: int) -> None:
        parts = self._layout.parts[line]
        for level in range(len(self._steps[kind_of(tag)])):
            self._count[tag, level, parts[level]] += by


def _steps(kind: str, wished: int) -> tuple[int, ...]:
    """Return the extra cost of two in one part of each level over the next: sums to 2^(wished - r)."""
    weight = WEIGHTS.get(kind, 1)
    return tuple(weight * (1 << max(wished - level - 1, 0)) for level in range(1, wished)) + (
        (weight,) if wished else ()
    )


def _pairs_when_even(members: int, parts: int) -> int:
    small, larger = divmod(members, max(parts, 1))
    return larger * (small + 1) * small // 2 + (parts - larger) * small * (small - 1) // 2


def lines_of_tags(lines: Iterable[int], tags: Tags) -> dict[str, list[int]]:
    """Return for each tag the lines (from 0) of its entries, for tags that two or more share."""
    lines_by_tag: dict[str, list[int]] = {}
    for line, entry in enumerate(lines):
        for tag in tags.get(entry, ()) if entry else ():
            lines_by_tag.setdefault(tag, []).append(line)
    return {tag: places for tag, places in sorted(lines_by_tag.items()) if len(places) > 1}


SIZE, SEEDS, OTHERS = "size", "seeds", "others"


@dataclass(frozen=True, slots=True)
class Shortfall:
    """One tag whose players can meet earlier than requested.

    In a bracket the figures are rounds without a meeting: requested, reached, and possible for so many
    players whatever the draw (rounds of the bracket less the logarithm of their number, rounded up). In
    groups they are players of the tag in one group: requested 1, reached, and the fewest possible. `cause`:
    "size" when nothing better is possible for so many; "seeds" when players on fixed lines meet that early;
    "others" when separating other players conflicted with it.
    """

    tag: str
    members: int
    wished: int
    reached: int
    possible: int
    cause: str


def bracket_shortfalls(
    lines: Sequence[int], tags: Tags, rounds_by_kind: Mapping[str, int], fixed: Collection[int]
) -> tuple[Shortfall, ...]:
    """Return the tags whose players can meet before the requested rounds are over; `fixed` lines do not move.

    Any two can meet in the final, so only the rounds before it count.
    """
    rounds = max(len(lines).bit_length() - 1, 0)
    shortfalls = []
    for tag, places in lines_of_tags(lines, tags).items():
        wished = min(rounds_by_kind.get(kind_of(tag), 0), rounds - 1)
        reached = _rounds_apart(places, rounds)
        if reached >= wished:
            continue
        possible = rounds - (len(places) - 1).bit_length()
        bound = _rounds_apart([line for line in places if lines[line] in fixed], rounds)
        cause = SIZE if reached >= possible else SEEDS if reached >= bound else OTHERS
        shortfalls.append(Shortfall(tag, len(places), wished, reached, possible, cause))
    return tuple(shortfalls)


def group_shortfalls(
    lines: Sequence[int], layout: Layout, tags: Tags, rounds_by_kind: Mapping[str, int]
) -> tuple[Shortfall, ...]:
    """Return the tags with more than one player in a group."""
    groups = len({parts[0] for parts in layout.parts})
    shortfalls = []
    for tag, places in lines_of_tags(lines, tags).items():
        if not rounds_by_kind.get(kind_of(tag)):
            continue
        group_numbers = [layout.parts[line][0] for line in places]
        reached, possible = (
            max(group_numbers.count(group) for group in group_numbers),
            -(-len(places) // groups),
        )
        if reached > 1:
            cause = SIZE if reached <= possible else OTHERS
            shortfalls.append(Shortfall(tag, len(places), 1, reached, possible, cause))
    return tuple(shortfalls)


def _rounds_apart(lines: Sequence[int], rounds: int) -> int:
    """Return how many rounds pass before any two of these lines (from 0) can meet."""
    return min(((a ^ b).bit_length() - 1 for a, b in combinations(lines, 2)), default=rounds)
