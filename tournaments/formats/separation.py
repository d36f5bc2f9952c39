"""Separation in draws of entries that share a club, country or family, or have met.

How anybody can repeat it (method "apart-1"). Entries on the lines of a pot may be exchanged. Two entries with
a shared tag cost weight x 2^(requested - r) if they can meet in round r and r is one of the requested rounds,
else nothing; two entries in the same group of a round robin cost the weight.

1. Start from the random order. Go through the lines, each pot in the order `shuffle(pot, "<seed>/apart/0")`.
   An entry that costs something is exchanged with the entry of its pot, in the same order, that lowers the
   total cost most; the first of equal ones.
2. Repeat until nothing is exchanged. If the total is unavoidable, that is the draw.
3. Otherwise start again, up to `ATTEMPTS` times: pots are refilled in the order
   `shuffle(entries, "<seed>/apart/<attempt>")`, then steps 1 and 2 with that number. The draw is the one of
   the lowest total, the earliest of equal ones.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.random_order import shuffle

METHOD = "apart-1"
ATTEMPTS = 8
# Kinds of tags: details of an entry, partners in another event, and earlier opponents.
CLUB, COUNTRY, FAMILY, PARTNER, MET = "club", "country", "family", "partner", "met"
DETAIL_TAGS = (CLUB, COUNTRY, FAMILY)
TAG_KINDS = (*DETAIL_TAGS, PARTNER, MET)
# Cost of a possible early meeting, by kind of tag.
WEIGHTS: Mapping[str, int] = {MET: 16, FAMILY: 8, PARTNER: 8, CLUB: 4, COUNTRY: 1}

Tags = Mapping[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Layout:
    """The structure of the lines of a draw.

    `parts`: for each line, the parts of the draw it is in, from the smallest. In a bracket entries of the
    same part j can meet in round j; in groups the group is the only part. `pots`: sets of lines (from 0)
    whose entries may be exchanged.
    """

    parts: tuple[tuple[int, ...], ...]
    pots: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two entries that were exchanged, as the first could have met others with `tag` too early.

    `avoided` is the one of those whom it could have met first.
    """

    entry: int
    other: int
    tag: str
    avoided: int


@dataclass(frozen=True, slots=True)
class SeparatedLines:
    """The lines after separation, and every exchange that led to them, in order.

    `attempt` is 0 if they started from the random order itself, else the number of the refill.
    """

    lines: tuple[int, ...]
    exchanges: tuple[Exchange, ...] = ()
    attempt: int = 0


def bracket_layout(size: int, pots: Sequence[Sequence[int]]) -> Layout:
    """Return the layout of a bracket: line 5 of 8 (from 0) is in pair 2, half 1 and the whole 0."""
    levels = range(1, size.bit_length())
    return Layout(
        tuple(tuple(line >> level for level in levels) for line in range(size)), _exchangeable_pots(pots)
    )


def group_layout(sizes: Sequence[int], pots: Sequence[Sequence[int]]) -> Layout:
    """Return the layout of groups of these sizes, one group after the other."""
    parts = tuple((group,) for group, size in enumerate(sizes) for _ in range(size))
    return Layout(parts, _exchangeable_pots(pots))


def kind_of(tag: str) -> str:
    """Return the kind of a tag: "club" of "club:London"."""
    return tag.partition(":")[0]


def separate(
    lines: Sequence[int], layout: Layout, tags: Tags, rounds_by_kind: Mapping[str, int], seed: str
) -> SeparatedLines:
    """Separate entries with shared tags as far as exchanges within the pots allow.

    `rounds_by_kind`: kind of tag -> number of rounds to separate (groups: 1); other kinds are ignored.
    """
    shared_tags = _shared_tags(lines, tags, rounds_by_kind)
    best, best_cost, lower_bound = SeparatedLines(tuple(lines)), 0, 0
    for attempt in range(ATTEMPTS):
        start = lines if attempt == 0 else _refill_pots(lines, layout, f"{seed}/apart/{attempt}")
        search = _Search(start, layout, shared_tags, rounds_by_kind)
        if attempt == 0:
            best_cost, lower_bound = search.cost(), search.unavoidable()
        if best_cost <= lower_bound:
            break
        exchanges = search.improve(f"{seed}/apart/{attempt}")
        if search.cost() < best_cost:
            best, best_cost = SeparatedLines(tuple(search.lines), exchanges, attempt), search.cost()
    return best


def _exchangeable_pots(pots: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(pot) for pot in pots if len(pot) > 1)


def _shared_tags(
    lines: Sequence[int], tags: Tags, rounds_by_kind: Mapping[str, int]
) -> dict[int, tuple[str, ...]]:
    """Return the tags of each entry that others share, of the requested kinds."""
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


def _refill_pots(lines: Sequence[int], layout: Layout, seed: str) -> list[int]:
    filled = list(lines)
    for pot in layout.pots:
        people = shuffle(sorted(lines[line] for line in pot), seed)
        for line, entry in zip(sorted(pot), people, strict=True):
            filled[line] = entry
    return filled


class _Search:
    """A local search over exchanges, which keeps the number of entries with each tag in each part."""

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
                self._change_count(tag, line, 1)

    def cost(self) -> int:
        """The cost of the current lines."""
        return sum(
            self._steps[kind_of(tag)][level] * count * (count - 1) // 2
            for (tag, level, _), count in self._count.items()
        )

    def unavoidable(self) -> int:
        """A lower bound of the cost: each tag by itself, spread evenly over all parts."""
        members = Counter(tag for tags in self._tags.values() for tag in tags)
        return sum(
            step * _pairs_when_even(count, len({parts[level] for parts in self._layout.parts}))
            for tag, count in members.items()
            for level, step in enumerate(self._steps[kind_of(tag)])
        )

    def improve(self, seed: str) -> tuple[Exchange, ...]:
        """Exchange entries until no exchange lowers the cost; return the exchanges."""
        pots = [shuffle(sorted(pot), seed) for pot in self._layout.pots]
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
        exchange = Exchange(entry, self.lines[other], worst, self._find_avoided(worst, line))
        self._exchange(line, other)
        return exchange

    def _find_avoided(self, tag: str, line: int) -> int:
        """Return the entry with a tag whom that of a line can meet first; the first of equal ones."""
        parts, depth = self._layout.parts[line], len(self._steps[kind_of(tag)])
        levels_by_line = {
            place: next((level for level in range(depth) if other_parts[level] == parts[level]), depth)
            for place, other_parts in enumerate(self._layout.parts)
            if place != line and tag in self._tags.get(self.lines[place], ())
        }
        return self.lines[min(levels_by_line, key=lambda place: levels_by_line[place])]

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
                self._change_count(tag, place, -1)
                self._change_count(tag, target, 1)
        lines[line], lines[other] = lines[other], lines[line]

    def _change_count(self, tag: str, line: int, by: int) -> None:
        parts = self._layout.parts[line]
        for level in range(len(self._steps[kind_of(tag)])):
            self._count[tag, level, parts[level]] += by


def _steps(kind: str, wished: int) -> tuple[int, ...]:
    """Return for each level the cost of sharing a part, in addition to that of the higher levels."""
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
    """A tag whose entries can meet earlier than requested.

    In a bracket `wished`, `reached` and `possible` are rounds without a meeting: requested, achieved, and the
    best possible for so many entries. In groups they are entries with the tag in one group. `cause`: "size"
    if nothing better is possible for so many; "seeds" if entries on fixed lines meet that early; "others" if
    separating other tags conflicted with it.
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
    """Return the tags whose entries can meet before the requested rounds are over, the final excepted.

    `fixed` are the entries that are never exchanged.
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
    """Return the number of rounds before any two of these lines (from 0) can meet."""
    return min(((a ^ b).bit_length() - 1 for a, b in combinations(lines, 2)), default=rounds)
