"""Whether everybody can meet somebody new: a largest matching by Edmonds' blossoms, so it is proven."""

from collections import deque
from collections.abc import Collection, Sequence


def can_all_meet(people: Sequence[int], barred: Collection[frozenset[int]]) -> bool:
    """Whether these people can be paired off without any of the barred pairs."""
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
    """One search after another for a path along which the matching grows by a pair."""

    def __init__(self, links: list[list[int]]) -> None:
        self.links = links
        self.mate = [-1] * len(links)
        self.parent: list[int] = []
        self.base: list[int] = []

    def largest(self) -> list[int]:
        """The mate of everybody, -1 for who is left over."""
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
        """The far end of a growing path from `root`, or -1."""
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
        """A ring of odd length becomes one point."""
        stem = self._stem(vertex, neighbour)
        ring: set[int] = set()
        self._mark(vertex, stem, neighbour, ring)
        self._mark(neighbour, stem, vertex, ring)
        for one in range(len(self.links)):
            if self.base[one] in ring:
                self.base[one] = stem
                if one not in used:
                    used.add(one)
                    queue.append(one)

    def _stem(self, vertex: int, neighbour: int) -> int:
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

    def _mark(self, one: int, stem: int, child: int, ring: set[int]) -> None:
        while self.base[one] != stem:
            ring |= {self.base[one], self.base[self.mate[one]]}
            self.parent[one] = child
            child = self.mate[one]
            one = self.parent[child]
