"""What a journal folds to: entries, plan, the draw of every stage, results, and who sits where."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.formats.field import Graph
from tournaments.formats.plan import Plan, Stage
from tournaments.journal.entrants import AWAY, UNSAID, WAITING, Newcomer
from tournaments.journal.facts import Paired, Result
from tournaments.journal.formations import Teams
from tournaments.journal.placement import Placement
from tournaments.journal.wiring import Wiring


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry: its number in the event, the public id of its player, and when it was withdrawn.

    `withdrawn` counts the withdrawals of the event (1 is the first), 0 for an entry that still plays. `left`
    tells the same for single flights. `about` is what draws look at, `presence` one of `entrants.PRESENCES`.
    """

    number: int
    player: str
    withdrawn: int = 0
    left: Mapping[str, int] = field(default_factory=dict)
    about: Newcomer = field(default_factory=lambda: Newcomer(""))
    presence: str = UNSAID

    @property
    def stays_out(self) -> bool:
        """Whether the entry is not drawn: it has not come, or waits on the list and takes a line later."""
        return self.presence in {AWAY, WAITING}

    @property
    def is_withdrawn(self) -> bool:
        """Whether the entry plays no more at all."""
        return self.withdrawn > 0

    def gone(self, flight: str, stage: str) -> int:
        """The turn in which the entry left a flight of a stage, 0 while it plays there."""
        turns = [turn for turn in (self.withdrawn, self.left.get(flight), self.left.get(stage)) if turn]
        return min(turns, default=0)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A stage that is drawn. `lines` are empty for one that hangs on another; `rounds` are those paired.

    `is_ended` tells that the desk wants no further round of it.
    """

    stage: Stage
    seed: str = ""
    seeds: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    is_published: bool = False
    joined: tuple[int, ...] = ()
    rounds: tuple[Paired, ...] = ()
    is_ended: bool = False

    @property
    def members(self) -> tuple[int, ...]:
        """The entries on its lines, then those that joined later."""
        return (*(entry for entry in self.lines if entry), *self.joined)


@dataclass(frozen=True, slots=True)
class EventState:
    """An event as its journal tells it; `seq` is the last row folded.

    `conceded` are pairings that were given up by an entry that plays again: they stay as they were.
    `lengths` are points by flight and round where they differ from the plan. `turns` counts withdrawals.
    `dates` are last days by flight and round, or by pairing and 0.
    """

    seq: int = 0
    entries: Mapping[int, Entrant] = field(default_factory=dict)
    commitment: str = ""
    plan: Plan = field(default_factory=Plan)
    stages: Mapping[str, Drawing] = field(default_factory=dict)
    graph: Graph = field(default_factory=Graph)
    results: Mapping[str, Result] = field(default_factory=dict)
    conceded: Mapping[str, int] = field(default_factory=dict)
    lengths: Mapping[tuple[str, int], int] = field(default_factory=dict)
    turns: int = 0
    dates: Mapping[tuple[str, int], str] = field(default_factory=dict)
    teams: Teams = field(default_factory=Teams)
    board: Mapping[str, Placement] = field(default_factory=dict)
    wiring: Wiring = field(default_factory=Wiring)

    @property
    def first(self) -> Drawing | None:
        """The first stage of the plan that is drawn."""
        drawings = (self.stages[stage.key] for stage in self.plan.stages if stage.key in self.stages)
        return next(drawings, None)

    @property
    def seed(self) -> str:
        """The revealed seed of the first stage."""
        return self.first.seed if self.first else ""

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeded entries of the first stage, strongest first."""
        return self.first.seeds if self.first else ()

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the first stage, empty before its draw."""
        return self.first.lines if self.first else ()

    @property
    def is_drawn(self) -> bool:
        """Whether there is a draw, published or not."""
        return bool(self.stages)

    @property
    def is_published(self) -> bool:
        """Whether a draw was shown, so that matches are seated."""
        return any(drawing.is_published for drawing in self.stages.values())

    @property
    def withdrawn(self) -> dict[int, int]:
        """The entries that play no more, each with its turn: the first to withdraw has 1."""
        return {
            entrant.number: entrant.withdrawn for entrant in self.entries.values() if entrant.is_withdrawn
        }

    def stage_of(self, flight: str) -> str:
        """The key of the stage that plays a flight."""
        return self.wiring.stage_of[flight]

    def length(self, pairing: str) -> int:
        """The points a pairing goes to, 0 where the event's own length holds."""
        graph_pairing = self.graph.by_id[pairing]
        key = self.stage_of(graph_pairing.flight)
        changed_length = self.lengths.get((graph_pairing.flight, graph_pairing.round)) or self.lengths.get(
            (key, graph_pairing.round)
        )
        return changed_length or self.stages[key].stage.length(graph_pairing.round)

    def last_day(self, pairing: str) -> str:
        """The day by which a pairing is to be played, as YYYY-MM-DD; empty where none is set."""
        graph_pairing = self.graph.by_id[pairing]
        return self.dates.get((pairing, 0)) or self.dates.get((graph_pairing.flight, graph_pairing.round), "")
