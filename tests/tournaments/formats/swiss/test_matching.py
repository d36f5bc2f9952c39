"""Matchings of maximum weight, compared with those of networkx."""

import random
from itertools import product

import networkx
import pytest

from tournaments.formats.swiss.minimum_cost_matching import (
    LARGEST_WEIGHT,
    UNMATCHED,
    heaviest_matching,
    largest_matching,
)

Links = list[tuple[int, int, int]]


def random_links(chance: random.Random, size: int) -> Links:
    density, top = chance.random(), chance.choice((3, 1_000, LARGEST_WEIGHT // 64))
    return [
        (one, other, chance.randint(-top // 4, top))
        for one in range(size)
        for other in range(one + 1, size)
        if chance.random() < density
    ]


def by_networkx(links: Links, most_links: bool) -> tuple[int, int]:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(links)
    matching = networkx.max_weight_matching(graph, maxcardinality=most_links)
    return len(matching), sum(graph[one][other]["weight"] for one, other in matching)


def test_two_libraries_agree_on_the_weight(subtests: pytest.Subtests) -> None:
    for seed, most_links in product(range(15), (True, False)):
        with subtests.test(seed=seed, most_links=most_links):
            chance = random.Random(seed)
            size = chance.randint(2, 24)
            links = random_links(chance, size)
            partners = heaviest_matching(size, links, most_links)
            weights = [weight for one, other, weight in links if partners[one] == other]
            assert all(partners[partners[one]] == one for one in range(size) if partners[one] != UNMATCHED)
            count, weight = by_networkx(links, most_links)
            assert sum(weights) == weight
            assert len(weights) == count or not most_links


def test_most_links_leaves_out_as_few_as_it_must() -> None:
    assert largest_matching(5, [(0, 1), (0, 2), (0, 3), (3, 4)]).count(UNMATCHED) == 1
    assert largest_matching(2, []) == [UNMATCHED, UNMATCHED]
