"""The graph of one bracket: who of it can meet, who can go further down, and what each costs.

A bracket is looked at in three widths. ALONE: only its members; who is not linked floats. AHEAD: with those
of the next group, so that the choice of floaters serves the next bracket as well as possible (C8). WHOLE:
with everybody below, and all have to be paired (C4), one of `sitting` with the bye when the number is odd.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from tournaments.formats.swiss.criteria import Criteria
from tournaments.formats.swiss.lexicographic import Answer, Costs, Problem, best
from tournaments.formats.swiss.matching import ALONE as NOBODY

SMALL, REACHES = 48, (6, 18, 54, 162)
Links = list[tuple[int, int, Costs, int]]


class Width(IntEnum):
    """How much of the field is looked at."""

    ALONE = 0
    AHEAD = 1
    WHOLE = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """What a bracket chose: its pairs, who floats, and what the next bracket was promised to look like.

    `promise` is how many float from the next bracket with their points, None where nothing was looked up.
    `sits` is who got the bye, -1 for nobody; `is_sparse` whether near partners were enough.
    """

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    promise: tuple[int, ...] | None
    costs: Costs
    sits: int = NOBODY
    is_sparse: bool = False


class BracketGraph:
    """One bracket in one width. `below` are the groups of that width, `sitting` who may get the bye."""

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

    def choose(self) -> Choice | None:
        """The best choice of this bracket; None when not everybody below can be paired."""
        answer = self._among_near() if len(self.members) > SMALL and self.is_itself else None
        is_sparse = answer is not None
        answer = answer or best(self._problem(self._links()))
        if self.width is Width.WHOLE and NOBODY in answer.partners:
            return None
        return self._choice(answer, is_sparse)

    @property
    def is_itself(self) -> bool:
        """Whether only the members are looked at."""
        return len(self.points) == len(self.members)

    def _among_near(self) -> Answer | None:
        """The best choice found among near partners, if it is certain that no other is better.

        It is when the criteria are at their best and any link out of reach alone is farther off than all
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
        """What the criteria come to at best, whatever the places."""
        links = [(one, other, costs, 0) for one, other, costs, _ in self._links()]
        return best(self._problem(links, tail=0)).costs[:-1]

    def _problem(self, links: Links, tail: int = 1) -> Problem:
        """The problem of those links; without a tail only the criteria count."""
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
        """What it costs that a point is linked to nobody who is a member or of the next group."""
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

    def _choice(self, answer: Answer, is_sparse: bool) -> Choice:
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
        return Choice(
            pairs=pairs,
            floaters=tuple(sorted(floaters)),
            promise=None if self.width is Width.ALONE else self._promise(partners),
            costs=answer.costs,
            sits=self.points[sits] if sits != NOBODY else NOBODY,
            is_sparse=is_sparse,
        )

    def _promise(self, partners: Sequence[int]) -> tuple[int, ...]:
        """The points of those who float from the next bracket, highest first."""
        passing_count = len(self._passing)
        floating = (
            self.criteria.field.points[self.points[one]]
            for one in range(passing_count)
            if partners[one] == NOBODY or partners[one] >= passing_count
        )
        return tuple(sorted(floating, reverse=True))


def _plus(one: Costs, other: Costs) -> Costs:
    return tuple(first_cost + second_cost for first_cost, second_cost in zip(one, other, strict=True))
