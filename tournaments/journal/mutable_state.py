"""The mutable state of an event while rows are applied; it updates the board after each change."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.graph import Graph, GraphPairing
from tournaments.formats.plan import Plan
from tournaments.journal.facts import PairingResult
from tournaments.journal.flight_places import ranking
from tournaments.journal.seat_resolution import ResolverInput, build, resolve_pairing, resolve_seats
from tournaments.journal.state import DrawnStage, Entrant, EventState, PairingIndex, Placement, Seat
from tournaments.journal.team_facts import TeamState

# Returns the result of a pairing, or None, from a placement that has its seats only.
ResultLookup = Callable[[Placement], PairingResult | None]
# The fields of `EventState` that `MutableState` has too.
_COMMON_FIELDS = tuple(field.name for field in fields(EventState) if field.name != "seq")


@dataclass(slots=True)
class MutableState:
    """An `EventState` whose fields, described there, can be changed; its methods keep `board` consistent."""

    entries: dict[int, Entrant] = field(default_factory=dict)
    commitment: str = ""
    plan: Plan = field(default_factory=Plan)
    stages: dict[str, DrawnStage] = field(default_factory=dict)
    graph: Graph = field(default_factory=Graph)
    results: dict[str, PairingResult] = field(default_factory=dict)
    lost_by_absence: dict[str, int] = field(default_factory=dict)
    changed_lengths: dict[tuple[str, int], int] = field(default_factory=dict)
    withdrawal_count: int = 0
    deadlines: dict[tuple[str, int], str] = field(default_factory=dict)
    teams: TeamState = field(default_factory=TeamState)
    board: dict[str, Placement] = field(default_factory=dict)
    index: PairingIndex = field(default_factory=PairingIndex)
    _rankings: dict[str, Sequence[int] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, state: EventState) -> "MutableState":
        """Return a mutable copy of a state: its dictionaries are copied, other values cannot change."""
        values: dict[str, Any] = {name: getattr(state, name) for name in _COMMON_FIELDS}
        copied = {name: dict(value) for name, value in values.items() if isinstance(value, dict)}
        return cls(**values | copied)

    def to_state(self, seq: int) -> EventState:
        """Return the state after row `seq`. It shares its parts: do not use this object afterwards."""
        return EventState(seq, **{name: getattr(self, name) for name in _COMMON_FIELDS})

    def propagate(self, pairing: str) -> None:
        """Update a pairing, and in turn the pairings with an open seat that depend on it."""
        todo = [pairing]
        view = self._view(self.board)
        while todo:
            name = todo.pop()
            graph_pairing = self.graph.by_id[name]
            new_placement = self._place(view, graph_pairing, self.results.get(name))
            if new_placement == self.board[name]:
                continue
            self.board[name] = new_placement
            self._rankings.pop(graph_pairing.flight, None)
            # Decided seats do not change: only open seats are updated.
            targets = self.index.dependents.get(name, ())
            todo.extend(target for target in targets if None in self.board[target].seats)

    def recompute_board(self, result_at: ResultLookup) -> None:
        """Recompute the whole board and the results; `result_at` returns the result of a pairing."""
        board: dict[str, Placement] = {}
        self.results = {}
        self._rankings.clear()
        view = self._view(board)
        for pairing in self.graph.pairings:
            seats = resolve_seats(view, pairing)
            result = result_at(Placement(pairing.id, *seats))
            if result is not None:
                self.results[pairing.id] = result
            board[pairing.id] = self._place(view, pairing, result, seats)
        self.board = board

    def rebuild(self) -> None:
        """Rebuild the graph from plan and stages; the board must be recomputed afterwards."""
        built = build(self.plan, self.stages)
        self.graph, self.index = built.graph, built.index

    def extend(self) -> None:
        """Rebuild the graph after pairings were added, and place these; others do not change."""
        self.rebuild()
        view = self._view(self.board)
        for pairing in self.graph.pairings:
            if pairing.id not in self.board:
                self.board[pairing.id] = self._place(view, pairing, None)
        self._rankings.clear()

    def refresh_stages(self, keys: frozenset[str]) -> None:
        """Recompute the pairings of stages that were just published."""
        view = self._view(self.board)
        for pairing in self.graph.pairings:
            if self.index.stage_of[pairing.flight] in keys:
                self.board[pairing.id] = self._place(view, pairing, self.results.get(pairing.id))

    def recompute_places(self, flight: str) -> None:
        """Recompute the places of a flight and the seats that depend on them."""
        self._rankings.pop(flight, None)
        view = self._view(self.board)
        names = self.index.by_flight.get(flight, ())
        waiting = dict.fromkeys(target for name in names for target in self.index.dependents.get(name, ()))
        for name in waiting:
            self.board[name] = self._place(view, self.graph.by_id[name], self.results.get(name))

    def stage(self, flight: str) -> DrawnStage:
        """Return the drawn stage of a flight. Refuses ("not_drawn")."""
        # A stage of several flights, such as groups, has a key that is not one of them.
        drawn_stage = self.stages.get(self.index.stage_of.get(flight, flight))
        if drawn_stage is None:
            raise Refusal("not_drawn", flight=flight)
        return drawn_stage

    def has_round(self, flight: str, number: int) -> bool:
        """Return whether a flight, or a stage of several flights, has this round, played or still to come.

        Before the draw every round can come, and so can every later one of a format without a planned number.
        """
        drawing = self.stages.get(self.index.stage_of.get(flight, flight))
        if drawing is None:
            return flight in self.plan
        if format_of(drawing.stage).is_static:
            return any(
                pairing.round == number and flight in {pairing.flight, drawing.stage.key}
                for pairing in self.graph.pairings
                if self.index.stage_of[pairing.flight] == drawing.stage.key
            )
        if drawing.is_ended:
            return number <= len(drawing.rounds)
        planned_rounds = format_of(drawing.stage).round_count(drawing.stage, len(drawing.members))
        return not planned_rounds or number <= planned_rounds

    def _place(
        self,
        view: ResolverInput,
        pairing: GraphPairing,
        result: PairingResult | None,
        seats: tuple[Seat, Seat] | None = None,
    ) -> Placement:
        is_published = self.stages[self.index.stage_of[pairing.flight]].is_published
        absent_entry = self.lost_by_absence.get(pairing.id, 0)
        return resolve_pairing(
            view, pairing, seats or resolve_seats(view, pairing), result, absent_entry, is_published
        )

    def _view(self, board: Mapping[str, Placement]) -> ResolverInput:
        return ResolverInput(
            self.graph, board, self._get_withdrawal_number, lambda flight: self._ranking(flight, board)
        )

    def _get_withdrawal_number(self, entry: int, flight: str) -> int:
        entrant = self.entries.get(entry)
        if entrant is None or not (entrant.withdrawn or entrant.left_flights):
            return 0
        return entrant.withdrawal_number(flight, self.index.stage_of[flight])

    def _ranking(self, flight: str, board: Mapping[str, Placement]) -> Sequence[int] | None:
        if flight not in self._rankings:
            self._rankings[flight] = ranking(self, flight, board)
        return self._rankings[flight]


def must(condition: bool, code: str, **details: object) -> None:
    """Raise Refusal with this code and these details unless the condition is true."""
    if not condition:
        raise Refusal(code, "", **details)


def are_distinct(entries: Sequence[int] | Sequence[str]) -> bool:
    """Whether all entries are different."""
    return max(Counter(entries).values(), default=1) == 1
