"""Among equally good pairings of a score bracket, the first in the order of FIDE C.04.3 (2026), article 4.

The published rules try the pairings of a bracket one after the other. S1 are its downfloaters, or, in a
bracket without any, its upper half; S2 are the others. Pairs are S1 with S2 in order. The next pairings come
from transpositions, which put S2 in other orders, the lexicographically first ones first, and only then from
exchanges of players of S1 and S2. In a bracket with downfloaters, those who stay unpaired are chosen first,
then the partners of the others; then the residents left (the remainder) are paired like a bracket of their
own.

Here nothing is tried one after the other: each step of that order is a cost, for which the best matching is
found. The result of a step is kept in the later ones, as one more cost or by leaving out links.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.swiss.minimum_cost_matching import (
    UNMATCHED,
    Costs,
    Matching,
    MatchingProblem,
    find_best_matching,
)

# Limit of the cost of one step: with all criteria it must not exceed the largest weight of a matching.
LARGEST_STEP = 2**40
NO_PARTNER = -1

# The cost of a place whose partner is at another place, or NO_PARTNER within the bracket.
PlaceCost = Callable[[int, int], int]


@dataclass(slots=True)
class PublishedOrder:
    """The search for the first of the best pairings of a bracket.

    The nodes of `problem` below `size` are the places of the bracket, downfloaters before residents;
    `matching` is any best solution. The tails of the problem decide nothing: they only keep the partners near
    the ideal ones, so that most of them need no step of their own.
    """

    problem: MatchingProblem
    size: int
    downfloater_count: int
    matching: Matching

    def find_first(self) -> Matching:
        """Return the best matching whose pairing of the bracket is the first in the published order."""
        self._settle_downfloaters()
        rest = [
            place
            for place in range(self.downfloater_count, self.size)
            if not 0 <= self._get_partner(place) < self.downfloater_count
        ]
        upper = self._settle_upper(rest)
        self._settle_partners(upper)
        unpaired = [place for place in range(self.downfloater_count) if not self._meets_resident(place)]
        if len(unpaired) > 1:
            self._settle_in_order(unpaired, self._cost_partner, self.size + 1)
        return self.matching

    def _settle_downfloaters(self) -> None:
        """Settle which downfloaters meet a resident, the highest first, and then whom they meet."""
        count = self.downfloater_count
        self._settle_in_order(range(count), lambda _, partner: int(partner < count), 2)
        self._settle_partners([place for place in range(count) if self._meets_resident(place)])

    def _meets_resident(self, place: int) -> bool:
        return self._get_partner(place) >= self.downfloater_count

    def _settle_upper(self, rest: Sequence[int]) -> list[int]:
        """Settle who of the remainder is in S1, and return them.

        The fewest exchanges come first, then the smallest difference of the numbers exchanged, then the
        lowest players of S1, then the highest of S2. A player of S1 is exchanged who is the lower one of a
        pair, or is not paired; a player of S2 who is the higher one of a pair.
        """
        pair_count = sum(self._get_partner(place) != NO_PARTNER for place in rest) // 2
        upper, lower = list(rest[:pair_count]), rest[pair_count:]
        in_upper, in_lower = set(upper), set(lower)
        exchange = self.size**2 + 1

        def cost_exchange(place: int, partner: int) -> int:
            if place in in_upper and partner < place:
                return exchange - place
            return place if place in in_lower and partner > place else 0

        if self._sum_cost(rest, cost_exchange):
            self._settle(rest, cost_exchange, exchange * len(rest))
        if self._sum_cost(rest, cost_exchange):
            self._keep_as_cost(rest, cost_exchange)
            self._settle_exchanged(upper[::-1], lambda place, partner: int(partner > place))
            self._settle_exchanged(lower, lambda place, partner: int(partner < place))
            upper = [place for place in rest if self._get_partner(place) > place]
        self._keep_halves(set(upper), set(rest).difference(upper))
        return upper

    def _settle_exchanged(self, places: Sequence[int], cost: PlaceCost) -> None:
        """Settle which players of S1 or of S2 are exchanged, by a cost of those who are not."""
        count = _count_digits(2)
        for start in range(0, len(places), count):
            chunk = places[start : start + count]
            self._settle(chunk, _weigh_places(chunk, 2, cost), 2 ** len(chunk))
            higher = {place for place in chunk if self._get_partner(place) > place}
            self._keep_halves(higher, set(chunk) - higher)

    def _keep_halves(self, upper: Collection[int], lower: Collection[int]) -> None:
        """Leave out links of residents whose lower one is in `upper`, or whose higher one is in `lower`."""
        self._keep_links(
            lambda one, other: one not in lower and (other not in upper or one < self.downfloater_count)
        )

    def _settle_partners(self, places: Sequence[int]) -> None:
        """Settle the partner of each place, the highest place first: as high a partner as possible.

        All of these places have a partner, which is lower than all of them.
        """
        base = self.size + 1
        allowed = self._list_allowed_partners(places)
        count = _count_digits(base)
        settled: dict[int, int] = {}
        while len(settled) < len(places):
            chunk = places[len(settled) : len(settled) + count]
            first = self._get_partner(chunk[0])
            if all(other >= first for other in allowed[chunk[0]].difference(settled.values())):
                settled[chunk[0]] = first
                continue
            self._keep_pairs(settled)
            self._settle(chunk, _weigh_places(chunk, base, self._cost_partner), base ** len(chunk))
            settled |= {place: self._get_partner(place) for place in chunk}
        self._keep_pairs(settled)

    def _cost_partner(self, _: int, partner: int) -> int:
        return self.size if partner == NO_PARTNER else partner

    def _list_allowed_partners(self, places: Sequence[int]) -> Mapping[int, set[int]]:
        """Return for each place the lower places it has a link with."""
        allowed: dict[int, set[int]] = {place: set() for place in places}
        for one, other, _, _ in self.problem.links:
            if one in allowed and other < self.size:
                allowed[one].add(other)
        return allowed

    def _settle_in_order(self, places: Sequence[int], cost: PlaceCost, base: int) -> None:
        """Settle costs below `base` of places, in order of precedence, and keep them as costs."""
        count = _count_digits(base)
        for start in range(0, len(places), count):
            chunk = places[start : start + count]
            cost_chunk = _weigh_places(chunk, base, cost)
            if self._sum_cost(chunk, cost_chunk):
                self._settle(chunk, cost_chunk, base ** len(chunk))
            self._keep_as_cost(chunk, cost_chunk)

    def _sum_cost(self, places: Sequence[int], cost: PlaceCost) -> int:
        """Return the sum of a cost over places, as they are paired."""
        return sum(cost(place, self._get_partner(place)) for place in places)

    def _settle(self, places: Sequence[int], cost: PlaceCost, bound: int) -> None:
        """Replace the matching by the one with the least sum of a cost over places, then the least tail."""
        alone, linked = self._cost_nodes_and_links(places, cost)
        problem = self.problem
        unit = problem.bounds[-1] + 1
        self.matching = find_best_matching(
            MatchingProblem(
                [
                    (costs, step * unit + tail)
                    for (costs, tail), step in zip(problem.unmatched_costs, alone, strict=True)
                ],
                [
                    (one, other, costs, step * unit + tail)
                    for (one, other, costs, tail), step in zip(problem.links, linked, strict=True)
                ],
                (*self.matching.costs[:-1], bound * unit),
                problem.has_most_links,
            )
        )

    def _keep_as_cost(self, places: Sequence[int], cost: PlaceCost) -> None:
        """Keep the sum that a cost has now, as one more cost of the problem."""
        alone, linked = self._cost_nodes_and_links(places, cost)
        problem = self.problem
        self.problem = replace(
            problem,
            unmatched_costs=[
                ((*costs, step), tail)
                for (costs, tail), step in zip(problem.unmatched_costs, alone, strict=True)
            ],
            links=[
                (one, other, (*costs, step), tail)
                for (one, other, costs, tail), step in zip(problem.links, linked, strict=True)
            ],
        )
        costs: Costs = (*self.matching.costs[:-1], self._sum_cost(places, cost), self.matching.costs[-1])
        self.matching = Matching(self.matching.partners, costs)

    def _cost_nodes_and_links(self, places: Sequence[int], cost: PlaceCost) -> tuple[list[int], list[int]]:
        """Return a cost of places for each node if it is not matched, and for each link of the problem."""
        counted = frozenset(places)

        def cost_of(node: int, other: int) -> int:
            return cost(node, other if other < self.size else NO_PARTNER) if node in counted else 0

        alone = [cost_of(node, NO_PARTNER) for node in range(len(self.problem.unmatched_costs))]
        linked = [cost_of(one, other) + cost_of(other, one) for one, other, _, _ in self.problem.links]
        return alone, linked

    def _keep_pairs(self, partners: Mapping[int, int]) -> None:
        """Keep no other links of these places and their partners than those of the pairs."""
        both_ways = {**partners, **{partner: place for place, partner in partners.items()}}
        self._keep_links(
            lambda one, other: both_ways.get(one, other) == other and both_ways.get(other, one) == one
        )

    def _keep_links(self, is_kept: Callable[[int, int], bool]) -> None:
        """Leave out the links within the bracket, the higher place first, that are not kept."""
        links = [link for link in self.problem.links if link[1] >= self.size or is_kept(*link[:2])]
        self.problem = replace(self.problem, links=links)

    def _get_partner(self, place: int) -> int:
        """Return the place of the partner within the bracket, or NO_PARTNER."""
        partner = self.matching.partners[place]
        return partner if UNMATCHED < partner < self.size else NO_PARTNER


def _count_digits(base: int) -> int:
    """Return how many digits below `base` a number within the limit of a step has."""
    count = 1
    while base ** (count + 1) <= LARGEST_STEP:
        count += 1
    return count


def _weigh_places(places: Sequence[int], base: int, cost: PlaceCost) -> PlaceCost:
    """Return a cost below `base`, weighed so that it is compared place by place."""
    weights = {place: base ** (len(places) - 1 - number) for number, place in enumerate(places)}
    return lambda place, partner: weights[place] * cost(place, partner)
