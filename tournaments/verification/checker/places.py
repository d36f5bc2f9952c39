"""Places of a flight: in a bracket by round of elimination, in a table by its tie-breaks."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tournaments.verification.checker import draws, survival, tables
from tournaments.verification.checker.formats import LIVES_RULES, format_of
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
    """Return the figures and tie-breaks that rank the table of a stage, in order."""
    rules = format_of(stage)
    return (*rules.leading_figures, *(stage.options.get("criteria", ()) or rules.tie_breaks))


def tally_of(records: EventRecords, stage: CheckedStage, flight: str, seating: Seating) -> tables.RoundTally:
    """Return the tally for the table of a flight."""
    members = records.members(stage.key) if flight == stage.key else []
    rounds = records.rounds.get(stage.key, {})
    tally = tables.tally(
        seating,
        stage,
        flight,
        members,
        rounds,
        records.lengths,
        boards=records.team_data.boards,
        tie_order=tie_order_of(records, stage.key),
    )
    if format_of(stage).round_rules == LIVES_RULES:
        tally.survival = survival.find_survival(stage, seating, rounds, tally)
    return tally


def tie_order_of(records: EventRecords, key: str) -> dict[int, int]:
    """Return the random order of the members, by the draw seed, that orders shared places."""
    order = draws.shuffled(sorted(records.members(key)), f"{records.seeds.get(key, '')}/{TIES}")
    return {entry: rank for rank, entry in enumerate(order, start=1)}


def bracket_places(flight: str, seating: Seating) -> dict[int, Span]:
    """Return the places of a bracket: by the labels of the lost matches, at its end by who did better.

    Those who went on undefeated to another flight, such as the winner of a backdraw, did better than all.
    """
    row = seating.flight(flight)
    names = {node.name for node in row}
    next_of = {
        str(feed.of): node.name
        for node in seating.nodes.values()
        for feed in node.feeds
        if feed.kind == WINNER
    }
    labels: dict[int, Span] = {}
    gone_on: set[int] = set()
    for node in row:
        outcome = seating.outcome(node.name)
        if _is_played_again(node, row, seating):
            continue
        labels.update(dict.fromkeys(outcome.eliminated, node.loser_span))
        if outcome.winner and node.name not in next_of:
            labels[outcome.winner] = node.winner_span
        elif outcome.winner and next_of[node.name] not in names:
            gone_on.add(outcome.winner)
    if not seating.is_over(flight):
        return labels
    best = min((node.winner_span[0] for node in row), default=1)
    return count_places(labels, best + len(gone_on))


def play_off_places(flight: str, seating: Seating) -> dict[int, Span]:
    """Return the places of a play-off of three: the entry with the bye is first, or third if it lost.

    If neither came to the first match, the one with the bye is first, and the others share the rest.
    """
    opening, last = (seating.outcome(node.name) for node in seating.flight(flight))
    sat_out, loser = last.white, opening.eliminated[0] if len(opening.eliminated) == 1 else VACANT
    rest = [opening.winner, loser]
    order = [sat_out, *rest] if last.winner == sat_out else [*rest, sat_out]
    ranks = {entry: (place, 0) for place, entry in enumerate(order, start=1) if entry}
    ranks |= {entry: (len(order) + 1, 0) for entry in opening.eliminated if entry not in ranks}
    return count_places(ranks, min(node.winner_span[0] for node in seating.flight(flight)))


def count_places(ranks: Mapping[int, Any], first: int = 1) -> dict[int, Span]:
    """Return the place of each entry: one more than did better; equal ranks share their places."""
    values = sorted(ranks.values())
    return {
        entry: (first + bisect_left(values, rank), first + bisect_right(values, rank) - 1)
        for entry, rank in ranks.items()
    }


def _is_played_again(node: CheckedPairing, row: Sequence[CheckedPairing], seating: Seating) -> bool:
    """Whether a second final follows this one."""
    for other in row:
        if other.white.kind == RESET_WHITE and other.white.of == node.name:
            outcome = seating.outcome(other.name)
            return (outcome.white, outcome.black) != (VACANT, VACANT)
    return False
