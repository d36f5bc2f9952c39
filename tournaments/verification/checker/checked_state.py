"""The state of an event while the checker replays its journal, with code independent of the engine."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.verification.checker import draws, places
from tournaments.verification.checker.findings import FindingLog
from tournaments.verification.checker.formats import format_of, round_count
from tournaments.verification.checker.seats import Seating
from tournaments.verification.checker.stages import MAIN, CheckedStage, get_event_length, get_stage_of_flight
from tournaments.verification.checker.teams import TeamData
from tournaments.verification.checker.trees import CheckedPairing

Payload = Mapping[str, Any]


@dataclass(slots=True)
class CheckedState:
    """The mutable state of an event. Call `rebuild_seating` after any change other than a new result.

    `withdrawn`: (flight or "", entry) -> number of the withdrawal. `conceded`: pairing -> entry that
    lost it by absence and was reinstated later. `chosen_effects`: (flight or "", entry) -> what the desk
    chose for its matches in round robins when it withdrew, "annulled" or "forfeited"; "" by the rule.
    `qualifiers` are by stage the entries on its lines that the results sent there, `drawn_from` the pairings
    that decided who was sent there. `returned` counts re-entries. `staying_out` are absent or on the waiting
    list, `waiting` those on it. `replayed` are the pairings the last correction dropped the results of.
    `as_written` is the state in which the current row was written, if a row that was in effect then has been
    undone since; draws and rounds are repeated from it. It is None otherwise. Without `repeats_draws` they
    are not repeated.
    """

    event: Payload
    log: FindingLog
    players: dict[int, str] = field(default_factory=dict)
    tags: dict[int, frozenset[tuple[str, str]]] = field(default_factory=dict)
    withdrawn: dict[tuple[str, int], int] = field(default_factory=dict)
    conceded: dict[str, int] = field(default_factory=dict)
    chosen_effects: dict[tuple[str, int], str] = field(default_factory=dict)
    turn: int = 0
    commitment: str = ""
    plan: tuple[CheckedStage, ...] = ()
    lines_by_stage: dict[str, list[int]] = field(default_factory=dict)
    seeds: dict[str, str] = field(default_factory=dict)
    joined: dict[str, list[int]] = field(default_factory=dict)
    qualifiers: dict[str, set[int]] = field(default_factory=dict)
    drawn_from: dict[str, set[str]] = field(default_factory=dict)
    returned: Counter[int] = field(default_factory=Counter)
    staying_out: set[int] = field(default_factory=set)
    waiting: set[int] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    rounds: dict[str, dict[int, Payload]] = field(default_factory=dict)
    published: set[str] = field(default_factory=set)
    lengths: dict[tuple[str, int], int] = field(default_factory=dict)
    results: dict[str, Payload] = field(default_factory=dict)
    team_data: TeamData = field(default_factory=TeamData)
    replayed: set[str] = field(default_factory=set)
    as_written: "CheckedState | None" = None
    repeats_draws: bool = True
    seating: Seating = field(init=False)

    def __post_init__(self) -> None:
        self.rebuild_seating()

    def rebuild_seating(self) -> None:
        """Rebuild the pairings from the draws, and clear the computed seats."""
        nodes = draws.nodes(self.plan, self.lines_by_stage, self.rounds)
        keys = {stage.key for stage in self.plan}
        self.seating = Seating(nodes, self.results, self.withdrawn, self.place, self.conceded, keys)
        self.seating.chosen_effects = self.chosen_effects

    def place(self, flight: str, seating: Seating) -> Mapping[int, int] | None:
        """Return the entries of a finished flight by place; None while it is in progress."""
        stage = get_stage_of_flight(flight, self.plan)
        if stage is None or not (flight in self.ended or seating.is_over(flight)):
            return None
        if places.awaits_ratings(stage, flight, seating):
            return None
        spans = places.places_reached(self, stage, flight, seating)
        tie_order = places.tie_order_of(self, stage.key)
        order = sorted(spans, key=lambda entry: (spans[entry], tie_order.get(entry, 0), entry))
        return dict(enumerate(order, start=1))

    def members(self, key: str) -> list[int]:
        """Return the entries on the lines of a stage, then those that joined later."""
        return [*(entry for entry in self.lines_by_stage.get(key, []) if entry), *self.joined.get(key, [])]

    def is_here(self, entry: int, flight: str) -> bool:
        """Whether an entry still plays in a flight."""
        return entry in self.players and not self.seating.withdrawal_number(entry, flight)

    def is_shown(self, flight: str) -> bool:
        """Whether the draw of a flight is published, by itself or with a stage it depends on."""
        stage = get_stage_of_flight(flight, self.plan)
        if stage is None:
            return False
        if stage.key in self.published:
            return True
        is_dependent = draws.is_dependent(stage, self.plan)
        return is_dependent and all(self.is_shown(source) for source in stage.sources)

    def has_round(self, flight: str, number: int) -> bool:
        """Return whether a flight, or a stage of several flights, has this round, played or still to come.

        Before the draw every round can come, and so can every later one of a format without a planned number.
        """
        stage = get_stage_of_flight(flight, self.plan)
        if stage is None or number < 1:
            return False
        stage_of = self.seating.stage_of
        nodes = [node for node in self.seating.nodes.values() if stage_of(node.flight) == stage.key]
        is_drawn = bool(nodes) or stage.key in self.lines_by_stage
        if is_drawn and format_of(stage).is_static:
            return any(node.round == number and flight in {node.flight, stage.key} for node in nodes)
        if not is_drawn or flight != stage.key:
            return flight == stage.key
        if flight in self.ended:
            return number <= len(self.rounds.get(flight, {}))
        planned_rounds = round_count(stage, len(self.members(flight)))
        return not planned_rounds or number <= planned_rounds

    def length(self, node: CheckedPairing) -> int:
        """Return the length of a match."""
        is_first = node.flight == MAIN or (bool(self.plan) and node.flight == self.plan[0].key)
        return self.round_length(node) or get_event_length(self.event, is_first)

    def round_length(self, node: CheckedPairing) -> int:
        """Return the length of a round as changed or planned, 0 for that of the event."""
        stage = get_stage_of_flight(node.flight, self.plan)
        key = stage.key if stage else node.flight
        changed_length = self.lengths.get((node.flight, node.round)) or self.lengths.get((key, node.round))
        return changed_length or (stage.length(node.round) if stage else 0)
