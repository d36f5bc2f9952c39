"""Maximum-weight matchings, and the matching that is best by one cost after the other.

One weight holds all costs, each counting for more than everything after it can sum up to. Where that does
not fit into the library's numbers, the costs are brought in one at a time. Costs are never negative, so a
cost that is known to be v at the best needs no more digits than v: a matching that is worse by one in an
earlier cost cannot win back more than the best matching pays for the later ones. That keeps the weights
small and the answer exact.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import rustworkx

LARGEST_WEIGHT = 2**126
ALONE = -1

Link = tuple[int, int]
WeightedLink = tuple[int, int, int]


def heaviest_matching(size: int, links: Iterable[WeightedLink], most_links: bool) -> list[int]:
    """Return the partner of each of `size` points in a matching of the largest total weight, -1 for none.

    `most_links` demands as many links as possible first. Weights are integers below 2^126 in size.
    """
    graph = rustworkx.PyGraph(multigraph=False, node_count_hint=size)
    graph.add_nodes_from(range(size))
    graph.add_edges_from(list(links))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=most_links, weight_fn=int)
    partners = [ALONE] * size
    for one, other in pairs:
        partners[one], partners[other] = other, one
    return partners


def largest_matching(size: int, links: Iterable[Link]) -> list[int]:
    """Return the partner of each point in a matching with the maximum number of links, -1 for none."""
    return heaviest_matching(size, ((one, other, 1) for one, other in links), most_links=True)


Costs = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Points, links between them and their costs; `loose` is the cost of leaving a point out.

    A link is (one, other, costs, tail): `costs` in order of weight, and one last cost `tail`. `loose` holds
    the same for each point. `bounds` are the maximum of each cost in a matching, the tail last. `is_whole`
    demands as many links as possible before any cost.
    """

    loose: Sequence[tuple[Costs, int]]
    links: Sequence[tuple[int, int, Costs, int]]
    bounds: Costs
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The partner of each point (-1: none), and the costs of the matching, the tail last."""

    partners: tuple[int, ...]
    costs: Costs


def best(problem: Problem) -> Answer:
    """Return a matching with the lexicographically least costs."""
    weights = _weights(problem.bounds)
    if _weight_bound(problem, weights) < LARGEST_WEIGHT:
        return _answer(problem, _solve(problem, weights))
    return _one_by_one(problem)


def _one_by_one(problem: Problem) -> Answer:
    """Add one cost after the other; each solution bounds the next cost from above."""
    fields = len(problem.bounds)
    settled_costs: list[int] = []
    answer = Answer((), problem.bounds)
    for number in range(fields):
        if answer.costs[number] and (answer.partners or problem.bounds[number]):
            weights = _weights((*settled_costs, answer.costs[number])) + (0,) * (fields - number - 1)
            answer = _answer(problem, _solve(problem, weights))
        settled_costs.append(answer.costs[number])
    return answer


def _weights(bounds: Sequence[int]) -> Costs:
    """Return for each cost a weight above the maximum sum of the later ones."""
    weights: list[int] = []
    later = 0
    for bound in reversed(bounds):
        weights.append(later + 1)
        later += weights[-1] * bound
    return tuple(reversed(weights))


def _weight_bound(problem: Problem, weights: Costs) -> int:
    """Return an upper bound of the weight of a link."""
    loose = max((_sum(weights, costs, tail) for costs, tail in problem.loose), default=0)
    linked = max((_sum(weights, costs, 0) for costs in {link[2] for link in problem.links}), default=0)
    tail = max((link[3] for link in problem.links), default=0)
    return 2 * loose + linked + tail * weights[-1] + 2


def _solve(problem: Problem, weights: Costs) -> list[int]:
    return heaviest_matching(len(problem.loose), _weighted(problem, weights), problem.is_whole)


def _weighted(problem: Problem, weights: Costs) -> Iterator[tuple[int, int, int]]:
    loose = [_sum(weights, costs, tail) for costs, tail in problem.loose]
    last = weights[-1]
    sums: dict[Costs, int] = {}
    for one, other, costs, tail in problem.links:
        paid = sums.get(costs)
        if paid is None:
            paid = sums[costs] = _sum(weights, costs, 0)
        yield one, other, loose[one] + loose[other] - paid - tail * last


def _sum(weights: Costs, costs: Costs, tail: int) -> int:
    return sum(weight * cost for weight, cost in zip(weights, costs, strict=False)) + weights[-1] * tail


def _answer(problem: Problem, partners: list[int]) -> Answer:
    total = [0] * len(problem.bounds)
    for point, partner in enumerate(partners):
        if partner == ALONE:
            _add(total, *problem.loose[point])
    for one, other, costs, tail in problem.links:
        if partners[one] == other:
            _add(total, costs, tail)
    return Answer(tuple(partners), tuple(total))


def _add(total: list[int], costs: Costs, tail: int) -> None:
    for number, cost in enumerate(costs):
        total[number] += cost
    total[-1] += tail
