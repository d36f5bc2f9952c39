"""The matching that is best by one cost after the other, whatever the number of costs.

One weight holds all costs, each counting for more than everything after it can sum up to. Where that does
not fit into the library's numbers, the costs are brought in one at a time. Costs are never negative, so a
cost that is known to be v at the best needs no more room than v: a matching that is worse by one in an
earlier cost cannot win back more than the best matching pays for the later ones. That keeps the weights
small and the answer exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.formats.swiss.matching import ALONE, LARGEST_WEIGHT, heaviest_matching

Costs = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """Points, links between them and what each costs; `loose` is what it costs to leave a point out.

    A link is (one, other, costs, tail): `costs` in order of weight, and one last cost `tail`. `loose` holds
    the same for each point. `bounds` are the most each cost can come to in a matching, the tail last.
    `is_whole` demands as many links as possible before any cost.
    """

    loose: Sequence[tuple[Costs, int]]
    links: Sequence[tuple[int, int, Costs, int]]
    bounds: Costs
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Who each point is linked to (-1: nobody), and what the matching costs, the tail last."""

    partners: tuple[int, ...]
    costs: Costs


def best(problem: Problem) -> Answer:
    """A matching with the lexicographically least costs."""
    weights = _weights(problem.bounds)
    if _weight_bound(problem, weights) < LARGEST_WEIGHT:
        return _answer(problem, _solve(problem, weights))
    return _one_by_one(problem)


def _one_by_one(problem: Problem) -> Answer:
    """Bring in one cost after the other; each solution bounds the next cost from above."""
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
    """For each cost a weight above all that the later ones can come to."""
    weights: list[int] = []
    later = 0
    for bound in reversed(bounds):
        weights.append(later + 1)
        later += weights[-1] * bound
    return tuple(reversed(weights))


def _weight_bound(problem: Problem, weights: Costs) -> int:
    """More than the largest single weight any link can have."""
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
