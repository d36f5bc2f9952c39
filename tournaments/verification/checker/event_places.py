"""The final places of an event: how far each entry got, computed independently of the engine.

The last stage an entry played in decides: whoever got into a later round of places is above all who did not.
Within a bracket the label of the last match decides, within a table the row.
"""

import re
from collections.abc import Iterator

from tournaments.verification.checker import places
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.formats import LIVES_RULES, format_of, round_count
from tournaments.verification.checker.pairing import is_decided_by_lives
from tournaments.verification.checker.places import Span
from tournaments.verification.checker.seats import Outcome
from tournaments.verification.checker.stages import ENTRIES, LIVES, PLACES, CheckedStage, get_stage_of_flight
from tournaments.verification.checker.trees import LOSER, WINNER, CheckedPairing, SeatFeed

DIVISION = re.compile(r"league_[1-9][0-9]?")


def find_places(state: CheckedState) -> dict[int, Span] | None:
    """Return the places reached so far, all of them at the end; None where the checker cannot tell."""
    if any("rolling" in stage.options for stage in state.plan):
        return _best_places(state)
    if any(DIVISION.fullmatch(stage.key) for stage in state.plan):
        return _places_in_divisions(state)
    spans: dict[int, Span] = {}
    for field in _list_fields(state):
        if any(
            stage.key in state.untraceable or not _is_drawn(state, stage) or not state.is_shown(stage.key)
            for stage in field
        ):
            return None
        spans = _places_in_field(state, field) | spans
    return spans


def list_finished_fields(state: CheckedState) -> Iterator[set[int]]:
    """Yield the entries of each field whose stages are all over: their places must be consecutive."""
    stages = [stage for stage in state.plan if "rolling" in stage.options or DIVISION.fullmatch(stage.key)]
    for field in () if stages else _list_fields(state):
        if all(_is_drawn(state, stage) and _is_complete(state, stage) for stage in field):
            yield {entry for stage in field for entry in _entries_of(state, stage)}


def _list_fields(state: CheckedState) -> list[list[CheckedStage]]:
    """Return the stages that decide places, for each field: split flights are fields of their own."""
    # The stages of entries from which each stage that decides places gets its players.
    roots: dict[str, set[str]] = {}
    for stage in state.plan:
        sources = [source.key for source in _sources(state, stage)]
        if stage.origin == ENTRIES:
            roots[stage.key] = {stage.key}
        elif sources and all(source in roots for source in sources) and _plays_for_event_places(stage):
            roots[stage.key] = set().union(*(roots[source] for source in sources))
    fields: list[set[str]] = []
    for own in roots.values():
        joined = [field for field in fields if field & own]
        fields = [field for field in fields if field not in joined] + [own.union(*joined)]
    return [[stage for stage in state.plan if roots.get(stage.key, set()) & field] for field in fields]


def _plays_for_event_places(stage: CheckedStage) -> bool:
    """Whether the best of other stages play here, or the places continue those of the event."""
    return _is_of_the_best(stage) or stage.options.get("first", 1) > 1


def _is_of_the_best(stage: CheckedStage) -> bool:
    return stage.origin == LIVES or (stage.origin == PLACES and stage.first == 1)


def _sources(state: CheckedState, stage: CheckedStage) -> list[CheckedStage]:
    found = (get_stage_of_flight(flight, state.plan) for flight in stage.sources)
    return [source for source in found if source is not None]


def _height(state: CheckedState, stage: CheckedStage) -> float:
    """Return how far above the first stage a stage is: what is won there counts before all below."""
    below = max((_height(state, source) for source in _sources(state, stage)), default=0)
    if stage.origin == ENTRIES or _is_of_the_best(stage):
        return below + (stage.origin != ENTRIES)
    from_tables = stage.origin == PLACES and any(format_of(each).has_table for each in _sources(state, stage))
    return below + from_tables / 2


def _places_in_field(state: CheckedState, field: list[CheckedStage]) -> dict[int, Span]:
    heights = {stage.key: _height(state, stage) for stage in field}
    upwards = sorted(field, key=lambda stage: heights[stage.key])
    last_stage = {entry: stage for stage in upwards for entry in _entries_of(state, stage)}
    is_over = all(_is_complete(state, stage) for stage in field)
    rows = {stage.key: _table_places(state, stage) for stage in field if format_of(stage).has_table}
    ranks: dict[int, tuple[float, int, int]] = {}
    for entry, stage in last_stage.items():
        span = (
            rows[stage.key].get(entry)
            if format_of(stage).has_table
            else _bracket_label(state, stage, entry, field)
        )
        if span is not None and (is_over or not _is_in_play(state, entry, field)):
            ranks[entry] = (-heights[stage.key], *span)
    if is_over:
        return places.count_places(ranks)
    spans = {entry: (rank[1], rank[2]) for entry, rank in ranks.items()}
    for key, listed in rows.items():
        left = {entry: ranks[entry] for entry in listed if entry in ranks and last_stage[entry].key == key}
        above = {entry for entry, stage in last_stage.items() if heights[stage.key] > heights[key]}
        has_next = above or all(heights[stage.key] <= heights[key] for stage in field)
        spans = {entry: span for entry, span in spans.items() if entry not in left}
        spans |= places.count_places(left, len(above) + 1) if has_next else {}
    return spans


def _entries_of(state: CheckedState, stage: CheckedStage) -> set[int]:
    """Return the entries on the lines of a stage, and those that results have brought there."""
    seats = {seat for _, outcome in _nodes(state, stage) for seat in (outcome.white, outcome.black) if seat}
    return seats | set(state.members(stage.key))


def _nodes(state: CheckedState, stage: CheckedStage) -> list[tuple[CheckedPairing, Outcome]]:
    own = (node for node in state.seating.nodes.values() if state.seating.stage_of(node.flight) == stage.key)
    return [(node, state.seating.outcome(node.name)) for node in own]


def _is_in_play(state: CheckedState, entry: int, field: list[CheckedStage]) -> bool:
    open_ones = [outcome for stage in field for _, outcome in _nodes(state, stage) if outcome.winner is None]
    return any(entry in (outcome.white, outcome.black) for outcome in open_ones)


def _bracket_label(
    state: CheckedState, stage: CheckedStage, entry: int, field: list[CheckedStage]
) -> Span | None:
    """Return what the last match of an entry in a bracket was played for; None if it won and goes on."""
    if format_of(stage).is_play_off and state.seating.is_over(stage.key):
        return places.play_off_places(stage.key, state.seating).get(entry)
    row = [(node, one) for node, one in _nodes(state, stage) if entry in (one.white, one.black)]
    if not row:
        return None
    node, outcome = row[-1]
    if entry in outcome.eliminated:
        has_come = outcome.is_contested and len(outcome.eliminated) == 1
        missed = None if has_come else _missed(state, node, field)
        return node.loser_span if missed is None else missed.loser_span
    has_next = any(feed.of == node.name and feed.kind == WINNER for feed in _feeds(state))
    return node.winner_span if outcome.winner == entry and not has_next else None


def _feeds(state: CheckedState) -> Iterator[SeatFeed]:
    return (feed for node in state.seating.nodes.values() for feed in node.feeds)


def _missed(state: CheckedState, node: CheckedPairing, field: list[CheckedStage]) -> CheckedPairing | None:
    """Return the match in another stage of the field that the loser of a match would have played."""
    for stage in field:
        for other, _ in _nodes(state, stage):
            falls = any(feed.kind == LOSER and feed.of == node.name for feed in other.feeds)
            if falls and other.flight != node.flight:
                return other
    return None


def _is_drawn(state: CheckedState, stage: CheckedStage) -> bool:
    return stage.key in state.lines_by_stage or bool(_nodes(state, stage))


def _is_complete(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether a stage is played to its end, with all figures of its tables known."""
    flights = {node.flight for node, _ in _nodes(state, stage)}
    if any(outcome.winner is None for _, outcome in _nodes(state, stage)):
        return False
    if any(places.awaits_ratings(stage, flight, state.seating) for flight in flights):
        return False
    if stage.key in state.ended or format_of(stage).is_static:
        return stage.key in state.ended or bool(flights)
    planned_rounds = round_count(stage, len(state.members(stage.key)))
    if flights and planned_rounds and len(state.rounds.get(stage.key, {})) >= planned_rounds:
        return True
    return format_of(stage).round_rules == LIVES_RULES and is_decided_by_lives(state, stage)


def _table_places(state: CheckedState, stage: CheckedStage) -> dict[int, Span]:
    """Return the places of the tables of a stage by their first place only; empty while it is played."""
    if not _is_complete(state, stage):
        return {}
    flights = dict.fromkeys(node.flight for node, _ in _nodes(state, stage)) or {stage.key: None}
    return {
        entry: (span[0], 0)
        for flight in flights
        for entry, span in places.places_reached(state, stage, flight, state.seating).items()
    }


def _best_places(state: CheckedState) -> dict[int, Span]:
    best: dict[int, Span] = {}
    for stage in state.plan:
        for entry, span in places.bracket_places(stage.key, state.seating).items():
            best[entry] = min(span, best.get(entry, span))
    return best


def _places_in_divisions(state: CheckedState) -> dict[int, Span]:
    """Return the places of a league: each division has places of its own."""
    spans: dict[int, Span] = {}
    for stage in state.plan:
        if DIVISION.fullmatch(stage.key) and _is_complete(state, stage):
            spans |= places.places_reached(state, stage, stage.key, state.seating)
    return spans
