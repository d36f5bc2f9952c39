"""The state of an event: entries, plan, draws, results, and the placement of every pairing."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tournaments.formats.graph import Graph, GraphPairing, Origin
from tournaments.formats.plan import Plan, Stage
from tournaments.journal.facts import AWAY, DRAWN, UNMARKED, WAITING, Paired, PairingResult
from tournaments.journal.team_facts import TeamState
from tournaments.name_lists.details import EntryDetails

VACANT = 0
Seat = int | None

UNDECIDED, BY_BYE, BY_ABSENCE, BY_RESULT, BY_RULING = "", "bye", "absence", "result", "ruling"


class Placement(NamedTuple):
    """A pairing as it stands: its seats and winner.

    A seat is an entry number, `VACANT` (there will be no entry) or None (not known yet); `winner` is None
    while the pairing is undecided, `VACANT` if both lost. A contested pairing was won against a present
    opponent; byes, walkovers and withdrawals are not contested. `is_seated` says that it has a match.
    A replay makes thousands of them: a named tuple is made several times faster than a frozen dataclass.
    """

    id: str
    white: Seat
    black: Seat
    winner: Seat = None
    decided: str = UNDECIDED
    result: PairingResult | None = None
    is_seated: bool = False
    losers: tuple[int, ...] = ()
    is_contested: bool = False

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Both seats, White first."""
        return (self.white, self.black)

    @property
    def is_decided(self) -> bool:
        """Whether the outcome is known, even if no entry advances."""
        return self.winner is not None

    @property
    def is_drawn(self) -> bool:
        """Whether a team meeting ended level."""
        return self.result is not None and self.result.ending == DRAWN

    @property
    def loser(self) -> int:
        """The entry that lost, `VACANT` if none or both did."""
        return self.losers[0] if len(self.losers) == 1 else VACANT

    @property
    def advancing_loser(self) -> int:
        """The loser that may advance to another flight, as it was present; else `VACANT`."""
        return self.loser if self.is_contested else VACANT


@dataclass(frozen=True, slots=True)
class PairingIndex:
    """Which pairings depend on which, and where they belong.

    `dependents`: pairing -> pairings that get an entry from it. `by_flight`: flight -> its pairings.
    `stage_of`: flight -> key of its stage.
    """

    dependents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    by_flight: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stage_of: Mapping[str, str] = field(default_factory=dict)

    def find_all_dependents(self, pairing: str) -> Iterator[str]:
        """Yield every later pairing that could change with this one, directly or through others."""
        visited, todo = {pairing}, [pairing]
        while todo:
            for dependent in self.dependents.get(todo.pop(), ()):
                if dependent not in visited:
                    visited.add(dependent)
                    todo.append(dependent)
                    yield dependent


def index_pairings(graph: Graph, stage_of: Mapping[str, str]) -> PairingIndex:
    """Return the index of the pairings of a graph; `stage_of` gives the stage of each flight."""
    by_flight: dict[str, list[str]] = defaultdict(list)
    dependents: dict[str, dict[str, None]] = defaultdict(dict)
    for pairing in graph.pairings:
        by_flight[pairing.flight].append(pairing.id)
        for name in _sources_of(pairing, graph, by_flight):
            dependents[name][pairing.id] = None
    return PairingIndex(
        {name: tuple(names) for name, names in dependents.items()},
        {flight: tuple(names) for flight, names in by_flight.items()},
        dict(stage_of),
    )


def _sources_of(pairing: GraphPairing, graph: Graph, by_flight: Mapping[str, list[str]]) -> Iterator[str]:
    for source in pairing.sources:
        if source.origin is Origin.PLACE:
            yield from by_flight.get(source.flight, ())
        elif source.origin is Origin.FIRST_LOSS:
            yield from _winner_path(source.pairing, graph)
        elif source.pairing:
            yield source.pairing


def _winner_path(pairing: str | None, graph: Graph) -> Iterator[str]:
    """Yield a pairing and those its winner reaches, one after the other."""
    while pairing:
        yield pairing
        pairing = graph.next_of.get(pairing)


# Values of an entry that are a field of `Entrant` and, by the same name, a column of the model `Entry`.
# Projection and audit follow this list.
ENTRY_VALUES = ("presence",)


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entry: its number in the event, the public id of its player, and when it was withdrawn.

    `withdrawn` numbers the withdrawals from the event (1 is the first), 0 for an active entry; `left_flights`
    has the same number for withdrawals from single flights. `chosen_effects` has by flight ("" the event)
    what the desk chose for its matches in round robins, "annulled" or "forfeited", where it did not keep to
    the rule (`round_robin.withdrawal_effect`). `details` are used by draws and seeding, and so are
    `partners`, the public ids of the doubles pairs its players belong to elsewhere in the tournament.
    `presence` is one of `facts.PRESENCES`.
    """

    number: int
    player: str
    withdrawn: int = 0
    left_flights: Mapping[str, int] = field(default_factory=dict)
    chosen_effects: Mapping[str, str] = field(default_factory=dict)
    details: EntryDetails = field(default_factory=EntryDetails)
    partners: tuple[str, ...] = ()
    presence: str = UNMARKED

    @property
    def stays_out(self) -> bool:
        """Whether the entry is not drawn: absent, or on the waiting list."""
        return self.presence in {AWAY, WAITING}

    @property
    def is_withdrawn(self) -> bool:
        """Whether the entry has left the event."""
        return self.withdrawn > 0

    def withdrawal_number(self, flight: str, stage: str) -> int:
        """Return the number of the withdrawal by which the entry left a flight or its stage, else 0."""
        return min((turn for turn, _effect in self._withdrawals(flight, stage)), default=0)

    def chosen_effect(self, flight: str, stage: str) -> str:
        """Return the effect chosen when the entry left a flight or its stage, "" for that of the rule."""
        return min(self._withdrawals(flight, stage), default=(0, ""))[1]

    def _withdrawals(self, flight: str, stage: str) -> list[tuple[int, str]]:
        turns = {**{key: self.left_flights.get(key, 0) for key in (flight, stage)}, "": self.withdrawn}
        return [(turn, self.chosen_effects.get(key, "")) for key, turn in turns.items() if turn]


@dataclass(frozen=True, slots=True)
class FieldRuling:
    """Why a drawn stage has another entry than the one drawn, or than the results send there.

    `cause` is `facts.QUALIFIED`: `entry` has the line on which `other` was drawn, 0 if nobody has it now; or
    `facts.STANDS`: `entry` stays although the results send `other`, 0 if nobody in particular.
    """

    cause: str
    entry: int
    other: int


@dataclass(frozen=True, slots=True)
class DrawnStage:
    """A drawn stage: the seed of the draw, the seeded entries, and the resulting lines or rounds.

    `lines` is empty for a stage that gets its entries from others. `joined` are entries added to a stage of
    rounds after its draw, `rounds` those paired so far. `is_ended`: the director ended it early. `rulings`
    say where its field has followed later corrections, or was let stand. `qualifiers` are the entries on its
    lines because the results sent them there; those that the desk put or let stay there are not.
    """

    stage: Stage
    seed: str = ""
    seeds: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    is_published: bool = False
    joined: tuple[int, ...] = ()
    rounds: tuple[Paired, ...] = ()
    is_ended: bool = False
    rulings: tuple[FieldRuling, ...] = ()
    qualifiers: tuple[int, ...] = ()

    @property
    def members(self) -> tuple[int, ...]:
        """The entries on its lines, then those that joined later."""
        return (*(entry for entry in self.lines if entry), *self.joined)


@dataclass(frozen=True, slots=True)
class EventState:
    """The state of an event after row `seq` of its journal.

    `lost_by_absence`: pairing -> entry that lost it by absence, and was reinstated after play had gone on.
    `changed_lengths` are match lengths by flight and round that differ from the plan. `withdrawal_count` is
    the number of withdrawals so far, from the event or a flight. `deadlines` are days by flight and round, or
    by pairing and 0. `board` has the placement of every pairing of `graph`, `index` what depends on it.
    """

    seq: int = 0
    entries: Mapping[int, Entrant] = field(default_factory=dict)
    commitment: str = ""
    plan: Plan = field(default_factory=Plan)
    stages: Mapping[str, DrawnStage] = field(default_factory=dict)
    graph: Graph = field(default_factory=Graph)
    results: Mapping[str, PairingResult] = field(default_factory=dict)
    lost_by_absence: Mapping[str, int] = field(default_factory=dict)
    changed_lengths: Mapping[tuple[str, int], int] = field(default_factory=dict)
    withdrawal_count: int = 0
    deadlines: Mapping[tuple[str, int], str] = field(default_factory=dict)
    teams: TeamState = field(default_factory=TeamState)
    board: Mapping[str, Placement] = field(default_factory=dict)
    index: PairingIndex = field(default_factory=PairingIndex)

    @property
    def first(self) -> DrawnStage | None:
        """The first drawn stage of the plan."""
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
        """Whether a draw is published, so that matches exist."""
        return any(drawing.is_published for drawing in self.stages.values())

    @property
    def withdrawn(self) -> dict[int, int]:
        """The withdrawn entries, each with the number of its withdrawal: the first has 1."""
        return {
            entrant.number: entrant.withdrawn for entrant in self.entries.values() if entrant.is_withdrawn
        }

    def stage_of(self, flight: str) -> str:
        """Return the key of the stage of a flight."""
        return self.index.stage_of[flight]

    def length(self, pairing: str) -> int:
        """Return the match length of a pairing, 0 for that of the event."""
        graph_pairing = self.graph.by_id[pairing]
        key = self.stage_of(graph_pairing.flight)
        round_number = graph_pairing.round
        changed_length = self.changed_lengths.get(
            (graph_pairing.flight, round_number)
        ) or self.changed_lengths.get((key, round_number))
        return changed_length or self.stages[key].stage.length(round_number)

    def get_deadline(self, pairing: str) -> str:
        """Return the deadline of a pairing as YYYY-MM-DD; empty where none is set."""
        graph_pairing = self.graph.by_id[pairing]
        deadline_of_round = self.deadlines.get((graph_pairing.flight, graph_pairing.round), "")
        return self.deadlines.get((pairing, 0)) or deadline_of_round


def board(state: EventState) -> dict[str, Placement]:
    """Return every pairing of the event by id, in the order of the graph."""
    return {pairing.id: state.board[pairing.id] for pairing in state.graph.pairings}
