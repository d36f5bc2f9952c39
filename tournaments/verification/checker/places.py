"""Places of a flight: in a bracket by round of elimination, in a table by its tie-breaks."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tournaments.verification.checker import draws, tables
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.seats import VACANT, Seating
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.teams import TeamData
from tournaments.verification.checker.trees import RESET_WHITE, WINNER, CheckedPairing

Span = tuple[int, int]
TIES = "ties"
PR_POINTS = "pr_points"


class EventRecords(Protocol):
    """The input for final places."""

    rounds: dict[str, dict[int, Mapping[str, Any]]]
    lengths: dict[tuple[str, int], int]
    seeds: dict[str, str]
    team_data: TeamData

    def members(self, key: str) -> list[int]: ...


def awaits_ratings(stage: CheckedStage, flight: str, seating: Seating) -> bool:
    """Whether the table of a flight waits for the performance ratings of a match."""
    if not format_of(stage).has_table or PR_POINTS not in tie_breaks_of(stage):
        return False
    outcomes = {node.name: seating.outcome(node.name) for node in seating.flight(flight)}
    left_out = tables.annulled_of(seating, flight, outcomes) if format_of(stage).is_round_robin else set()
    return any(
        outcome.decided == "result"
        and seating.results[name]["ending"] in {"played", "retired"}
        and not tables.is_measured(seating.results[name])
        and not left_out & {outcome.white, outcome.black}
        for name, outcome in outcomes.items()
        if name in seating.results
    )


def places_reached(
    records: EventRecords, stage: CheckedStage, flight: str, seating: Seating
) -> dict[int, Span]:
    """Return places of the entries of a flight: entry -> (best, worst)."""
    if format_of(stage).is_play_off and seating.is_over(flight):
        return play_off_places(flight, seating)
    if format_of(stage).is_bracket:
        return bracket_places(flight, seating)
    return tables.rank_entries(tally_of(records, stage, flight, seating), tie_breaks_of(stage))


def tie_breaks_of(stage: CheckedStage) -> Sequence[str]:
    """Return the tie-breaks of a stage, in order."""
    return tuple(stage.options.get("criteria", ())) or format_of(stage).tie_breaks


def tally_of(records: EventRecords, stage: CheckedStage, flight: str, seating: Seating) -> tables.RoundTally:
    """Return the tally for the table of a flight."""
    members = records.members(stage.key) if flight == stage.key else []
    rounds = records.rounds.get(stage.key, {})
    return tables.tally(
        seating,
        stage,
        flight,
        members,
        rounds,
        records.lengths,
        boards=records.team_data.boards,
        tie_order=tie_order_of(records, stage.key),
    )


def tie_order_of(records: EventRecords, key: str) -> dict[int, int]:
    """Return the random order of the members, by the draw seed, that orders shared places."""
    order = draws.shuffled(sorted(records.members(key)), f"{records.seeds.get(key, '')}/{TIES}")
    return {entry: rank for rank, entry in enumerate(order, start=1)}


def bracket_places(flight: str, seating: Seating) -> dict[int, Span]:
    """Return the places of a bracket: consecutive from 1 at its end, those of the last rounds before."""
    row = seating.flight(flight)
    onward = {str(feed.of) for node in seating.nodes.values() for feed in node.feeds if feed.kind == WINNER}
    exits: dict[int, Span] = {}
    for node in row:
        outcome = seating.outcome(node.name)
        if _is_played_again(node, row, seating):
            continue
        exits.update(dict.fromkeys(outcome.eliminated, node.loser_span))
        if outcome.winner and node.name not in onward:
            exits[outcome.winner] = node.winner_span
    return _close_gaps(exits) if seating.is_over(flight) else exits


def play_off_places(flight: str, seating: Seating) -> dict[int, Span]:
    """Return the places of a play-off of three: the entry with the bye is first, or third if it lost."""
    opening, last = (seating.outcome(node.name) for node in seating.flight(flight))
    sat_out, loser = last.white, opening.eliminated[0] if len(opening.eliminated) == 1 else VACANT
    rest = [opening.winner, loser]
    order = [sat_out, *rest] if last.winner == sat_out else [*rest, sat_out]
    return {entry: (place, place) for place, entry in enumerate(order, start=1) if entry}


def _close_gaps(exits: Mapping[int, Span]) -> dict[int, Span]:
    order = sorted(exits.values())
    last = len(order)
    return {e: (order.index(span) + 1, last - order[::-1].index(span)) for e, span in exits.items()}


def _is_played_again(node: CheckedPairing, row: Sequence[CheckedPairing], seating: Seating) -> bool:
    """Whether a second final follows this one."""
    for other in row:
        if other.white.kind == RESET_WHITE and other.white.of == node.name:
            outcome = seating.outcome(other.name)
            return (outcome.white, outcome.black) != (VACANT, VACANT)
    return False
