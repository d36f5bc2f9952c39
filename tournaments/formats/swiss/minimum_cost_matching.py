"""Matchings of minimum cost, for costs that are compared one after the other (lexicographically).

All costs of a link are packed into one integer weight, in which each cost outweighs everything that the later
ones can sum up to. If that exceeds the integers of the library, costs are added one at a time: once the best
sum v of a cost is known, no weight needs to be larger than v requires. So the result is always exact.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import rustworkx

# Limit of the weights of `rustworkx`.
LARGEST_WEIGHT = 2**126
UNMATCHED = -1

Link = tuple[int, int]
WeightedLink = tuple[int, int, int]


def heaviest_matching(size: int, links: Iterable[WeightedLink], most_links: bool) -> list[int]:
    """Return the partner of each of `size` nodes in a matching of maximum weight, -1 for none.

    With `most_links` the number of links is maximised first. Weights are integers below 2^126.
    """
    graph = rustworkx.PyGraph(multigraph=False, node_count_hint=size)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(list(links))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=most_links, weight_fn=int)
    partners = [UNMATCHED] * size
    for one, other in pairs:
        partners[one], partners[other] = other, one
    return partners


def largest_matching(size: int, links: Iterable[Link]) -> list[int]:
    """Return the partner of each node in a matching with the maximum number of links, -1 for none."""
    return heaviest_matching(size, ((one, other, 1) for one, other in links), most_links=True)


Costs = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchingProblem:
    """A matching problem: links between nodes, with their costs.

    A link is (one, other, costs, tail): costs in order of precedence, and a last cost, the tail.
    `unmatched_costs` has costs and tail of leaving each node unmatched. `bounds` are upper bounds of each
    cost of a matching, the tail last. With `has_most_links` the number of links is maximised before any cost.
    """

    unmatched_costs: Sequence[tuple[Costs, int]]
    links: Sequence[tuple[int, int, Costs, int]]
    bounds: Costs
    has_most_links: bool = False


@dataclass(frozen=True, slots=True)
class Matching:
    """The partner of each node (-1: none), and the costs of the matching, the tail last."""

    partners: tuple[int, ...]
    costs: Costs


def find_best_matching(problem: MatchingProblem) -> Matching:
    """Return the matching whose costs are the least, compared one after the other."""
    weights = _weights(problem.bounds)
    if _weight_bound(problem, weights) < LARGEST_WEIGHT:
        return _make_matching(problem, _solve(problem, weights))
    return _solve_cost_by_cost(problem)


def _solve_cost_by_cost(problem: MatchingProblem) -> Matching:
    """Solve with one cost more each time; each solution is an upper bound for the next cost."""
    fields = len(problem.bounds)
    settled_costs: list[int] = []
    matching = Matching((), problem.bounds)
    for number in range(fields):
        if matching.costs[number] and (matching.partners or problem.bounds[number]):
            weights = _weights((*settled_costs, matching.costs[number])) + (0,) * (fields - number - 1)
            matching = _make_matching(problem, _solve(problem, weights))
        settled_costs.append(matching.costs[number])
    return matching


def sum_costs(one: Costs, other: Costs) -> Costs:
    """Return the sums of two costs, place by place."""
    return tuple(first_cost + second_cost for first_cost, second_cost in zip(one, other, strict=True))


def _weights(bounds: Sequence[int]) -> Costs:
    """Return for each cost a weight above the maximum sum of the later ones."""
    weights: list[int] = []
    later = 0
    for bound in reversed(bounds):
        weights.append(later + 1)
        later += weights[-1] * bound
    return tuple(reversed(weights))


def _weight_bound(problem: MatchingProblem, weights: Costs) -> int:
    """Return an upper bound of the weight of a link."""
    unmatched_costs = max(
        (_weigh(weights, costs, tail) for costs, tail in problem.unmatched_costs), default=0
    )
    linked = max((_weigh(weights, costs, 0) for costs in {link[2] for link in problem.links}), default=0)
    tail = max((link[3] for link in problem.links), default=0)
    return 2 * unmatched_costs + linked + tail * weights[-1] + 2


def _solve(problem: MatchingProblem, weights: Costs) -> list[int]:
    return heaviest_matching(
        len(problem.unmatched_costs), _weighted(problem, weights), problem.has_most_links
    )


def _weighted(problem: MatchingProblem, weights: Costs) -> Iterator[tuple[int, int, int]]:
    unmatched_costs = [_weigh(weights, costs, tail) for costs, tail in problem.unmatched_costs]
    last = weights[-1]
    sums: dict[Costs, int] = {}
    for one, other, costs, tail in problem.links:
        link_weight = sums.get(costs)
        if link_weight is None:
            link_weight = sums[costs] = _weigh(weights, costs, 0)
        yield one, other, unmatched_costs[one] + unmatched_costs[other] - link_weight - tail * last


def _weigh(weights: Costs, costs: Costs, tail: int) -> int:
    return sum(weight * cost for weight, cost in zip(weights, costs, strict=False)) + weights[-1] * tail


def _make_matching(problem: MatchingProblem, partners: list[int]) -> Matching:
    total = [0] * len(problem.bounds)
    for node, partner in enumerate(partners):
        if partner == UNMATCHED:
            _add_costs(total, *problem.unmatched_costs[node])
    for one, other, costs, tail in problem.links:
        if partners[one] == other:
            _add_costs(total, costs, tail)
    return Matching(tuple(partners), tuple(total))


def _add_costs(total: list[int], costs: Costs, tail: int) -> None:
    for number, cost in enumerate(costs):
        total[number] += cost
    total[-1] += tail
