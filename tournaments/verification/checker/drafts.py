"""From stages and lines to nodes: every format drawn a second time, by the published tables alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.verification.checker import draw_seed, drops, trees
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.nodes import (
    EMPTY,
    ENTRY,
    FIRST_LOSS,
    LOSER,
    PLACE,
    WINNER,
    Feed,
    Node,
    entry_feeds,
    name,
)
from tournaments.verification.checker.stages import FIRST_LOSSES, LOSERS, PLACES, Stage

LinesByStage = Mapping[str, Sequence[int]]
Rounds = Mapping[str, Mapping[int, Mapping[str, Any]]]
Slots = Mapping[str, Sequence[Feed]]
Built = dict[str, list[Node]]


def nodes(stages: Sequence[Stage], lines_by_stage: LinesByStage, rounds: Rounds, slots: Slots) -> list[Node]:
    """All nodes of an event as far as it is drawn, each after those it is fed from.

    `slots` are the seats of knockouts after groups, which follow from a search the checker does not repeat.
    """
    built: Built = {}
    for stage in stages:
        feeds = feeds_of(stage, stages, built, lines_by_stage, slots)
        draw = format_of(stage).draw
        if draw is None:
            built[stage.key] = _boards(stage, rounds.get(stage.key, {}))
        elif feeds is not None:
            built[stage.key] = draw(stage, feeds)
    return [node for stage_nodes in built.values() for node in stage_nodes]


def hangs(stage: Stage, stages: Sequence[Stage]) -> bool:
    """Whether a stage is drawn with those that feed it, its seats fixed before they start."""
    if stage.origin not in {FIRST_LOSSES, LOSERS, PLACES} or stage.options.get("drawn_later"):
        return False
    static = {other.key for other in stages if format_of(other).draw is not None}
    owners = [source if source in static else source.rpartition("_")[0] for source in stage.sources]
    return stage.key in static and all(owner in static for owner in owners)


def blind(stages: Sequence[Stage], slots: Slots) -> set[str]:
    """The stages whose seats hang on groups by a search, while their slots are not known."""
    return {stage.key for stage in stages if is_crossed(stage, stages) and stage.key not in slots}


def is_crossed(stage: Stage, stages: Sequence[Stage]) -> bool:
    """Whether a stage is a knockout after groups, seated crosswise."""
    groups = {other.key for other in stages if format_of(other).has_groups}
    fed = any(source in groups or source.rpartition("_")[0] in groups for source in stage.sources)
    return fed and stage.origin == PLACES and format_of(stage).is_knockout and hangs(stage, stages)


def feeds_of(
    stage: Stage, stages: Sequence[Stage], built: Built, lines_by_stage: LinesByStage, slots: Slots
) -> list[Feed] | None:
    """One feed for each line of a stage; None while it is not drawn."""
    if not hangs(stage, stages):
        return entry_feeds(lines_by_stage[stage.key]) if stage.key in lines_by_stage else None
    if not all(source in built or source.rpartition("_")[0] in built for source in stage.sources):
        return None
    feeds = _hung(stage, built, slots)
    for line, entry in enumerate(lines_by_stage.get(stage.key, ())):
        if entry:
            feeds[line] = Feed(ENTRY, entry)
    return feeds


def _hung(stage: Stage, built: Built, slots: Slots) -> list[Feed]:
    main = built.get(stage.sources[0], [])
    if stage.origin == FIRST_LOSSES:
        opening = sum(node.round == 1 for node in main)
        return [Feed(FIRST_LOSS, name(stage.sources[0], 1, at)) for at in range(1, opening + 1)]
    if stage.origin == LOSERS and format_of(stage).joins_by_rounds:
        return drops.consolation_feeds(main, stage.rounds, stage.options.get("starters", 0))
    if stage.origin == LOSERS:
        return _pooled(main, stage.rounds)
    return _placed(stage, built, slots)


def _pooled(played: Sequence[Node], rounds: int) -> list[Feed]:
    """Losers of any flight on the lines of a knockout: who lost later has the better number."""
    reachability = trees.Reachability(played)
    last = rounds or max((node.round for node in played), default=0)
    order = sorted(played, key=lambda node: (-node.round, node.position))
    lost = [Feed(LOSER, node.name) for node in order if node.round <= last]
    return on_lines([feed for feed in lost if reachability.of(feed)])


def on_lines(numbered: Sequence[Feed]) -> list[Feed]:
    """People by number on the lines of a bracket; missing numbers are byes."""
    size = 2
    while size < len(numbered):
        size *= 2
    numbers = [draw_seed.number_on(line, size) for line in range(size)]
    return [numbered[number - 1] if number <= len(numbered) else EMPTY for number in numbers]


def _placed(stage: Stage, built: Built, slots: Slots) -> list[Feed]:
    if stage.key in slots:
        return list(slots[stage.key])
    if _is_group(stage.sources[0], built):
        return _unknown(stage, built)
    flights = [each for source in stage.sources for each in _flights(source, built)]
    last = max(stage.last, stage.first)
    feeds = [_place(each, place, built) for place in range(stage.first, last + 1) for each in flights]
    return on_lines(feeds) if format_of(stage).is_knockout else feeds


def _is_group(source: str, built: Built) -> bool:
    """Whether a source is a stage of groups, or one of its groups."""
    key = source if source in built else source.rpartition("_")[0]
    return any(node.flight != key for node in built[key])


def _unknown(stage: Stage, built: Built) -> list[Feed]:
    """As many seats as there will be, none of which can be filled yet; they hang on all groups."""
    source = stage.sources[0]
    key = source if source in built else source.rpartition("_")[0]
    flights = [each for source in stage.sources for each in _flights(source, built)]
    people = len(flights) * (max(stage.last, stage.first) - stage.first + 1)
    return on_lines([Feed(PLACE, (key, place)) for place in range(1, people + 1)])


def _flights(source: str, built: Built) -> list[str]:
    if source not in built:
        return [source]
    return list(dict.fromkeys(node.flight for node in built[source])) or [source]


def _place(flight: str, place: int, built: Built) -> Feed:
    """Who comes in at a place: from the one node that plays for it, or from the table of the flight."""
    key = flight if flight in built else flight.rpartition("_")[0]
    played = [node for node in built[key] if node.flight == flight]
    if any(feed.kind.startswith("reset") for node in played for feed in node.feeds):
        return Feed(PLACE, (flight, place))
    overall_place = place + min((node.winner_span[0] for node in played), default=1) - 1
    for node in reversed(played):
        if node.winner_span == (overall_place, overall_place):
            return Feed(WINNER, node.name)
        if node.loser_span == (overall_place, overall_place):
            return Feed(LOSER, node.name)
    return Feed(PLACE, (flight, place))


def _boards(stage: Stage, rounds: Mapping[int, Mapping[str, Any]]) -> list[Node]:
    """The nodes of rounds as they were paired."""
    return [
        Node(name(stage.key, number, at), stage.key, number, at, *_two(board))
        for number in sorted(rounds)
        for at, board in enumerate(rounds[number]["boards"], start=1)
    ]


def _two(board: Mapping[str, Any]) -> tuple[Feed, Feed]:
    return Feed(ENTRY, int(board["white"])), Feed(ENTRY, int(board["black"]))
