"""What a journal folds to: entries, lots, graph and results of one event."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.draws.field import Graph
from tournaments.journal.facts import Result


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry: its number in the event, the public id of its player, and when it was withdrawn.

    `withdrawn` counts the withdrawals of the event (1 is the first), 0 for an entry that still plays.
    """

    number: int
    player: str
    withdrawn: int = 0

    @property
    def is_withdrawn(self) -> bool:
        """Whether the entry plays no more."""
        return self.withdrawn > 0


@dataclass(frozen=True, slots=True)
class EventState:
    """An event as its journal tells it. `lines` are empty before the draw; `seq` is the last row folded."""

    seq: int = 0
    entries: Mapping[int, Entrant] = field(default_factory=dict)
    commitment: str = ""
    format: str = ""
    seed: str = ""
    seeds: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    graph: Graph = field(default_factory=Graph)
    is_published: bool = False
    results: Mapping[str, Result] = field(default_factory=dict)

    @property
    def is_drawn(self) -> bool:
        """Whether there is a draw, published or not."""
        return bool(self.lines)

    @property
    def withdrawn(self) -> dict[int, int]:
        """The entries that play no more, each with its turn: the first to withdraw has 1."""
        return {
            entrant.number: entrant.withdrawn for entrant in self.entries.values() if entrant.is_withdrawn
        }
