"""The places of an event across its stages.

docs/formats.md, "Places": "The places of the event run from 1 to the number of its players, without gaps.
Each player has the place of the last stage they played in: that of the knockout if they reached it, below it
that of their group or of the Swiss. A consolation, a last chance and other side stages have places of their
own. A place is shown before the end only if no later match can change it."
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from tournaments.verification.checker import places
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.formats import LIVES_RULES, format_of, round_count
from tournaments.verification.checker.open_places import OpenBrackets
from tournaments.verification.checker.pairing import eligible_entries, is_decided_by_lives
from tournaments.verification.checker.places import Span
from tournaments.verification.checker.stages import ENTRIES, LIVES, PLACES, CheckedStage
from tournaments.verification.checker.trees import CheckedPairing

# The divisions of a league: "each division is a table of its own, with places from 1" (docs/clubs.md).
DIVISION = re.compile(r"league_[1-9][0-9]*")
ROLLING = "rolling"
Field = list[CheckedStage]


def find_places(state: CheckedState) -> dict[int, Span]:
    """Return the final places by entry."""
    spans: dict[int, Span] = {}
    for field in list_fields(state):
        for entry, span in find_places_in_field(state, field).items():
            # Who has played several mini knockouts has the best of their places.
            spans[entry] = min(span, spans.get(entry, span))
    return spans


def list_finished_fields(state: CheckedState) -> Iterator[set[int]]:
    """Yield the entries of each field whose stages are all over: their places must be consecutive."""
    for field in list_fields(state):
        if is_field_over(state, field) and not any(ROLLING in stage.options for stage in field):
            yield {entry for stage in field for entry in list_entries(state, stage)}


def is_field_over(state: CheckedState, field: Field) -> bool:
    """Whether all stages of a field are drawn and over, but those that are not played."""
    played_stages = [stage for stage in field if _will_be_played(state, stage)]
    return all(_is_drawn(state, stage) and _is_over(state, stage) for stage in played_stages)


def list_fields(state: CheckedState) -> list[Field]:
    """Return the stages that decide places, in fields with a winner each.

    "An event has one winner, with three exceptions": among them are split flights and mini knockouts, which
    have one winner each. The divisions of a league have, too.
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
    if int(stage.options.get("first", 1)) > 1:
        return True
    return _takes_the_best(stage)


def _list_source_keys(state: CheckedState, stage: CheckedStage) -> set[str]:
    """Return the stages that the entries of a stage come from; a source may be one of their flights."""
    keys = {one.key for one in state.plan}
    return {source if source in keys else source.rpartition("_")[0] for source in stage.sources}


def _list_nodes(state: CheckedState, stage: CheckedStage) -> list[CheckedPairing]:
    """Return the pairings of a stage with all its flights."""
    seating = state.seating
    return [node for node in seating.nodes.values() if seating.stage_of(node.flight) == stage.key]


def list_flights(state: CheckedState, stage: CheckedStage) -> list[str]:
    """Return the flights of a stage: its groups, or itself."""
    return list(dict.fromkeys(node.flight for node in _list_nodes(state, stage))) or [stage.key]


def list_entries(state: CheckedState, stage: CheckedStage) -> set[int]:
    """Return the entries drawn into a stage, those that joined, and those that results brought there."""
    outcomes = [state.seating.outcome(node.name) for node in _list_nodes(state, stage)]
    seated = {seat for outcome in outcomes for seat in (outcome.white, outcome.black) if seat}
    return seated | set(state.members(stage.key))


def _is_drawn(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether a stage has its lines, by a draw or through the stages that it depends on."""
    return stage.key in state.lines_by_stage or bool(_list_nodes(state, stage))


def _is_over(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether every match of all rounds of a stage is decided, and the figures of its table are known."""
    if format_of(stage).has_table:
        return _is_table_over(state, stage)
    nodes = _list_nodes(state, stage)
    return bool(nodes) and all(state.seating.outcome(node.name).winner is not None for node in nodes)


def _is_table_over(state: CheckedState, stage: CheckedStage) -> bool:
    if not format_of(stage).has_table or not _is_drawn(state, stage):
        return False
    flights = list_flights(state, stage)
    awaits_ratings = any(places.awaits_ratings(stage, flight, state.seating) for flight in flights)
    outcomes = [state.seating.outcome(node.name) for node in _list_nodes(state, stage)]
    if awaits_ratings or any(outcome.winner is None for outcome in outcomes):
        return False
    return format_of(stage).is_static or stage.key in state.ended or _has_no_next_round(state, stage)


def _has_no_next_round(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether all rounds are paired, or the results have ended the stage."""
    if format_of(stage).round_rules == LIVES_RULES and is_decided_by_lives(state, stage):
        return True
    planned = round_count(stage, len(state.members(stage.key)))
    return len(state.rounds.get(stage.key, {})) >= planned > 0


def find_places_in_field(state: CheckedState, field: Field) -> dict[int, Span]:
    """Return the final places of a field: those of its best stage first, then of the stages below."""
    field = [stage for stage in field if _will_be_played(state, stage)]
    tables = [stage for stage in field if format_of(stage).has_table]
    others = [stage for stage in field if stage not in tables]
    above: set[int] = set()
    spans: dict[int, Span] = {}
    if others:
        spans = _find_bracket_places(state, others, has_tables=bool(tables))
        above = {entry for stage in others for entry in list_entries(state, stage)}
    for stage in reversed(tables):
        has_higher = bool(others) or stage is not tables[-1]
        # "The members of a draw that is not published are not public; the places below it follow then."
        is_higher_shown = any(state.is_shown(one.key) for one in others)
        if _is_table_over(state, stage) and (not has_higher or is_higher_shown):
            below = {
                entry: first
                for entry, (first, _last) in _rank_table(state, stage).items()
                if entry not in above
            }
            is_alone = not above and len(list_flights(state, stage)) == 1
            spans |= _rank_table(state, stage) if is_alone else places.count_places(below, len(above) + 1)
        above |= list_entries(state, stage)
    in_play = _list_entries_in_play(state, field)
    return {entry: span for entry, span in spans.items() if entry not in in_play}


def _list_entries_in_play(state: CheckedState, field: Field) -> set[int]:
    """Return the entries with an open match in any of these stages."""
    outcomes = [state.seating.outcome(node.name) for stage in field for node in _list_nodes(state, stage)]
    waiting = [outcome for outcome in outcomes if outcome.winner is None]
    return {seat for outcome in waiting for seat in (outcome.white, outcome.black) if seat}


def _will_be_played(state: CheckedState, stage: CheckedStage) -> bool:
    """Whether a stage is drawn, or can still be.

    "A later stage that fewer players can reach than it needs (two, three for the play-off of three) is not
    played", once the stages before it are over.
    """
    if stage.origin == ENTRIES or _is_drawn(state, stage):
        return True
    sources = [one for one in state.plan if one.key in _list_source_keys(state, stage)]
    if not all(_is_over(state, source) for source in sources):
        return True
    eligible = eligible_entries(state, stage)
    fewest = 3 if format_of(stage).is_play_off else 2
    return eligible is None or len(eligible - state.staying_out) >= fewest


def _rank_table(state: CheckedState, stage: CheckedStage) -> dict[int, Span]:
    """Return the places of the entries of a stage in their tables."""
    return {
        entry: span
        for flight in list_flights(state, stage)
        for entry, span in places.places_reached(state, stage, flight, state.seating).items()
    }


def _find_bracket_places(
    state: CheckedState, stages: Sequence[CheckedStage], *, has_tables: bool
) -> dict[int, Span]:
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
    return _find_fixed_places(state, stages, nodes, labels, has_tables=has_tables)


def _find_fixed_places(
    state: CheckedState,
    stages: Sequence[CheckedStage],
    nodes: Sequence[CheckedPairing],
    labels: Mapping[int, Span],
    *,
    has_tables: bool,
) -> dict[int, Span]:
    """Return the places of brackets that are not over, as far as no later match can change them."""
    is_counted = not has_tables and not any(format_of(stage).is_play_off for stage in stages)
    total = len({entry for stage in stages for entry in list_entries(state, stage)}) if is_counted else None
    fixed_places = OpenBrackets(nodes, state.seating).find_fixed_places(labels, total)
    lowest_places = {stage.key: _find_lowest_going_on(state, stage, stages, has_tables) for stage in stages}
    last_stages = {
        seat: state.seating.stage_of(node.flight)
        for node in nodes
        for seat in (state.seating.outcome(node.name).white, state.seating.outcome(node.name).black)
        if seat
    }
    return {
        entry: fixed_places[label]
        for entry, label in labels.items()
        if label in fixed_places and label[0] > lowest_places[last_stages[entry]]
    }


def _find_lowest_going_on(
    state: CheckedState, stage: CheckedStage, stages: Sequence[CheckedStage], has_tables: bool
) -> float:
    """Return the lowest place of a bracket whose entry may play on in an undrawn stage; 0 for none.

    Where entries come from a table, too, nobody knows how many that stage will have: no place is certain.
    """
    number = stages.index(stage)
    undrawn_above = [
        other
        for index, other in enumerate(stages)
        if not _is_drawn(state, other)
        and _takes_the_best(other)
        and (index > number or not _takes_the_best(stage))
    ]
    if not undrawn_above:
        return 0
    first = int(stage.options.get("first", 1))
    return math.inf if has_tables else first - 1 + max(other.last for other in undrawn_above)


def _takes_the_best(stage: CheckedStage) -> bool:
    return stage.origin == LIVES or (stage.origin == PLACES and stage.first == 1)
