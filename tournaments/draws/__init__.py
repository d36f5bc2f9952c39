"""The formats by name: from the lines of the draw to the graph of pairings. One registry, no logic."""

from collections.abc import Callable, Sequence

from tournaments.draws.consolation import first_loss_bracket
from tournaments.draws.field import Graph
from tournaments.draws.knockout import main_bracket


def knockout(lines: Sequence[int]) -> Graph:
    """Single elimination alone."""
    return Graph(main_bracket(lines))


def knockout_with_consolation(lines: Sequence[int]) -> Graph:
    """Single elimination, and a second bracket for those who lose their first match."""
    main = main_bracket(lines)
    return Graph((*main, *first_loss_bracket(main)))


FORMATS: dict[str, Callable[[Sequence[int]], Graph]] = {
    "knockout": knockout,
    "knockout_consolation": knockout_with_consolation,
}
