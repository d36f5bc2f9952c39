"""The places of an event across its stages.

docs/formats.md, "Places": "The places of the event run from 1 to the number of its players, without gaps. Each
player has the place of the last stage they played in: that of the knockout if they reached it, below it that of
their group or of the Swiss. A consolation, a last chance and other side stages have places of their own. A place
is shown before the end only if no later match can change it."
"""

import re
from collections.abc import Iterator, Sequence

from tournaments.verification.checker import places
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.formats import LIVES_RULES, format_of, round_count
from tournaments.verification.checker.pairing import is_decided_by_lives
from tournaments.verification.checker.places import Span
from tournaments.verification.checker.stages import ENTRIES, LIVES, LOSERS, PLACES, CheckedStage
from tournaments.verification.checker.trees import CheckedPairing

# The divisions of a league: "each division is a table of its own, with places from 1" (docs/clubs.md).
DIVISION = re.compile(r"league_[1-9][0-9]*")
ROLLING = "rolling"
Field = list[CheckedStage]


def find_places(state: CheckedState) -> dict[int, Span] | None:
    """Return the places that are final, by entry; None where the checker does not know the lines of a stage."""
    spans: dict[int, Span] = {}
    for field in list_fields(state):
        if any(stage.key in state.untraceable for stage in field) and _is_table_over(state, field[0]):
            return None
        for entry, span in _find_places_in_field(state, field).items():
            # Who has played several mini knockouts has the best of their places.
            spans[entry] = min(span, spans.get(entry, span))
    return spans


def list_finished_fields(state: CheckedState) -> Iterator[set[int]]:
    """Yield the entries of each field whose stages are all over: their places must be consecutive."""
    for field in list_fields(state):
        is_over = all(_is_drawn(state, stage) and _is_over(state, stage) for stage in field)
        if is_over and not any(ROLLING in stage.options for stage in field):
            yield {entry for stage in field for entry in _list_entries(state, stage)}


def list_fields(state: CheckedState) -> list[Field]:
    """Return the stages that decide places, in fields with a winner each.

    "An event has one winner, with three exceptions ...: split flights and mini knockouts have one winner each."
    """
    divisions = [[stage] for stage in state.plan if DIVISION.fullmatch(stage.key)]
    if divisions:
        return divisions
    fields: list[Field] = []
    for stage in state.plan:
        if stage.origin == ENTRIES:
            fields.append([stage])
        elif _continues_places(stage):
            sources = _list_source_keys(state, stage)
            joined = [field for field in fields if any(one.key in sources for one in field)]
            if joined and all(any(key == one.key for field in fields for one in field) for key in sources):
                fields = [field for field in fields if field not in joined]
                fields.append([*(one for field in joined for one in field), stage])
    return fields


def _continues_places(stage: CheckedStage) -> bool:
    """Whether the best of other stages play on here, or its places follow those of the main bracket."""
    if stage.origin == LIVES:
        return True
    if stage.origin == PLACES:
        return stage.first == 1
    return stage.origin == LOSERS and int(stage.options.get("first", 1)) > 1


def _list_source_keys(state: CheckedState, stage: CheckedStage) -> set[str]:
    """Return the stages that the entries of a stage come from; a source may be one of their flights."""
    keys = {one.key for one in state.plan}
    return {source if source in keys else source.rpartition("_")[0] for source in stage.sources}


def _list_nodes(state: CheckedState, stage: CheckedStage) -> list[CheckedPairing]:
    """Return the pairings of a stage with all its flights."""
    seating = state.seating
    return [node for node in seating.nodes.values() if seating.stage_of(node.flight) == stage.key]


def _list_flights(state: CheckedState, stage: CheckedStage) -> list[str]:
    """Return the flights of a stage: its groups, or itself."""
    return list(dict.fromkeys(node.flight for node in _list_nodes(state, stage))) or [stage.key]


def _list_entries(state: CheckedState, stage: CheckedStage) -> set[int]:
    """Return the entries drawn into a stage, those that joined, and those that results brought there."""
    outcomes = [state.seating.outcome(node.name) for node in _list_nodes(state, stage)]
    seated = {seat for outcome in outcomes for seat in (outcome.white, outcome.black) if seat}
    return seated | set(state.members(stage.key))


def _is_drawn(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether a stage has its lines, by a draw or through the stages that it depends on."""
    return stage.key in state.lines_by_stage or bool(_list_nodes(state, stage))


def _is_over(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether every match of a stage is decided, with all its rounds, and the figures of its table are known."""
    if format_of(stage).has_table:
        return _is_table_over(state, stage)
    nodes = _list_nodes(state, stage)
    return bool(nodes) and all(state.seating.outcome(node.name).winner is not None for node in nodes)


def _is_table_over(state: CheckedState, stage: CheckedStage) -> bool:
    if not format_of(stage).has_table or not _is_drawn(state, stage):
        return False
    flights = _list_flights(state, stage)
    if any(places.awaits_ratings(stage, flight, state.seating) for flight in flights):
        return False
    nodes = _list_nodes(state, stage)
    if any(state.seating.outcome(node.name).winner is None for node in nodes):
        return False
    if format_of(stage).is_static:
        return True
    if stage.key in state.ended:
        return True
    if format_of(stage).round_rules == LIVES_RULES:
        return is_decided_by_lives(state, stage)
    planned = round_count(stage, len(state.members(stage.key)))
    return len(state.rounds.get(stage.key, {})) >= planned > 0


def _find_places_in_field(state: CheckedState, field: Field) -> dict[int, Span]:
    """Return the final places of a field: those of its best stage first, then of the stages below."""
    tables = [stage for stage in field if format_of(stage).has_table]
    others = [stage for stage in field if stage not in tables]
    above: set[int] = set()
    spans: dict[int, Span] = {}
    if others:
        spans = _find_bracket_places(state, others)
        above = {entry for stage in others for entry in _list_entries(state, stage)}
    for stage in reversed(tables):
        has_higher = bool(others) or stage is not tables[-1]
        if _is_table_over(state, stage) and (not has_higher or _is_field_known(state, others, stage)):
            below = {
                entry: first
                for entry, (first, _last) in _rank_table(state, stage).items()
                if entry not in above
            }
            is_alone = not above and len(_list_flights(state, stage)) == 1
            spans |= _rank_table(state, stage) if is_alone else places.count_places(below, len(above) + 1)
        above |= _list_entries(state, stage)
    return spans


def _is_field_known(state: CheckedState, others: Sequence[CheckedStage], table: CheckedStage) -> bool:
    """Whether it is known who goes on from a table: the stage above is drawn, or not needed."""
    if any(_is_drawn(state, stage) for stage in others):
        return True
    # The play-off of three is only played if three are left with equal records.
    return all(stage.origin == LIVES for stage in others) and not _needs_play_off(state, table)


def _needs_play_off(state: CheckedState, table: CheckedStage) -> bool:
    """Whether three are left in a stage of lives with paid places, with equal records."""
    ranks = _rank_table(state, table)
    return sum(span == (1, 3) for span in ranks.values()) == 3


def _rank_table(state: CheckedState, stage: CheckedStage) -> dict[int, Span]:
    """Return the places of the entries of a stage in their tables."""
    return {
        entry: span
        for flight in _list_flights(state, stage)
        for entry, span in places.places_reached(state, stage, flight, state.seating).items()
    }


def _find_bracket_places(state: CheckedState, stages: Sequence[CheckedStage]) -> dict[int, Span]:
    """Return the places of brackets that belong together, such as main bracket, backdraw and final."""
    spans: dict[int, Span] = {}
    play_offs = [stage for stage in stages if format_of(stage).is_play_off]
    for stage in play_offs:
        spans |= places.play_off_places(stage.key, state.seating)
    nodes = [node for stage in stages if stage not in play_offs for node in _list_nodes(state, stage)]
    if not nodes:
        return spans
    labels = places.find_labels(nodes, state.seating)
    if all(_is_drawn(state, stage) and _is_over(state, stage) for stage in stages):
        return places.count_places(labels)
    return labels
