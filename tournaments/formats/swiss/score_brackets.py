"""Score brackets from the highest to the lowest: the criteria, the graph and the choice of each.

The criteria are those of the FIDE Dutch system (C.04.3, 2026) without the ones on colours. Whoever is not
paired in his bracket floats down. C6 how many float; C7 their points, highest first; C8 the same two of the
next bracket; C9 rounds not played by who gets the bye; C14 and C16 residents who float down and did so one
and two rounds ago; C15 and C17 players met by a higher one who were so one and two rounds ago; C18 to C21
by how many points the players of C14 to C17 who came down from above, and their opponents, differ, largest
first. What is left is decided by the method of the event, then by a number made of the two ranks.

A bracket is searched in three widths. ALONE: only its members; who is not linked floats. AHEAD: with those
of the next group, so that the choice of floaters serves the next bracket as well as possible (C8). WHOLE:
with everybody below, and all have to be paired (C4), one of `sitting` with the bye when the number is odd.

To search everybody below for each bracket would be exact and slow. So a bracket first searches itself
alone, and what comes later is its proof: a choice that is best among more choices than are allowed, and
turns out to be allowed, is best. It is allowed when the rest can be paired to the end (C4), and serves the
next bracket as well as anything could (C8) when that bracket does as well as its numbers permit. Where the
proof fails, the bracket is searched again in a greater width.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as made
from enum import IntEnum
from itertools import combinations

from tournaments.formats.pairing import DOWN, UP, WIN
from tournaments.formats.swiss.matching import ALONE as NOBODY
from tournaments.formats.swiss.matching import Answer, Costs, Problem, best
from tournaments.formats.swiss.options import BracketOrder, order
from tournaments.formats.swiss.pairing_field import Class, PairingField, can_be_completed

TIE_BITS = 32
TIE_SPAN = 1 << TIE_BITS
SCALE = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xFF51AFD7ED558CCD)
MASK = (1 << 64) - 1


def rank_hash(one: int, other: int) -> int:
    """Return a pseudo-random number that is equal on every platform; it only breaks ties."""
    mixed = (one * SCALE[0] + other * SCALE[1]) & MASK
    mixed = ((mixed ^ (mixed >> 29)) * SCALE[2]) & MASK
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
    """The costs of one bracket as rows of numbers, one place for each criterion and level."""

    def __init__(self, field: PairingField, bracket: ScoreBracket, order: BracketOrder) -> None:
        self.field, self.bracket, self.order = field, bracket, order
        self.points = field.points[bracket.residents[0]]
        self.place = {index: place for place, index in enumerate(order.places)}
        self.resident = frozenset(bracket.residents)
        self._levels = sorted({field.points[index] for index in bracket.members}, reverse=True)
        self._gaps = self._all_gaps()
        self._slots = self._lay_out()
        self.width = sum(self._counts())
        self.nothing: Costs = (0,) * self.width

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
    def sitting_slot(self) -> int:
        """The index in a row for the unplayed rounds of the player with the bye."""
        return self._slots["C9"]

    def _row(self, cells: Iterable[tuple[int, int]]) -> Costs:
        row = list(self.nothing)
        for cell, amount in cells:
            row[cell] += amount
        return tuple(row)

    def _gap(self, criterion: str, gap: int) -> int:
        return self._slots[criterion] + self._gaps.index(gap)

    def floating(self, index: int) -> Costs:
        """Return the cost of a member not being paired in this bracket."""
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

    def passing(self, index: int) -> Costs:
        """Return the cost of a player not being paired in the next bracket either."""
        cells = [(self._slots["C8"], 1)]
        if self.field.points[index] in self._levels:
            cells.append((self._slots["C8 points"] + self._levels.index(self.field.points[index]), 1))
        return self._row(cells)

    def sitting(self, index: int) -> Costs:
        """Return the cost of a member getting the bye, apart from floating."""
        return self._row([(self._slots["C9"], self.field.cards[index].unplayed)])

    def meeting(self, one: int, other: int) -> Costs:
        """Return the cost of two members meeting, apart from their places."""
        if self.field.points[one] == self.field.points[other]:
            return self.nothing
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
        """Return the distance of two members from the ideal, and their number among equals."""
        first, second = sorted((self.place[one], self.place[other]))
        ranks = sorted((self.field.cards[one].rank, self.field.cards[other].rank))
        return self.order.off(first, second) ** 2 * self.span + rank_hash(*ranks)

    def tail_of_floating(self, index: int) -> int:
        """Return the same for a member who is not paired here."""
        return self.order.off_alone(self.place[index]) ** 2 * self.span + rank_hash(
            self.field.cards[index].rank, 0
        )

    @property
    def span(self) -> int:
        """An upper bound of the sum of all numbers among equals of one bracket."""
        return TIE_SPAN << len(self.place).bit_length()

    def lower_bound(self) -> Costs:
        """Return lower bounds of the costs of this bracket: those implied by parity and downfloaters."""
        row = list(self.nothing)
        spare = len(self.bracket.residents) - len(self.bracket.downfloaters)
        row[0] = spare % 2 if spare >= 0 else -spare
        for index in self.bracket.downfloaters if spare >= 0 else ():
            for ago, criterion in ((1, "C18"), (2, "C20")):
                if self.field.cards[index].floated(ago) == DOWN:
                    row[self._gap(criterion, self.field.points[index] - self.points)] += 1
        return tuple(row)


SMALL, REACHES = 48, (6, 18, 54, 162)
Links = list[tuple[int, int, Costs, int]]


class Width(IntEnum):
    """How much of the field is considered."""

    ALONE = 0
    AHEAD = 1
    WHOLE = 2


@dataclass(frozen=True, slots=True)
class BracketChoice:
    """The choice of a bracket: its pairs, its floaters, and the expected state of the next bracket.

    `promise` is how many float from the next bracket with their points, None where it was not considered.
    `sits` has the bye, -1 for no bye; `is_sparse` says whether near partners were enough.
    """

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    promise: tuple[int, ...] | None
    costs: Costs
    sits: int = NOBODY
    is_sparse: bool = False


class BracketGraph:
    """One bracket in one width. `below` are the groups of that width, `sitting` may get the bye."""

    def __init__(
        self, criteria: Criteria, width: Width, below: Sequence[Sequence[int]], sitting: Sequence[int]
    ) -> None:
        self.criteria, self.width = criteria, width
        self.members = criteria.order.places
        self.next = tuple(below[0]) if below else ()
        lower = tuple(index for group in below[1:] for index in group)
        self.points = (*self.members, *self.next, *lower)
        self.sitting = frozenset(sitting) if width is Width.WHOLE and len(self.points) % 2 else frozenset()
        self._zero: tuple[Costs, int] = (criteria.nothing, 0)
        self._floating = [self._float(index) for index in self.members]
        self._passing = [criteria.passing(index) for index in (*self.members, *self.next)]

    def _float(self, index: int) -> tuple[Costs, int]:
        return self.criteria.floating(index), self.criteria.tail_of_floating(index)

    def choose(self) -> BracketChoice | None:
        """Return the best choice of this bracket; None when the players below cannot all be paired."""
        answer = self._among_near() if len(self.members) > SMALL and self.is_itself else None
        is_sparse = answer is not None
        answer = answer or best(self._problem(self._links()))
        if self.width is Width.WHOLE and NOBODY in answer.partners:
            return None
        return self._choice(answer, is_sparse)

    @property
    def is_itself(self) -> bool:
        """Whether only the members are considered."""
        return len(self.points) == len(self.members)

    def _among_near(self) -> Answer | None:
        """Return the best choice among near partners, if no other can be better.

        That is so when the criteria are at their best and any omitted link alone is farther off than all
        links chosen.
        """
        best_costs: Costs | None = None
        for reach in REACHES:
            answer = best(self._problem(self._near_links(reach)))
            if answer.costs[-1] // self.criteria.span >= (reach + 1) ** 2:
                continue
            if answer.costs[:-1] == self._lower_bound():
                return answer
            best_costs = best_costs or self._best_costs()
            if answer.costs[:-1] == best_costs:
                return answer
        return None

    def _lower_bound(self) -> Costs:
        row = list(self.criteria.lower_bound())
        members = self.sitting.intersection(self.members)
        row[self.criteria.sitting_slot] = min(
            (self.criteria.field.cards[index].unplayed for index in members), default=0
        )
        return tuple(row)

    def _best_costs(self) -> Costs:
        """Return lower bounds of the criteria, whatever the places."""
        links = [(one, other, costs, 0) for one, other, costs, _ in self._links()]
        return best(self._problem(links, tail=0)).costs[:-1]

    def _problem(self, links: Links, tail: int = 1) -> Problem:
        """Return the problem of those links; without a tail only the criteria count."""
        loose = [(costs, tail * last) for costs, last in map(self._unlinked_costs, range(len(self.points)))]
        if self.sitting:
            loose.append(self._zero)
        return Problem(loose, links, self._bounds(loose, tail), self.width is Width.WHOLE)

    def _bounds(self, loose: Sequence[tuple[Costs, int]], tail: int) -> Costs:
        criteria = self.criteria
        unplayed = max((criteria.field.cards[index].unplayed for index in self.sitting), default=0)
        pair_count = max(1, len(criteria.bracket.downfloaters))
        sums = [sum(column) + pair_count for column in zip(*(costs for costs, _ in loose), strict=True)]
        sums[criteria.sitting_slot] = unplayed
        size = len(self.points)
        return (*sums, tail * 2 * size * (size * size + 1) * criteria.span)

    def _unlinked_costs(self, point: int) -> tuple[Costs, int]:
        """Return the cost of leaving a point without a link to a member or to the next group."""
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
        near = list(self.criteria.order.near(reach))
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
            return one, other, self.criteria.meeting(*pair), self.criteria.tail_of_pair(*pair)
        if other < passing_count:
            return one, other, *(self._floating[one] if one < members else self._zero)
        return one, other, *(self._unlinked_costs(one) if one < passing_count else self._zero)

    def _byes(self) -> Iterator[tuple[int, int, Costs, int]]:
        for point, index in enumerate(self.points):
            if index in self.sitting:
                costs, tail = self._unlinked_costs(point)
                if point < len(self.members):
                    costs = _plus(costs, self.criteria.sitting(index))
                yield point, len(self.points), costs, tail

    def _choice(self, answer: Answer, is_sparse: bool) -> BracketChoice:
        size, partners = len(self.members), answer.partners
        pairs = tuple(
            (self.points[one], self.points[partners[one]])
            for one in range(size)
            if one < partners[one] < size
        )
        floaters = tuple(
            self.points[one] for one in range(size) if partners[one] == NOBODY or partners[one] >= size
        )
        sits = partners[len(self.points)] if self.sitting else NOBODY
        return BracketChoice(
            pairs=pairs,
            floaters=tuple(sorted(floaters)),
            promise=None if self.width is Width.ALONE else self._promise(partners),
            costs=answer.costs,
            sits=self.points[sits] if sits != NOBODY else NOBODY,
            is_sparse=is_sparse,
        )

    def _promise(self, partners: Sequence[int]) -> tuple[int, ...]:
        """Return the points of those who float from the next bracket, highest first."""
        passing_count = len(self._passing)
        floating = (
            self.criteria.field.points[self.points[one]]
            for one in range(passing_count)
            if partners[one] == NOBODY or partners[one] >= passing_count
        )
        return tuple(sorted(floating, reverse=True))


def _plus(one: Costs, other: Costs) -> Costs:
    return tuple(first_cost + second_cost for first_cost, second_cost in zip(one, other, strict=True))


@dataclass(frozen=True, slots=True)
class PairedBracket:
    """One bracket as it was paired."""

    criteria: Criteria
    width: Width
    choice: BracketChoice


@dataclass(slots=True)
class Walk:
    """The brackets of a field by one method; `sitting` is the class of those who may get the bye."""

    field: PairingField
    sitting: Class
    method: str
    seed: str
    minimum_width: Width = Width.ALONE
    steps: list[PairedBracket] = made(default_factory=list)

    def go(self) -> tuple[PairedBracket, ...] | None:
        """Return the steps from the highest bracket down; None when there is no full pairing at all."""
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
        """Return WHOLE for brackets from the one whose member may get the bye on."""
        last = len(groups) - 1
        home = next((number for number, group in enumerate(groups) if set(group) & set(self.sitting)), last)
        return [self.minimum_width if number < home else Width.WHOLE for number in range(last + 1)]

    def _step(self, groups: Sequence[tuple[int, ...]], widths: Sequence[Width]) -> PairedBracket | None:
        number = len(self.steps)
        width = widths[number]
        downfloaters = self.steps[-1].choice.floaters if self.steps else ()
        bracket = ScoreBracket(downfloaters, groups[number])
        places = order(self.method, downfloaters, groups[number], f"{self.seed}:{number}")
        criteria = Criteria(self.field, bracket, places)
        below = groups[number + 1 : number + 1 + (0, 1, len(groups))[width]]
        choice = BracketGraph(criteria, width, below, self.sitting).choose()
        return PairedBracket(criteria, width, choice) if choice else None

    def _unproven(self, groups: Sequence[Sequence[int]], step: PairedBracket) -> int | None:
        """Return the bracket above whose floaters are not proven best by this step."""
        if not self.steps or not self.steps[-1].choice.floaters or self.steps[-1].width is Width.WHOLE:
            return None
        promise = self.steps[-1].choice.promise
        points = self.field.points
        floating = sorted((points[index] for index in step.choice.floaters), reverse=True)
        if promise is None:
            members = sorted(points[index] for index in step.criteria.bracket.members)
            spare = len(members) - 2 * len(step.criteria.bracket.downfloaters)
            fewest = len(members) % 2 if spare >= 0 else -spare
            promise = tuple(sorted(members[:fewest], reverse=True))
        return None if tuple(floating) == promise else len(self.steps) - 1

    def _stuck(self, groups: Sequence[Sequence[int]]) -> int:
        """Return the first bracket whose choice leaves a rest that cannot be paired; -1 if none."""
        for number in range(len(self.steps) - 1, -1, -1):
            downfloaters = self.steps[number - 1].choice.floaters if number else ()
            rest = (*downfloaters, *(index for group in groups[number:] for index in group))
            if can_be_completed(self.field, rest, self.sitting):
                return number
        return -1

    def _wider(self, width: Width, number: int, brackets: int, is_stuck: bool) -> Width:
        """Return the next width; for the last two brackets AHEAD equals WHOLE."""
        return Width.AHEAD if width is Width.ALONE and number < brackets - 2 and not is_stuck else Width.WHOLE
