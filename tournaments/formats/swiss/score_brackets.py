"""Pairing of score brackets from the highest to the lowest, by the criteria of the FIDE Dutch system.

The criteria are those of FIDE C.04.3 (2026) without the ones on colours. A player who is not paired in their
bracket floats down. C6: number of floaters. C7: their points, highest first. C8: the same two in the next
bracket. C9: unplayed rounds of the player with the bye. C14, C16: residents who float down and did so one or
two rounds ago. C15, C17: players who meet a higher one and did so one or two rounds ago. C18 to C21: the
score differences, largest first, for downfloaters among those, and for opponents of C15 and C17. Then the
pairing method of the event decides, and in the end a number made of the two ranks.

A bracket can be searched in three widths. ALONE: only its members; those without a partner float. AHEAD: with
the next group, so that the floaters serve the next bracket as well as possible (C8). WHOLE: with all players
below, who must all be paired (C4), with the bye of an odd number to one of `bye_class`.

Searching WHOLE for every bracket would be exact but slow. So a bracket is first searched ALONE, and the next
one verifies it: the best of too many choices is the best allowed one if it turns out to be allowed. It is
allowed if the rest can be paired to the end (C4) and the next bracket has no more floaters than its numbers
require (C8). Otherwise the bracket is searched again in a greater width.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from enum import IntEnum
from itertools import combinations

from tournaments.formats.pairing import DOWN, UP, WIN
from tournaments.formats.swiss.byes import ByeClass
from tournaments.formats.swiss.minimum_cost_matching import (
    UNMATCHED,
    Costs,
    Matching,
    MatchingProblem,
    find_best_matching,
)
from tournaments.formats.swiss.options import BracketOrder, order_bracket
from tournaments.formats.swiss.pairing_field import PairingField, can_be_completed

# Size of the number that breaks ties, and the constants of its hash.
TIE_BITS = 32
TIE_SPAN = 1 << TIE_BITS
HASH_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD)
HASH_MASK = (1 << 64) - 1


def rank_hash(one: int, other: int) -> int:
    """Return a pseudo-random number of two ranks, the same on every platform, to break ties."""
    mixed = (one * HASH_FACTORS[0] + other * HASH_FACTORS[1]) & HASH_MASK
    mixed = ((mixed ^ (mixed >> 29)) * HASH_FACTORS[2]) & HASH_MASK
    return mixed >> (64 - TIE_BITS)


@dataclass(frozen=True, slots=True)
class ScoreBracket:
    """The players paired together: downfloaters from above, and the residents."""

    downfloaters: tuple[int, ...]
    residents: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """All who can be paired in this bracket."""
        return (*self.downfloaters, *self.residents)


class Criteria:
    """The costs of the choices in a bracket, as tuples with a slot for each criterion and score level."""

    def __init__(self, field: PairingField, bracket: ScoreBracket, order: BracketOrder) -> None:
        self.field, self.bracket, self.order = field, bracket, order
        self.points = field.points[bracket.residents[0]]
        self.place = {index: place for place, index in enumerate(order.places)}
        self.resident = frozenset(bracket.residents)
        self._levels = sorted({field.points[index] for index in bracket.members}, reverse=True)
        self._gaps = self._all_gaps()
        self._slots = self._lay_out()
        self.width = sum(self._counts())
        self.zero_costs: Costs = (0,) * self.width

    def _all_gaps(self) -> list[int]:
        higher = [points - self.points for points in self._levels if points > self.points]
        between = [one - other for one in self._levels for other in self._levels if one > other]
        return sorted({*higher, *(gap + WIN for gap in higher), *between}, reverse=True)

    def _counts(self) -> tuple[int, ...]:
        levels, gaps = len(self._levels), len(self._gaps)
        return (1, levels - 1, 1, levels, 1, 4, gaps, gaps, gaps, gaps)

    def _lay_out(self) -> dict[str, int]:
        names = ("C6", "C7", "C8", "C8 points", "C9", "C14", "C18", "C19", "C20", "C21")
        slots: dict[str, int] = {}
        place = 0
        for name, count in zip(names, self._counts(), strict=True):
            slots[name] = place
            place += count
        return slots | {"C15": slots["C14"] + 1, "C16": slots["C14"] + 2, "C17": slots["C14"] + 3}

    @property
    def bye_slot(self) -> int:
        """The slot of C9: unplayed rounds of the player with the bye."""
        return self._slots["C9"]

    def _row(self, cells: Iterable[tuple[int, int]]) -> Costs:
        row = list(self.zero_costs)
        for cell, amount in cells:
            row[cell] += amount
        return tuple(row)

    def _gap(self, criterion: str, gap: int) -> int:
        return self._slots[criterion] + self._gaps.index(gap)

    def floating_costs(self, index: int) -> Costs:
        """Return the costs if a member is not paired in this bracket."""
        card, points = self.field.cards[index], self.field.points[index]
        cells = [(self._slots["C6"], 1)]
        if points > self._levels[-1]:
            cells.append((self._slots["C7"] + self._levels.index(points), 1))
        for ago, resident, downfloater in ((1, "C14", "C18"), (2, "C16", "C20")):
            if card.floated(ago) == DOWN:
                if index in self.resident:
                    cells.append((self._slots[resident], 1))
                else:
                    cells.append((self._gap(downfloater, points - self.points + WIN), 1))
        return self._row(cells)

    def passing_costs(self, index: int) -> Costs:
        """Return the costs if a player is not paired in the next bracket either."""
        cells = [(self._slots["C8"], 1)]
        if self.field.points[index] in self._levels:
            cells.append((self._slots["C8 points"] + self._levels.index(self.field.points[index]), 1))
        return self._row(cells)

    def bye_costs(self, index: int) -> Costs:
        """Return the costs if a member gets the bye, in addition to floating."""
        return self._row([(self._slots["C9"], self.field.cards[index].unplayed)])

    def meeting_costs(self, one: int, other: int) -> Costs:
        """Return the costs if two members meet, without their distance from the ideal."""
        if self.field.points[one] == self.field.points[other]:
            return self.zero_costs
        high, low = sorted((one, other), key=lambda index: -self.field.points[index])
        gap = self.field.points[high] - self.field.points[low]
        cells: list[tuple[int, int]] = []
        for ago, met_criterion, down, up in ((1, "C15", "C18", "C19"), (2, "C17", "C20", "C21")):
            if self.field.cards[high].floated(ago) == DOWN:
                cells.append((self._gap(down, gap), 1))
            if self.field.cards[low].floated(ago) == UP:
                cells += [(self._slots[met_criterion], 1), (self._gap(up, gap), 1)]
        return self._row(cells)

    def tail_of_pair(self, one: int, other: int) -> int:
        """Return the last cost of a pair: the distance from the ideal, then the number that breaks ties."""
        first, second = sorted((self.place[one], self.place[other]))
        ranks = sorted((self.field.cards[one].rank, self.field.cards[other].rank))
        return self.order.distance(first, second) ** 2 * self.tie_span + rank_hash(*ranks)

    def tail_of_floating(self, index: int) -> int:
        """Return the last cost of a member who is not paired here."""
        return self.order.distance_unpaired(self.place[index]) ** 2 * self.tie_span + rank_hash(
            self.field.cards[index].rank, 0
        )

    @property
    def tie_span(self) -> int:
        """An upper bound of the sum of all numbers that break ties in a bracket."""
        return TIE_SPAN << len(self.place).bit_length()

    def lower_bound(self) -> Costs:
        """Return lower bounds of the costs, which follow from the numbers of residents and downfloaters."""
        row = list(self.zero_costs)
        spare = len(self.bracket.residents) - len(self.bracket.downfloaters)
        row[0] = spare % 2 if spare >= 0 else -spare
        for index in self.bracket.downfloaters if spare >= 0 else ():
            for ago, criterion in ((1, "C18"), (2, "C20")):
                if self.field.cards[index].floated(ago) == DOWN:
                    row[self._gap(criterion, self.field.points[index] - self.points)] += 1
        return tuple(row)


# In larger brackets, partners up to these distances from the ideal are tried first.
SMALL_BRACKET, REACHES = 48, (6, 18, 54, 162)
Links = list[tuple[int, int, Costs, int]]


class Width(IntEnum):
    """Which players are considered besides the members of a bracket; see the module docstring."""

    ALONE = 0
    AHEAD = 1
    WHOLE = 2


@dataclass(frozen=True, slots=True)
class BracketChoice:
    """The choice of a bracket: its pairs and floaters.

    `expected_floats` are the points of those who will float from the next bracket, None if that was not
    considered. `bye_index` has the bye (-1: none). `is_sparse`: only near partners were tried.
    """

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    expected_floats: tuple[int, ...] | None
    costs: Costs
    bye_index: int = UNMATCHED
    is_sparse: bool = False


class BracketGraph:
    """A bracket in one width. `below` are the score groups below it; one of `bye_class` gets the bye."""

    def __init__(
        self, criteria: Criteria, width: Width, below: Sequence[Sequence[int]], bye_class: Sequence[int]
    ) -> None:
        self.criteria, self.width = criteria, width
        self.members = criteria.order.places
        self.next = tuple(below[0]) if below else ()
        lower = tuple(index for group in below[1:] for index in group)
        self.points = (*self.members, *self.next, *lower)
        self.bye_class = (
            frozenset(bye_class) if width is Width.WHOLE and len(self.points) % 2 else frozenset()
        )
        self._zero: tuple[Costs, int] = (criteria.zero_costs, 0)
        self._floating = [self._float(index) for index in self.members]
        self._passing = [criteria.passing_costs(index) for index in (*self.members, *self.next)]

    def _float(self, index: int) -> tuple[Costs, int]:
        return self.criteria.floating_costs(index), self.criteria.tail_of_floating(index)

    def choose(self) -> BracketChoice | None:
        """Return the best choice of this bracket; None if not all players below can be paired (WHOLE)."""
        matching = self._among_near() if len(self.members) > SMALL_BRACKET and self.has_only_members else None
        is_sparse = matching is not None
        matching = matching or find_best_matching(self._problem(self._links()))
        if self.width is Width.WHOLE and UNMATCHED in matching.partners:
            return None
        return self._choice(matching, is_sparse)

    @property
    def has_only_members(self) -> bool:
        """Whether only the members are considered."""
        return len(self.points) == len(self.members)

    def _among_near(self) -> Matching | None:
        """Return the best choice among near partners, if no other can be better; else None.

        No other is better if the criteria reach their lower bound, and any omitted pair alone is farther from
        the ideal than all chosen pairs together.
        """
        best_costs: Costs | None = None
        for reach in REACHES:
            matching = find_best_matching(self._problem(self._near_links(reach)))
            if matching.costs[-1] // self.criteria.tie_span >= (reach + 1) ** 2:
                continue
            if matching.costs[:-1] == self._lower_bound():
                return matching
            best_costs = best_costs or self._best_costs()
            if matching.costs[:-1] == best_costs:
                return matching
        return None

    def _lower_bound(self) -> Costs:
        row = list(self.criteria.lower_bound())
        members = self.bye_class.intersection(self.members)
        row[self.criteria.bye_slot] = min(
            (self.criteria.field.cards[index].unplayed for index in members), default=0
        )
        return tuple(row)

    def _best_costs(self) -> Costs:
        """Return the best possible costs of the criteria, regardless of distances from the ideal."""
        links = [(one, other, costs, 0) for one, other, costs, _ in self._links()]
        return find_best_matching(self._problem(links, tail=0)).costs[:-1]

    def _problem(self, links: Links, tail: int = 1) -> MatchingProblem:
        """Return the matching problem of these links; with `tail` 0 only the criteria count."""
        unmatched_costs = [
            (costs, tail * last) for costs, last in map(self._unlinked_costs, range(len(self.points)))
        ]
        if self.bye_class:
            unmatched_costs.append(self._zero)
        return MatchingProblem(
            unmatched_costs, links, self._bounds(unmatched_costs, tail), self.width is Width.WHOLE
        )

    def _bounds(self, unmatched_costs: Sequence[tuple[Costs, int]], tail: int) -> Costs:
        criteria = self.criteria
        unplayed = max((criteria.field.cards[index].unplayed for index in self.bye_class), default=0)
        pair_count = max(1, len(criteria.bracket.downfloaters))
        sums = [
            sum(column) + pair_count for column in zip(*(costs for costs, _ in unmatched_costs), strict=True)
        ]
        sums[criteria.bye_slot] = unplayed
        size = len(self.points)
        return (*sums, tail * 2 * size * (size * size + 1) * criteria.tie_span)

    def _unlinked_costs(self, point: int) -> tuple[Costs, int]:
        """Return the costs of a point without a link to a member or to the next group."""
        costs, tail = self._floating[point] if point < len(self.members) else self._zero
        if self.next and point < len(self._passing):
            costs = _plus(costs, self._passing[point])
        return costs, tail

    def _links(self) -> Links:
        links = [
            self._link(one, other)
            for one, other in combinations(range(len(self.points)), 2)
            if self.criteria.field.may_meet(self.points[one], self.points[other])
        ]
        return links + list(self._byes())

    def _near_links(self, reach: int) -> Links:
        downfloater_count = self.criteria.order.downfloater_count
        near = list(self.criteria.order.near_pairs(reach))
        down = [
            (one, other) for one in range(downfloater_count) for other in range(one + 1, len(self.members))
        ]
        may_meet = self.criteria.field.may_meet
        return [
            self._link(one, other)
            for one, other in (*down, *near)
            if may_meet(self.points[one], self.points[other])
        ] + list(self._byes())

    def _link(self, one: int, other: int) -> tuple[int, int, Costs, int]:
        members, passing_count = len(self.members), len(self._passing)
        if other < members:
            pair = self.points[one], self.points[other]
            return one, other, self.criteria.meeting_costs(*pair), self.criteria.tail_of_pair(*pair)
        if other < passing_count:
            return one, other, *(self._floating[one] if one < members else self._zero)
        return one, other, *(self._unlinked_costs(one) if one < passing_count else self._zero)

    def _byes(self) -> Iterator[tuple[int, int, Costs, int]]:
        for point, index in enumerate(self.points):
            if index in self.bye_class:
                costs, tail = self._unlinked_costs(point)
                if point < len(self.members):
                    costs = _plus(costs, self.criteria.bye_costs(index))
                yield point, len(self.points), costs, tail

    def _choice(self, matching: Matching, is_sparse: bool) -> BracketChoice:
        size, partners = len(self.members), matching.partners
        pairs = tuple(
            (self.points[one], self.points[partners[one]])
            for one in range(size)
            if one < partners[one] < size
        )
        floaters = tuple(
            self.points[one] for one in range(size) if partners[one] == UNMATCHED or partners[one] >= size
        )
        bye_index = partners[len(self.points)] if self.bye_class else UNMATCHED
        return BracketChoice(
            pairs=pairs,
            floaters=tuple(sorted(floaters)),
            expected_floats=None if self.width is Width.ALONE else self._expected_floats(partners),
            costs=matching.costs,
            bye_index=self.points[bye_index] if bye_index != UNMATCHED else UNMATCHED,
            is_sparse=is_sparse,
        )

    def _expected_floats(self, partners: Sequence[int]) -> tuple[int, ...]:
        """Return the points of those who will float from the next bracket, highest first."""
        passing_count = len(self._passing)
        floating = (
            self.criteria.field.points[self.points[one]]
            for one in range(passing_count)
            if partners[one] == UNMATCHED or partners[one] >= passing_count
        )
        return tuple(sorted(floating, reverse=True))


def _plus(one: Costs, other: Costs) -> Costs:
    return tuple(first_cost + second_cost for first_cost, second_cost in zip(one, other, strict=True))


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """A paired bracket, with the width it was searched in."""

    criteria: Criteria
    width: Width
    choice: BracketChoice


@dataclass(slots=True)
class FieldSearch:
    """The search for the pairing of all brackets of a field, from the highest down, with backtracking."""

    field: PairingField
    bye_class: ByeClass
    method: str
    seed: str
    minimum_width: Width = Width.ALONE
    steps: list[PairedBracket] = dataclass_field(default_factory=list)

    def search(self) -> tuple[PairedBracket, ...] | None:
        """Return the paired brackets from the highest down; None if there is no full pairing."""
        groups = self.field.groups()
        widths = self._first_widths(groups)
        while len(self.steps) < len(groups):
            step = self._step(groups, widths)
            back = self._unproven(groups, step) if step else self._stuck(groups)
            if back is None and step:
                self.steps.append(step)
            elif back is None or back < 0:
                return None
            else:
                widths[back] = self._wider(widths[back], back, len(groups), is_stuck=step is None)
                del self.steps[back:]
        return tuple(self.steps)

    def _first_widths(self, groups: Sequence[Sequence[int]]) -> list[Width]:
        """Return the first width of each bracket: WHOLE from the one on whose member may get the bye."""
        last = len(groups) - 1
        home = next((number for number, group in enumerate(groups) if set(group) & set(self.bye_class)), last)
        return [self.minimum_width if number < home else Width.WHOLE for number in range(last + 1)]

    def _step(self, groups: Sequence[tuple[int, ...]], widths: Sequence[Width]) -> PairedBracket | None:
        number = len(self.steps)
        width = widths[number]
        downfloaters = self.steps[-1].choice.floaters if self.steps else ()
        bracket = ScoreBracket(downfloaters, groups[number])
        places = order_bracket(self.method, downfloaters, groups[number], f"{self.seed}:{number}")
        criteria = Criteria(self.field, bracket, places)
        below = groups[number + 1 : number + 1 + (0, 1, len(groups))[width]]
        choice = BracketGraph(criteria, width, below, self.bye_class).choose()
        return PairedBracket(criteria, width, choice) if choice else None

    def _unproven(self, groups: Sequence[Sequence[int]], step: PairedBracket) -> int | None:
        """Return the previous bracket if this step does not prove that its floaters are best; else None."""
        if not self.steps or not self.steps[-1].choice.floaters or self.steps[-1].width is Width.WHOLE:
            return None
        expected_floats = self.steps[-1].choice.expected_floats
        points = self.field.points
        floating = sorted((points[index] for index in step.choice.floaters), reverse=True)
        if expected_floats is None:
            members = sorted(points[index] for index in step.criteria.bracket.members)
            spare = len(members) - 2 * len(step.criteria.bracket.downfloaters)
            fewest = len(members) % 2 if spare >= 0 else -spare
            expected_floats = tuple(sorted(members[:fewest], reverse=True))
        return None if tuple(floating) == expected_floats else len(self.steps) - 1

    def _stuck(self, groups: Sequence[Sequence[int]]) -> int:
        """Return the last bracket from which on all can still be paired, to search it wider; -1 if none."""
        for number in range(len(self.steps) - 1, -1, -1):
            downfloaters = self.steps[number - 1].choice.floaters if number else ()
            rest = (*downfloaters, *(index for group in groups[number:] for index in group))
            if can_be_completed(self.field, rest, self.bye_class):
                return number
        return -1

    def _wider(self, width: Width, number: int, brackets: int, is_stuck: bool) -> Width:
        """Return the next width; for the last two brackets AHEAD equals WHOLE."""
        return Width.AHEAD if width is Width.ALONE and number < brackets - 2 and not is_stuck else Width.WHOLE
