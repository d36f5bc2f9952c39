"""Which pairings look at which: what must be looked at again when one of them is decided."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tournaments.formats.field import Graph, Origin, Pairing


@dataclass(frozen=True, slots=True)
class Wiring:
    """`targets`: pairing -> those that look at it. A flight has its pairings and its stage."""

    targets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of_flight: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stage_of: Mapping[str, str] = field(default_factory=dict)

    def reach(self, pairing: str) -> Iterator[str]:
        """Every pairing further on that could change with this one."""
        visited, todo = {pairing}, [pairing]
        while todo:
            for target in self.targets.get(todo.pop(), ()):
                if target not in visited:
                    visited.add(target)
                    todo.append(target)
                    yield target


def wire(graph: Graph, stage_of: Mapping[str, str]) -> Wiring:
    """The wiring of a graph; `stage_of` gives the stage of each flight."""
    of_flight: dict[str, list[str]] = defaultdict(list)
    targets: dict[str, dict[str, None]] = defaultdict(dict)
    for pairing in graph.pairings:
        of_flight[pairing.flight].append(pairing.id)
        for name in _sources_of(pairing, graph, of_flight):
            targets[name][pairing.id] = None
    return Wiring(
        {name: tuple(dependents) for name, dependents in targets.items()},
        {flight: tuple(names) for flight, names in of_flight.items()},
        dict(stage_of),
    )


def _sources_of(pairing: Pairing, graph: Graph, of_flight: Mapping[str, list[str]]) -> Iterator[str]:
    for source in pairing.sources:
        if source.origin is Origin.PLACE:
            yield from of_flight.get(source.flight, ())
        elif source.origin is Origin.FIRST_LOSS:
            yield from _winner_path(source.pairing, graph)
        elif source.pairing:
            yield source.pairing


def _winner_path(pairing: str | None, graph: Graph) -> Iterator[str]:
    """A pairing and those its winner comes to, one after the other."""
    while pairing:
        yield pairing
        pairing = graph.next_of.get(pairing)
