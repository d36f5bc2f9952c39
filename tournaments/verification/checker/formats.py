"""The formats as the checker knows them: a registry of its own, which shares nothing with what it checks.

A test compares its names with those of `tournaments.formats`: a format the checker does not know is missing
here. How a round is judged beyond that everybody plays once stands in `pairing.ROUND_CHECKS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.verification.checker import robin, trees
from tournaments.verification.checker.nodes import Feed, Node
from tournaments.verification.checker.stages import Stage

ROBIN_CRITERIA = ("score", "head_to_head", "difference", "sonneborn_berger")
TABLE_CRITERIA = ("score", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "difference")
Draw = Callable[[Stage, Sequence[Feed]], list[Node]]


@dataclass(frozen=True, slots=True)
class CheckedFormat:
    """What the checker knows of a format. `draw` gives the nodes of a stage, None where rounds are paired.

    `is_knockout`: lines are those of a plain bracket, drawn by the lots of the journal. `joins_by_rounds`:
    losers join by the drop table. `is_play_off`: three play for their places. `has_groups`: flights of their
    own side by side. `is_robin`: everybody meets everybody. `criteria` rank its table, none where places come
    from who went out where. `can_be_drawn`: a meeting of teams may end level. `keeps_scoring`: rounds are
    paired by what the director says a win is worth; `counts_margin`: by hundreds and points.
    """

    draw: Draw | None = None
    is_knockout: bool = False
    joins_by_rounds: bool = False
    is_play_off: bool = False
    has_groups: bool = False
    is_robin: bool = False
    criteria: tuple[str, ...] = ()
    can_be_drawn: bool = False
    keeps_scoring: bool = False
    counts_margin: bool = False

    @property
    def has_table(self) -> bool:
        """Whether a table ranks it."""
        return bool(self.criteria)

    @property
    def is_bracket(self) -> bool:
        """Whether places come from who went out where."""
        return self.draw is not None and not self.criteria


def _knockout(stage: Stage, feeds: Sequence[Feed]) -> list[Node]:
    options = stage.options
    return trees.knockout(stage.key, feeds, options.get("first", 1), options.get("placed", 2))


def _final(stage: Stage, feeds: Sequence[Feed]) -> list[Node]:
    options = stage.options
    return trees.final(stage.key, feeds, options.get("final", "single"), options.get("first", 1))


FORMATS: Mapping[str, CheckedFormat] = {
    "knockout": CheckedFormat(_knockout, is_knockout=True),
    "consolation": CheckedFormat(_knockout, is_knockout=True),
    "feed_in": CheckedFormat(
        lambda stage, feeds: trees.feed_in(stage.key, feeds, stage.options.get("first", 1)),
        joins_by_rounds=True,
    ),
    "final": CheckedFormat(_final),
    "contingent": CheckedFormat(
        lambda stage, feeds: trees.play_off(stage.key, feeds, stage.options.get("first", 1)), is_play_off=True
    ),
    "round_robin": CheckedFormat(
        lambda stage, feeds: robin.table(stage.key, feeds, stage.options),
        is_robin=True,
        criteria=ROBIN_CRITERIA,
        can_be_drawn=True,
    ),
    "groups": CheckedFormat(
        lambda stage, feeds: robin.groups(stage.key, feeds, stage.options),
        has_groups=True,
        is_robin=True,
        criteria=ROBIN_CRITERIA,
        can_be_drawn=True,
    ),
    "swiss": CheckedFormat(criteria=TABLE_CRITERIA, can_be_drawn=True, keeps_scoring=True),
    "score_swiss": CheckedFormat(criteria=TABLE_CRITERIA, counts_margin=True),
    "lives": CheckedFormat(criteria=TABLE_CRITERIA),
}
# A file may name a format nobody knows: nothing can be said of its rounds.
UNKNOWN = CheckedFormat()


def format_of(stage: Stage) -> CheckedFormat:
    """What the checker knows of the format of a stage."""
    return FORMATS.get(stage.format, UNKNOWN)
