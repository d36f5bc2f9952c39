"""Maximum-weight matchings by rustworkx, with integer weights."""

from collections.abc import Iterable

import rustworkx

LARGEST_WEIGHT = 2**126
ALONE = -1

Link = tuple[int, int]
WeightedLink = tuple[int, int, int]


def heaviest_matching(size: int, links: Iterable[WeightedLink], most_links: bool) -> list[int]:
    """The partner of each of `size` points in a matching of the largest total weight, -1 where it has none.

    `most_links` demands as many links as possible first. Weights are whole and below 2^126 in size.
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
    """The partner of each point in a matching with as many links as there can be, -1 where it has none."""
    return heaviest_matching(size, ((one, other, 1) for one, other in links), most_links=True)
