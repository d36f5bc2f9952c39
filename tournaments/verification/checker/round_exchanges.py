"""Whether a better round can be had from a given one by exchanging partners.

Any other round differs from the given one by circles of players: each one's partner meets the next. A round
is the best of all if no circle has a cost below zero. Such circles are looked for by adding up the costs of
walks. If too many walks are no exchanges, no better round is claimed; exchanges of two boards are always
found.
"""

from collections.abc import Collection, Mapping, Sequence

from tournaments.verification.checker.swiss_criteria import Key, ListCosts

Pair = frozenset[int]
MOST_WALKS = 60


def find_exchange(partners: Mapping[int, int], list_costs: ListCosts, barred: Collection[Pair]) -> list[int]:
    """Return a circle of players by which the round gets better; empty if there is none.

    `partners` has the bye as a player of its own.
    """
    weights = _weigh_pairs(sorted(partners), list_costs, barred)
    steps = {
        one: [
            (other, weights[partners[one], other] - weights[one, partners[one]])
            for other in partners
            if other not in (one, partners[one]) and (partners[one], other) in weights
        ]
        for one in partners
    }
    return _find_exchange_of_two(steps) or _CircleSearch(partners, steps).find()


def _weigh_pairs(
    entries: Sequence[int], list_costs: ListCosts, barred: Collection[Pair]
) -> dict[tuple[int, int], int]:
    """Return one number for each possible pair, in which a weightier criterion has higher digits."""
    costs_by_pair = {
        (one, other): list_costs(one, other)
        for place, one in enumerate(entries)
        for other in entries[place + 1 :]
        if frozenset((one, other)) not in barred
    }
    largest: dict[Key, int] = {}
    for costs in costs_by_pair.values():
        for key, amount in costs:
            largest[key] = max(largest.get(key, 0), abs(amount))
    shift_by_key: dict[Key, int] = {}
    shift = 0
    for key in sorted(largest, reverse=True):
        shift_by_key[key] = shift
        # A digit of the difference of two rounds never outweighs the digit above it.
        shift += (largest[key] * (2 * len(entries) + 2)).bit_length() + 2
    weights: dict[tuple[int, int], int] = {}
    for (one, other), costs in costs_by_pair.items():
        weight = sum(amount << shift_by_key[key] for key, amount in costs)
        weights[one, other] = weights[other, one] = weight
    return weights


Steps = Mapping[int, Sequence[tuple[int, int]]]


def _find_exchange_of_two(steps: Steps) -> list[int]:
    costs = {one: dict(row) for one, row in steps.items()}
    for one, row in costs.items():
        for other, cost in row.items():
            if one < other and one in costs[other] and cost + costs[other][one] < 0:
                return [one, other]
    return []


class _CircleSearch:
    """A search for a circle with a cost below zero, with a limited number of walks.

    A walk that passes both players of a pair is no exchange. Every exchange leaves out one of the two, so the
    search goes on without the one, and without the other.
    """

    def __init__(self, partners: Mapping[int, int], steps: Steps) -> None:
        self.partners, self.steps, self.walks_left = partners, steps, MOST_WALKS

    def find(self, left_out: frozenset[int] = frozenset()) -> list[int]:
        """Return an exchange without these players; empty if there is none, or no walk is left."""
        if not self.walks_left:
            return []
        self.walks_left -= 1
        circle = _walk(self.steps, left_out)
        both = next((one for one in circle if self.partners[one] in circle), None)
        if both is None:
            return circle
        return self.find(left_out | {both}) or self.find(left_out | {self.partners[both]})


def _walk(steps: Steps, left_out: frozenset[int]) -> list[int]:
    """Return a circle of steps with a cost below zero; empty if there is none (Bellman and Ford)."""
    distance = {one: 0 for one in steps if one not in left_out}
    before: dict[int, int] = {}
    changed = set(distance)
    while changed:
        reached_now: set[int] = set()
        for one in changed:
            reached = distance[one]
            for other, cost in steps[one]:
                if other in distance and reached + cost < distance[other]:
                    distance[other] = reached + cost
                    before[other] = one
                    reached_now.add(other)
        changed = reached_now
        for one in changed:
            circle = _trace_circle(before, one)
            if circle:
                return circle
    return []


def _trace_circle(before: Mapping[int, int], start: int) -> list[int]:
    """Return the circle that a walk back from `start` runs into; empty if it ends."""
    tried_entries: list[int] = []
    one = start
    while one in before:
        if one in tried_entries:
            return tried_entries[tried_entries.index(one) :]
        tried_entries.append(one)
        one = before[one]
    return []
