"""From stages and lines to nodes: every format drawn a second time, by the published tables alone."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.checking import trees
from tournaments.checking.nodes import Feed, Node, entry_feeds
from tournaments.checking.stages import FIRST_LOSSES, Stage

Drawn = Mapping[str, Sequence[int]]
Rounds = Mapping[str, Mapping[int, Mapping[str, Any]]]
Built = dict[str, list[Node]]


def nodes(stages: Sequence[Stage], drawn: Drawn, rounds: Rounds) -> list[Node]:
    """All nodes of an event as far as it is drawn, each after those it is fed from."""
    built: Built = {}
    for stage in stages:
        found = _stage_nodes(stage, built, drawn, rounds)
        if found:
            built[stage.key] = found
    return [node for found in built.values() for node in found]


def _stage_nodes(stage: Stage, built: Built, drawn: Drawn, rounds: Rounds) -> list[Node]:
    lines = drawn.get(stage.key)
    if stage.key in rounds:
        return []
    if lines is not None:
        return _lined(stage, entry_feeds(lines))
    if stage.origin == FIRST_LOSSES and stage.sources[0] in built:
        source = stage.sources[0]
        opening = sum(node.round == 1 for node in built[source])
        return trees.first_losses(stage.key, source, opening)
    return []


def _lined(stage: Stage, feeds: Sequence[Feed]) -> list[Node]:
    draw = STATIC.get(stage.format)
    return draw(stage, feeds) if draw else []


def _knockout(stage: Stage, feeds: Sequence[Feed]) -> list[Node]:
    return trees.knockout(stage.key, feeds, sum(1 for feed in feeds if feed.of))


STATIC: dict[str, Callable[[Stage, Sequence[Feed]], list[Node]]] = {"knockout": _knockout}
