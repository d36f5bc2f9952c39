"""Final places of a flight, counted from who went out when."""

from collections.abc import Callable, Mapping, Sequence

from tournaments.checking.nodes import Node
from tournaments.checking.seats import Seating
from tournaments.checking.stages import Stage

Span = tuple[int, int]


def placing(_stages: Sequence[Stage]) -> Callable[[str, Seating], Mapping[int, int] | None]:
    """Who stands at which place of a flight that is over; None while it is on."""

    def found(flight: str, seating: Seating) -> Mapping[int, int] | None:
        del flight, seating
        return None

    return found


def knockout_places(flight: str, seating: Seating) -> dict[int, Span]:
    """Places of those who are out of a knockout or have won it: entry -> (best, worst).

    While it is on, what the round of their loss promises; at its end from 1 without a gap.
    """
    row = seating.flight(flight)
    exits: dict[int, tuple[int, Span]] = {}
    for node in row:
        for entry in seating.fate(node.name).out:
            exits[entry] = (node.round, node.loser_span)
    if not row:
        return {}
    final, rounds = _final(row), max(node.round for node in row)
    fate = seating.fate(final.name)
    if fate.winner:
        exits[fate.winner] = (final.round + 1, final.winner_span)
    if fate.winner is None:
        return {entry: span for entry, (_, span) in exits.items()}
    return shared({entry: rounds + 1 - last for entry, (last, _) in exits.items()})


def shared(depths: Mapping[int, int]) -> dict[int, Span]:
    """Places by a figure of which less is better; equal figures share their places."""
    order = sorted(depths.values())
    return {
        entry: (order.index(depth) + 1, len(order) - order[::-1].index(depth))
        for entry, depth in depths.items()
    }


def _final(row: Sequence[Node]) -> Node:
    return max(row, key=lambda node: (node.round, -node.position))
