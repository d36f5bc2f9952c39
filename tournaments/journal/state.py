"""The state of an event: entries, plan, draws, results, and the placement of every pairing."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tournaments.formats.graph import Graph, Origin, Pairing
from tournaments.formats.plan import Plan, Stage
from tournaments.journal.facts import AWAY, DRAWN, UNSAID, WAITING, Newcomer, Paired, Result
from tournaments.journal.formations import Teams

VACANT = 0
Seat = int | None

UNDECIDED, BY_BYE, BY_ABSENCE, BY_RESULT, BY_RULING = "", "bye", "absence", "result", "ruling"


@dataclass(frozen=True, slots=True)
class Placement:
    """One pairing: seats (number, `VACANT` or None), winner (None while undecided), how it was decided.

    `out` are the entries that lost here. A contested pairing was won against somebody who was there; byes,
    walkovers and withdrawals are not. `is_seated` tells whether a match belongs to it.
    """

    id: str
    white: Seat
    black: Seat
    winner: Seat = None
    decided: str = UNDECIDED
    result: Result | None = None
    is_seated: bool = False
    out: tuple[int, ...] = ()
    is_contested: bool = False

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both seats, white first."""
        return (self.white, self.black)

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on, be it nobody."""
        return self.winner is not None

    @property
    def is_drawn(self) -> bool:
        """Whether two teams won as many boards here, and nobody lost."""
        return self.result is not None and self.result.ending == DRAWN

    @property
    def loser(self) -> int:
        """The one entry that lost here, `VACANT` where nobody did or both."""
        return self.out[0] if len(self.out) == 1 else VACANT

    @property
    def sent_on(self) -> int:
        """The entry that lost here and may play on elsewhere: one that was there to play, else `VACANT`."""
        return self.loser if self.is_contested else VACANT


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
