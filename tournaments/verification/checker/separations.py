"""Players kept apart in a draw, by the method `apart-1` of docs/draw-methods.md (section *Separation*).

"Two players of one kind who can first meet in round r cost weight x 2^(wished - r)." In groups, and wherever
else there is one level only, two players of one kind in the same part cost the weight.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.verification.checker.random_orders import shuffle

WEIGHTS: Mapping[str, int] = {"met": 16, "family": 8, "partner": 8, "club": 4, "country": 1}
# The weight of a kind that is not listed: places of one group in the knockout after groups.
OTHER_WEIGHT = 1
FILLINGS = 8

Tag = tuple[str, str]
Tags = Mapping[int, Collection[Tag]]


@dataclass(frozen=True, slots=True)
class DrawParts:
    """The parts of a draw and the lines that may be exchanged.

    `part_of`: level from 1 and line from 0 -> part, the smallest parts at level 1: two players can first meet
    in the round of the first level at which their parts are the same. `pots` are sets of lines.
    """

    lines: int
    levels: int
    part_of: Callable[[int, int], int]
    pots: Sequence[Sequence[int]]


def make_bracket_parts(lines: int, pots: Sequence[Sequence[int]]) -> DrawParts:
    """Return the parts of a bracket: pairs, fours, eights and so on."""
    return DrawParts(lines, lines.bit_length() - 1, lambda level, line: line >> level, pots)


def make_group_parts(lines: int, groups: int, pots: Sequence[Sequence[int]]) -> DrawParts:
    """Return the parts of groups of equal numbers of lines, one after the other."""
    return DrawParts(lines, 1, lambda _, line: line // (lines // groups), pots)


def separate(
    lines: Sequence[int], parts: DrawParts, tags: Tags, rounds_by_kind: Mapping[str, int], seed: str
) -> list[int]:
    """Return the lines after separation.

    "Starting from the random order, each player with a cost swaps with the one who lowers the sum most,
    until no swap helps; if something avoidable is left, seven other random fillings are tried and the best is
    drawn."
    """
    best = _Filling(lines, parts, tags, rounds_by_kind)
    lowest_cost, unavoidable = best.get_cost(), best.get_unavoidable_cost()
    best_lines = list(lines)
    for number in range(FILLINGS):
        if lowest_cost <= unavoidable:
            break
        filling = _Filling(
            _fill_again(lines, parts, f"{seed}/apart/{number}") if number else lines,
            parts,
            tags,
            rounds_by_kind,
        )
        filling.improve(f"{seed}/apart/{number}")
        if filling.get_cost() < lowest_cost:
            lowest_cost, best_lines = filling.get_cost(), filling.lines
    return best_lines


def _fill_again(lines: Sequence[int], parts: DrawParts, seed: str) -> list[int]:
    """Return the lines with each pot in a new random order of its entries."""
    filled = list(lines)
    for pot in parts.pots:
        order = shuffle(sorted(lines[line] for line in pot), seed)
        for line, entry in zip(sorted(pot), order, strict=True):
            filled[line] = entry
    return filled


class _Filling:
    """The lines while players are exchanged, with the number of players of each tag in each part."""

    def __init__(
        self, lines: Sequence[int], parts: DrawParts, tags: Tags, rounds_by_kind: Mapping[str, int]
    ) -> None:
        self.lines, self.parts = list(lines), parts
        wished = {kind: min(int(rounds), parts.levels) for kind, rounds in rounds_by_kind.items()}
        self.costs_by_kind = {kind: _list_level_costs(kind, rounds) for kind, rounds in wished.items()}
        tags_by_entry = {
            entry: [tag for tag in tags.get(entry, ()) if wished.get(tag[0], 0) > 0]
            for entry in lines
            if entry
        }
        self.members = Counter(tag for entry_tags in tags_by_entry.values() for tag in entry_tags)
        self.tags = {
            entry: frozenset(tag for tag in entry_tags if self.members[tag] > 1)
            for entry, entry_tags in tags_by_entry.items()
        } | {0: frozenset[Tag]()}
        self.counts: Counter[tuple[Tag, int, int]] = Counter()
        for line, entry in enumerate(self.lines):
            self._count(entry, line, 1)

    def get_cost(self) -> int:
        """Return the sum of the costs of all pairs."""
        return sum(
            self.costs_by_kind[tag[0]][level - 1] * count * (count - 1) // 2
            for (tag, level, _), count in self.counts.items()
        )

    def get_unavoidable_cost(self) -> int:
        """Return the cost if the players of each tag were spread evenly over the parts of every level."""
        total = 0
        for tag, members in self.members.items():
            for level, cost in enumerate(self.costs_by_kind[tag[0]], start=1):
                parts = len({self.parts.part_of(level, line) for line in range(self.parts.lines)})
                each, more = divmod(members, parts)
                total += cost * (more * (each + 1) * each + (parts - more) * each * (each - 1)) // 2
        return total

    def improve(self, seed: str) -> None:
        """Exchange players until no exchange lowers the cost.

        The lines of each pot are in the order `shuffle(pot, "<seed>/apart/<filling>")`, both those of the
        players who need an exchange and those they can have; the first of equally good ones is taken.
        """
        pots = [shuffle(sorted(pot), seed) for pot in self.parts.pots]
        has_changed = True
        while has_changed:
            has_changed = False
            for pot in pots:
                for line in pot:
                    other = self._find_best_exchange(line, pot)
                    if other is not None:
                        self._exchange(line, other)
                        has_changed = True

    def _find_best_exchange(self, line: int, pot: Sequence[int]) -> int | None:
        if not any(self._get_tag_cost(tag, line) > 0 for tag in self.tags[self.lines[line]]):
            return None
        best, best_change = None, 0
        for other in pot:
            change = self._get_change(line, other)
            if change < best_change:
                best, best_change = other, change
        return best

    def _get_tag_cost(self, tag: Tag, line: int) -> int:
        return sum(
            cost * (self.counts[tag, level, self.parts.part_of(level, line)] - 1)
            for level, cost in enumerate(self.costs_by_kind[tag[0]], start=1)
        )

    def _get_change(self, line: int, other: int) -> int:
        """Return the change of the cost if the players of two lines change places."""
        own_tags, other_tags = self.tags[self.lines[line]], self.tags[self.lines[other]]
        return sum(self._get_moving_cost(tag, line, other) for tag in own_tags - other_tags) + sum(
            self._get_moving_cost(tag, other, line) for tag in other_tags - own_tags
        )

    def _get_moving_cost(self, tag: Tag, line: int, to_line: int) -> int:
        change = 0
        for level, cost in enumerate(self.costs_by_kind[tag[0]], start=1):
            old, new = self.parts.part_of(level, line), self.parts.part_of(level, to_line)
            if old != new:
                change += cost * (self.counts[tag, level, new] - self.counts[tag, level, old] + 1)
        return change

    def _exchange(self, line: int, other: int) -> None:
        for place in (line, other):
            self._count(self.lines[place], place, -1)
        self.lines[line], self.lines[other] = self.lines[other], self.lines[line]
        for place in (line, other):
            self._count(self.lines[place], place, 1)

    def _count(self, entry: int, line: int, by: int) -> None:
        for tag in self.tags[entry]:
            for level in range(1, len(self.costs_by_kind[tag[0]]) + 1):
                self.counts[tag, level, self.parts.part_of(level, line)] += by


def _list_level_costs(kind: str, wished: int) -> list[int]:
    """Return what two players cost at each level at which they are in one part, added up from the last."""
    weight = WEIGHTS.get(kind, OTHER_WEIGHT)
    totals = [weight << (wished - level) for level in range(1, wished + 1)]
    return [total - later for total, later in zip(totals, [*totals[1:], 0], strict=False)]
