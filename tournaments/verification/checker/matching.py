"""Whether a set of players can all be paired, by a maximum matching."""

from collections import deque
from collections.abc import Collection, Sequence


def can_all_meet(people: Sequence[int], barred: Collection[frozenset[int]]) -> bool:
    """Whether all of these players can be paired without a barred pair."""
    order = sorted(set(people))
    if len(order) % 2:
        return False
    links = [
        [b for b in range(len(order)) if a != b and frozenset((order[a], order[b])) not in barred]
        for a in range(len(order))
    ]
    mates = _Matching(links).largest()
    return all(mate >= 0 for mate in mates)


class _Matching:
    """A maximum matching of a graph, by Edmonds' blossom algorithm.

    `links` are the neighbours of each vertex; `mate` is its partner, `parent` its predecessor on the current
    alternating path, and `base` the vertex that stands for its contracted cycle (blossom).
    """

    def __init__(self, links: list[list[int]]) -> None:
        self.links = links
        self.mate = [-1] * len(links)
        self.parent: list[int] = []
        self.base: list[int] = []

    def largest(self) -> list[int]:
        """Return the partner of each vertex, -1 for an unmatched one."""
        for one in range(len(self.links)):
            if self.mate[one] < 0:
                self.mate[one] = next((two for two in self.links[one] if self.mate[two] < 0), -1)
                if self.mate[one] >= 0:
                    self.mate[self.mate[one]] = one
        for one in range(len(self.links)):
            if self.mate[one] < 0:
                self._grow(self._path(one))
        return self.mate

    def _grow(self, end: int) -> None:
        while end >= 0:
            before = self.parent[end]
            after = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = after

    def _path(self, root: int) -> int:
        """Return the far end of an augmenting path from `root`, or -1."""
        count = len(self.links)
        self.parent, self.base = [-1] * count, list(range(count))
        used, queue = {root}, deque([root])
        while queue:
            vertex = queue.popleft()
            for neighbour in self.links[vertex]:
                if self.base[vertex] == self.base[neighbour] or self.mate[vertex] == neighbour:
                    continue
                if neighbour == root or (
                    self.mate[neighbour] >= 0 and self.parent[self.mate[neighbour]] >= 0
                ):
                    self._shrink(vertex, neighbour, used, queue)
                elif self.parent[neighbour] < 0:
                    self.parent[neighbour] = vertex
                    if self.mate[neighbour] < 0:
                        return neighbour
                    used.add(self.mate[neighbour])
                    queue.append(self.mate[neighbour])
        return -1

    def _shrink(self, vertex: int, neighbour: int, used: set[int], queue: deque[int]) -> None:
        """Contract the odd cycle that the edge between two outer vertices closes."""
        base = self._common_base(vertex, neighbour)
        ring: set[int] = set()
        self._mark(vertex, base, neighbour, ring)
        self._mark(neighbour, base, vertex, ring)
        for one in range(len(self.links)):
            if self.base[one] in ring:
                self.base[one] = base
                if one not in used:
                    used.add(one)
                    queue.append(one)

    def _common_base(self, vertex: int, neighbour: int) -> int:
        seen_bases: set[int] = set()
        while True:
            vertex = self.base[vertex]
            seen_bases.add(vertex)
            if self.mate[vertex] < 0:
                break
            vertex = self.parent[self.mate[vertex]]
        while self.base[neighbour] not in seen_bases:
            neighbour = self.parent[self.mate[self.base[neighbour]]]
        return self.base[neighbour]

    def _mark(self, one: int, base: int, child: int, ring: set[int]) -> None:
        while self.base[one] != base:
            ring |= {self.base[one], self.base[self.mate[one]]}
            self.parent[one] = child
            child = self.mate[one]
            one = self.parent[child]
