"""The places of the entries of one flight: by its table, or by how far they came in its bracket.

docs/formats.md, "Places": "Players who go out in the same round share their places."
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from tournaments.verification.checker import draws, survival, tables
from tournaments.verification.checker.formats import LIVES_RULES, format_of
from tournaments.verification.checker.round_records import (
    KIND_BY_ENDING,
    MATCH,
    RoundTally,
    find_annulled,
    is_measured,
    tally,
)
from tournaments.verification.checker.seats import Seating
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.teams import TeamData
from tournaments.verification.checker.trees import LOSER, RESET_BLACK, RESET_WHITE, CheckedPairing

Span = tuple[int, int]
TIES = "ties"
# The count of a PR event, which waits for the performance ratings of all matches.
PR_POINTS = "pr_points"


class EventRecords(Protocol):
    """What the places of a flight need of the event: its draws, rounds and lengths."""

    seeds: dict[str, str]
    rounds: dict[str, dict[int, Mapping[str, Any]]]
    lengths: dict[tuple[str, int], int]
    team_data: TeamData

    def members(self, key: str) -> list[int]: ...


def tie_breaks_of(stage: CheckedStage) -> Sequence[str]:
    """Return the figures and tie-breaks that rank the table of a stage, in order."""
    own_format = format_of(stage)
    return (*own_format.leading_figures, *stage.options.get("criteria", own_format.tie_breaks))


def awaits_ratings(stage: CheckedStage, flight: str, seating: Seating) -> bool:
    """Whether a match of a PR event has no ratings yet: "while a PR is missing the stage is not over"."""
    if not format_of(stage).has_table or PR_POINTS not in tie_breaks_of(stage):
        return False
    nodes = seating.flight(flight)
    outcomes = {node.name: seating.outcome(node.name) for node in nodes}
    annulled = find_annulled(seating, flight, outcomes) if format_of(stage).is_round_robin else set()
    results = [
        seating.results[name]
        for name, outcome in outcomes.items()
        if name in seating.results and not {outcome.white, outcome.black} & annulled
    ]
    played = [result for result in results if KIND_BY_ENDING.get(result["ending"], MATCH) == MATCH]
    return not all(is_measured(result) for result in played)


def tie_order_of(records: EventRecords, key: str) -> dict[int, int]:
    """Return the random order of the entries of a stage by its draw seed: entry -> place from 1."""
    if key not in records.seeds:
        return {}
    order = draws.shuffled(sorted(records.members(key)), f"{records.seeds[key]}/{TIES}")
    return {entry: place for place, entry in enumerate(order, start=1)}


def tally_of(records: EventRecords, stage: CheckedStage, flight: str, seating: Seating) -> RoundTally:
    """Return the records for the table of a flight."""
    rounds = records.rounds.get(flight, {})
    flight_tally = tally(
        seating,
        stage,
        flight,
        records.members(stage.key) if flight == stage.key else (),
        rounds,
        records.lengths,
        boards=records.team_data.boards,
        tie_order=tie_order_of(records, stage.key),
    )
    if format_of(stage).round_rules == LIVES_RULES:
        flight_tally.survival = survival.find_survival(stage, seating, rounds, flight_tally)
    return flight_tally


def places_reached(
    records: EventRecords, stage: CheckedStage, flight: str, seating: Seating
) -> dict[int, Span]:
    """Return the places of the entries of a flight, as far as they are known: entry -> (first, last)."""
    if format_of(stage).has_table:
        return tables.rank_entries(tally_of(records, stage, flight, seating), tie_breaks_of(stage))
    if format_of(stage).is_play_off:
        return play_off_places(flight, seating)
    return bracket_places(flight, seating)


def bracket_places(flight: str, seating: Seating) -> dict[int, Span]:
    """Return the places of a bracket: what the last match of each entry was for.

    At its end "places that no player can take any more are closed: of a semi-final that neither player came
    to, both share places 2 to 4 with the loser of the other one" (docs/desk.md).
    """
    labels = find_labels(seating.flight(flight), seating)
    if not seating.is_over(flight):
        return labels
    first = min((node.winner_span[0] for node in seating.flight(flight) if node.winner_span[0]), default=1)
    return count_places(labels, first)


def find_labels(nodes: Sequence[CheckedPairing], seating: Seating) -> dict[int, Span]:
    """Return the places that each entry played for in its last match; none for those still in play.

    Whoever has entered again plays on two lines, and is in play while one of them is.
    """
    labels: dict[int, Span] = {}
    in_play: set[int] = set()
    for node in nodes:
        outcome = seating.outcome(node.name)
        if outcome.winner is None:
            in_play |= {seat for seat in (outcome.white, outcome.black) if seat}
            continue
        if outcome.winner:
            labels[outcome.winner] = node.winner_span
        missed = None if outcome.is_contested else find_missed(node, nodes)
        labels |= dict.fromkeys(outcome.eliminated, (missed or node).loser_span)
    in_play |= _list_playing_on(nodes, seating)
    return {entry: span for entry, span in labels.items() if entry not in in_play}


def find_missed(node: CheckedPairing, nodes: Sequence[CheckedPairing]) -> CheckedPairing | None:
    """Return the match of the backdraw for which the loser of a match was due.

    "A player who is absent in the main bracket does not go on to the backdraw, and has the place of the match
    they would have played there."
    """
    return next(
        (
            one
            for one in nodes
            for feed in one.feeds
            if one.flight != node.flight and feed.kind == LOSER and feed.of == node.name
        ),
        None,
    )


def _list_playing_on(nodes: Sequence[CheckedPairing], seating: Seating) -> set[int]:
    """Return the entries that won a first final of which a second is played or open."""
    playing_on: set[int] = set()
    for node in nodes:
        for feed in node.feeds:
            if feed.kind in {RESET_WHITE, RESET_BLACK} and seating.seat(feed) is None:
                first = seating.outcome(str(feed.of))
                playing_on |= {seat for seat in (first.white, first.black) if seat}
    return playing_on


def play_off_places(flight: str, seating: Seating) -> dict[int, Span]:
    """Return the places of a play-off of three, "the play-off of three" of docs/formats.md.

    "B and C meet; the winner, say B, meets A. If A wins: A, B, C. If A loses, that was the semi-final and the
    first match the final: B, C, A."
    """
    nodes = {node.round: node for node in seating.flight(flight)}
    if len(nodes) < 2:
        return {}
    first, second = (seating.outcome(nodes[number].name) for number in (1, 2))
    if first.winner is None or second.winner is None:
        return {}
    sitting_out = [entry for entry in (second.white,) if entry]
    finalists = [[first.winner] if first.winner else [], list(first.eliminated)]
    has_won = second.winner in sitting_out
    order = [sitting_out, *finalists] if has_won else [*finalists, sitting_out]
    ranks = {entry: rank for rank, group in enumerate(order) for entry in group}
    return count_places(ranks, nodes[2].winner_span[0])


def count_places(ranks: Mapping[int, Any], first: int = 1) -> dict[int, Span]:
    """Return places from `first` without gaps: the lowest rank is best, equal ranks share their places."""
    groups: dict[Hashable, list[int]] = {}
    for entry, rank in ranks.items():
        groups.setdefault(rank, []).append(entry)
    places: dict[int, Span] = {}
    for rank in sorted(groups):  # type: ignore[type-var]
        start = first + len(places)
        places |= dict.fromkeys(groups[rank], (start, start + len(groups[rank]) - 1))
    return places
