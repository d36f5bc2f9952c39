"""The best pairing of one score bracket by the criteria, found as a matching of minimum cost.

A bracket can be searched in three widths. ALONE: only its members; those without a partner float. AHEAD: with
the next group, so that the floaters serve the next bracket as well as possible (C8). WHOLE: with all players
below, who must all be paired (C4), with the bye of an odd number to one of `bye_class`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from tournaments.formats.swiss.criteria import Criteria
from tournaments.formats.swiss.minimum_cost_matching import (
    UNMATCHED,
    Costs,
    Matching,
    MatchingProblem,
    find_best_matching,
    sum_costs,
)
from tournaments.formats.swiss.published_order import PublishedOrder

# In larger brackets, partners up to these distances from the ideal are tried first.
SMALL_BRACKET, REACHES = 48, (6, 18, 54, 162)
Links = list[tuple[int, int, Costs, int]]


class Width(IntEnum):
    """Which players are considered besides the members of a bracket; see the module docstring."""

    ALONE = 0
    AHEAD = 1
    WHOLE = 2


@dataclass(frozen=True, slots=True)
class ScoreBracketChoice:
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


class ScoreBracketGraph:
    """The players of a bracket, searched in one width, as nodes of a graph whose links are possible pairs.

    The nodes are the members, then those of the next score group, then of all lower ones, in the order of
    `below`. One of `bye_class` gets the bye, which is a node of its own after all others.
    """

    def __init__(
        self, criteria: Criteria, width: Width, below: Sequence[Sequence[int]], bye_class: Sequence[int]
    ) -> None:
        self.criteria, self.width = criteria, width
        self.members = criteria.order.places
        self.next = tuple(below[0]) if below else ()
        lower = tuple(index for group in below[1:] for index in group)
        self.nodes = (*self.members, *self.next, *lower)
        self.bye_class = frozenset(bye_class) if width is Width.WHOLE and len(self.nodes) % 2 else frozenset()
        self._zero_costs: tuple[Costs, int] = (criteria.zero_costs, 0)
        self._floating_costs = [self._get_floating_costs(index) for index in self.members]
        self._passing_costs = [criteria.passing_costs(index) for index in (*self.members, *self.next)]

    def _get_floating_costs(self, index: int) -> tuple[Costs, int]:
        return self.criteria.floating_costs(index), self.criteria.tail_of_floating(index)

    def choose(self) -> ScoreBracketChoice | None:
        """Return the best choice of this bracket; None if not all players below can be paired (WHOLE)."""
        matching = (
            self._find_among_near() if len(self.members) > SMALL_BRACKET and self.has_only_members else None
        )
        is_sparse = matching is not None
        if matching is None:
            problem = self._make_problem(self._make_links())
            matching = self._find_first_in_order(problem, find_best_matching(problem))
        if self.width is Width.WHOLE and UNMATCHED in matching.partners:
            return None
        return self._make_choice(matching, is_sparse)

    def _find_first_in_order(self, problem: MatchingProblem, matching: Matching) -> Matching:
        """Return the first of the best matchings by the published order, if the method has one."""
        order = self.criteria.order
        if not order.has_published_order:
            return matching
        return PublishedOrder(problem, len(self.members), order.downfloater_count, matching).find_first()

    @property
    def has_only_members(self) -> bool:
        """Whether only the members are considered."""
        return len(self.nodes) == len(self.members)

    def _find_among_near(self) -> Matching | None:
        """Return the best choice among near partners, if no other can be better; else None.

        No other is better if the criteria reach their lower bound, and any omitted pair alone is farther from
        the ideal than all chosen pairs together.
        """
        best_costs: Costs | None = None
        for reach in REACHES:
            problem = self._make_problem(self._make_near_links(reach))
            matching = find_best_matching(problem)
            if matching.costs[-1] // self.criteria.tie_span >= (reach + 1) ** 2:
                continue
            if matching.costs[:-1] != self._compute_lower_bound():
                best_costs = best_costs or self._find_best_costs()
                if matching.costs[:-1] != best_costs:
                    continue
            if not self.criteria.order.has_published_order:
                return matching
            return self._find_certain_first(reach, problem, matching)
        return None

    def _find_certain_first(
        self, reach: int, problem: MatchingProblem, matching: Matching
    ) -> Matching | None:
        """Return the first of the best matchings by the published order, if near partners tell it; else None.

        If each player in turn meets the first possible partner, these pairs are the first whatever links are
        left out. For all others the left-out links are added, so the result is certain if it keeps those
        pairs, which include all downfloaters, and needs no exchange.
        """
        certain = self._list_certain_pairs(
            self._find_first_in_order(problem, matching).partners, matching.costs[:-1]
        )
        open_places = [place for place in range(len(self.members)) if place not in certain]
        links = self._make_near_links(reach)
        known = {link[:2] for link in links}
        links += [
            self._make_link(one, other)
            for one, other in combinations(open_places, 2)
            if (one, other) not in known and self.criteria.field.may_meet(self.nodes[one], self.nodes[other])
        ]
        problem = self._make_problem(links)
        first = self._find_first_in_order(problem, find_best_matching(problem))
        upper, lower = self._split_remainder(first.partners)
        has_exchange = any(first.partners[place] not in lower for place in upper)
        keeps_pairs = all(first.partners[place] == certain[place] for place in certain)
        downfloaters = range(self.criteria.order.downfloater_count)
        return first if keeps_pairs and not has_exchange and certain.keys() >= set(downfloaters) else None

    def _list_certain_pairs(self, partners: Sequence[int], costs: Costs) -> dict[int, int]:
        """Return the partners, both ways, of the first players, each of whom has the first possible partner.

        No pair is possible that alone costs more than the `costs` of the criteria of the whole bracket.
        """
        upper, lower = self._split_remainder(partners)
        count = self.criteria.order.downfloater_count
        certain: dict[int, int] = {}
        for places, others in ((range(count), range(count, len(self.members))), (upper, lower)):
            free = list(others)
            for place in places:
                possible = (
                    other
                    for other in free
                    if self.criteria.field.may_meet(self.nodes[place], self.nodes[other])
                    and self.criteria.meeting_costs(self.nodes[place], self.nodes[other]) <= costs
                )
                if partners[place] != next(possible, len(partners)):
                    return certain
                free.remove(partners[place])
                certain |= {place: partners[place], partners[place]: place}
        return certain

    def _split_remainder(self, partners: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the upper and the lower half of the residents who do not meet a downfloater."""
        size, count = len(self.members), self.criteria.order.downfloater_count
        rest = [place for place in range(count, size) if not 0 <= partners[place] < count]
        pair_count = sum(0 <= partners[place] < size for place in rest) // 2
        return rest[:pair_count], rest[pair_count:]

    def _compute_lower_bound(self) -> Costs:
        row = list(self.criteria.lower_bound())
        members = self.bye_class.intersection(self.members)
        row[self.criteria.bye_slot] = min(
            (self.criteria.field.cards[index].unplayed for index in members), default=0
        )
        return tuple(row)

    def _find_best_costs(self) -> Costs:
        """Return the best possible costs of the criteria, regardless of distances from the ideal."""
        links = [(one, other, costs, 0) for one, other, costs, _ in self._make_links()]
        return find_best_matching(self._make_problem(links, tail=0)).costs[:-1]

    def _make_problem(self, links: Links, tail: int = 1) -> MatchingProblem:
        """Return the matching problem of these links; with `tail` 0 only the criteria count."""
        unmatched_costs = [
            (costs, tail * last) for costs, last in map(self._get_unlinked_costs, range(len(self.nodes)))
        ]
        if self.bye_class:
            unmatched_costs.append(self._zero_costs)
        return MatchingProblem(
            unmatched_costs, links, self._compute_bounds(unmatched_costs, tail), self.width is Width.WHOLE
        )

    def _compute_bounds(self, unmatched_costs: Sequence[tuple[Costs, int]], tail: int) -> Costs:
        criteria = self.criteria
        unplayed = max((criteria.field.cards[index].unplayed for index in self.bye_class), default=0)
        pair_count = max(1, len(criteria.bracket.downfloaters))
        sums = [
            sum(column) + pair_count for column in zip(*(costs for costs, _ in unmatched_costs), strict=True)
        ]
        sums[criteria.bye_slot] = unplayed
        size = len(self.nodes)
        return (*sums, tail * 2 * size * (size * size + 1) * criteria.tie_span)

    def _get_unlinked_costs(self, node: int) -> tuple[Costs, int]:
        """Return the costs of a node without a link to a member or to the next group."""
        costs, tail = self._floating_costs[node] if node < len(self.members) else self._zero_costs
        if self.next and node < len(self._passing_costs):
            costs = sum_costs(costs, self._passing_costs[node])
        return costs, tail

    def _make_links(self) -> Links:
        links = [
            self._make_link(one, other)
            for one, other in combinations(range(len(self.nodes)), 2)
            if self.criteria.field.may_meet(self.nodes[one], self.nodes[other])
        ]
        return links + list(self._make_bye_links())

    def _make_near_links(self, reach: int) -> Links:
        downfloater_count = self.criteria.order.downfloater_count
        near = list(self.criteria.order.near_pairs(reach))
        down = [
            (one, other) for one in range(downfloater_count) for other in range(one + 1, len(self.members))
        ]
        may_meet = self.criteria.field.may_meet
        return [
            self._make_link(one, other)
            for one, other in (*down, *near)
            if may_meet(self.nodes[one], self.nodes[other])
        ] + list(self._make_bye_links())

    def _make_link(self, one: int, other: int) -> tuple[int, int, Costs, int]:
        members, passing_count = len(self.members), len(self._passing_costs)
        if other < members:
            pair = self.nodes[one], self.nodes[other]
            return one, other, self.criteria.meeting_costs(*pair), self.criteria.tail_of_pair(*pair)
        if other < passing_count:
            return one, other, *(self._floating_costs[one] if one < members else self._zero_costs)
        return one, other, *(self._get_unlinked_costs(one) if one < passing_count else self._zero_costs)

    def _make_bye_links(self) -> Iterator[tuple[int, int, Costs, int]]:
        for node, index in enumerate(self.nodes):
            if index in self.bye_class:
                costs, tail = self._get_unlinked_costs(node)
                if node < len(self.members):
                    costs = sum_costs(costs, self.criteria.bye_costs(index))
                yield node, len(self.nodes), costs, tail

    def _make_choice(self, matching: Matching, is_sparse: bool) -> ScoreBracketChoice:
        size, partners = len(self.members), matching.partners
        pairs = tuple(
            (self.nodes[one], self.nodes[partners[one]]) for one in range(size) if one < partners[one] < size
        )
        floaters = tuple(
            self.nodes[one] for one in range(size) if partners[one] == UNMATCHED or partners[one] >= size
        )
        bye_index = partners[len(self.nodes)] if self.bye_class else UNMATCHED
        return ScoreBracketChoice(
            pairs=pairs,
            floaters=tuple(sorted(floaters)),
            expected_floats=None if self.width is Width.ALONE else self._get_expected_floats(partners),
            costs=matching.costs,
            bye_index=self.nodes[bye_index] if bye_index != UNMATCHED else UNMATCHED,
            is_sparse=is_sparse,
        )

    def _get_expected_floats(self, partners: Sequence[int]) -> tuple[int, ...]:
        """Return the points of those who will float from the next bracket, highest first."""
        passing_count = len(self._passing_costs)
        floating = (
            self.criteria.field.points[self.nodes[one]]
            for one in range(passing_count)
            if partners[one] == UNMATCHED or partners[one] >= passing_count
        )
        return tuple(sorted(floating, reverse=True))
