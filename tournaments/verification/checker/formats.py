"""The properties of the formats that the checker has to know.

`FORMATS` lists the formats independently of `tournaments.formats`; a test compares the names, and every
property that `tournaments.formats.format.Format` has under the same name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.verification.checker import trees
from tournaments.verification.checker.round_robins import make_groups, make_round_robin
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.trees import CheckedPairing, SeatFeed

ROBIN_TIE_BREAKS = ("score", "head_to_head", "difference", "sonneborn_berger")
TABLE_TIE_BREAKS = ("score", "head_to_head", "buchholz_cut_1", "buchholz", "sonneborn_berger", "difference")
# Keys of `pairing.ROUND_CHECKS`.
SWISS_RULES, LIVES_RULES = "swiss", "lives"
Draw = Callable[[CheckedStage, Sequence[SeatFeed]], list[CheckedPairing]]


@dataclass(frozen=True, slots=True)
class CheckedFormat:
    """The properties of a format for the checker.

    `draw` returns the pairings of a stage; None for a stage of rounds. `is_knockout`: its lines are those of
    a plain bracket. `joins_by_rounds`: losers join round by round, by the drop table. `is_play_off`: a
    play-off of three. `has_groups`: it has several flights. `tie_breaks` are the default ones of its table,
    empty for a bracket. `can_be_drawn`: a team meeting may end level. Rounds are paired by the scoring of the
    stage if `pairs_by_own_scoring`, by hundreds and points if `counts_margin`. `ends_by_itself`: results can
    end a stage of rounds. `round_rules`: the rules by which its rounds are checked, a key of
    `pairing.ROUND_CHECKS`. `pairing_method`: the method of all its Swiss rounds, "" if the options of the
    stage say it. `leading_figures` rank its table before all tie-breaks.
    """

    draw: Draw | None = None
    is_knockout: bool = False
    joins_by_rounds: bool = False
    is_play_off: bool = False
    has_groups: bool = False
    is_round_robin: bool = False
    tie_breaks: tuple[str, ...] = ()
    leading_figures: tuple[str, ...] = ()
    can_be_drawn: bool = False
    pairs_by_own_scoring: bool = False
    counts_margin: bool = False
    ends_by_itself: bool = False
    round_rules: str = ""
    pairing_method: str = ""

    @property
    def is_static(self) -> bool:
        """Whether all pairings are known at the draw."""
        return self.draw is not None

    @property
    def has_table(self) -> bool:
        """Whether its places come from a table."""
        return bool(self.leading_figures or self.tie_breaks)

    @property
    def is_bracket(self) -> bool:
        """Whether places come from the round of elimination."""
        return self.is_static and not self.has_table


def _knockout(stage: CheckedStage, feeds: Sequence[SeatFeed]) -> list[CheckedPairing]:
    options = stage.options
    return trees.knockout(stage.key, feeds, options.get("first", 1), options.get("placed", 2))


def _final(stage: CheckedStage, feeds: Sequence[SeatFeed]) -> list[CheckedPairing]:
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
        lambda stage, feeds: make_round_robin(stage.key, feeds, stage.options),
        is_round_robin=True,
        tie_breaks=ROBIN_TIE_BREAKS,
        can_be_drawn=True,
    ),
    "groups": CheckedFormat(
        lambda stage, feeds: make_groups(stage.key, feeds, stage.options),
        has_groups=True,
        is_round_robin=True,
        tie_breaks=ROBIN_TIE_BREAKS,
        can_be_drawn=True,
    ),
    "swiss": CheckedFormat(
        tie_breaks=TABLE_TIE_BREAKS, can_be_drawn=True, pairs_by_own_scoring=True, round_rules=SWISS_RULES
    ),
    "score_swiss": CheckedFormat(
        tie_breaks=TABLE_TIE_BREAKS, counts_margin=True, round_rules=SWISS_RULES, pairing_method="monrad"
    ),
    "lives": CheckedFormat(
        leading_figures=("rounds_survived", "lives_left"), ends_by_itself=True, round_rules=LIVES_RULES
    ),
}
# Stands for a format that the checker does not know; its rounds cannot be checked.
UNKNOWN = CheckedFormat(ends_by_itself=True)


def format_of(stage: CheckedStage) -> CheckedFormat:
    """Return the checker's properties of the format of a stage."""
    return FORMATS.get(stage.format, UNKNOWN)


def round_count(stage: CheckedStage, entrants: int) -> int:
    """Return the number of rounds of a stage of rounds, 0 if it is not known in advance.

    Without a planned number there are as many as leave one undefeated entry.
    """
    planned_rounds = int(stage.options.get("rounds", 0))
    if planned_rounds or format_of(stage).ends_by_itself:
        return planned_rounds
    return max(1, (entrants - 1).bit_length())
