"""The scores by which a round is paired: those of the standings before it, with the points of acceleration.

Follows *Scores* and *Acceleration* in the section *Swiss* of docs/formats.md.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.verification.checker import tables
from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.formats import format_of, round_count
from tournaments.verification.checker.stages import CheckedStage

BAKU = "baku"


def find_pairing_scores(state: CheckedState, stage: CheckedStage, number: int) -> dict[int, Fraction]:
    """Return the score of each entry before round `number`.

    "Scores are those of the standings ... Only points for performance ratings are left out." By score, "a win
    counts 100 plus the difference in points".
    """
    rounds = {past: row for past, row in state.rounds.get(stage.key, {}).items() if past < number}
    options = dict(stage.options)
    if not format_of(stage).pairs_by_own_scoring:
        options.pop("scoring", None)
    members = state.members(stage.key)
    scored_stage = replace(stage, options=options)
    table = tables.tally(state.seating, scored_stage, stage.key, members, rounds, state.lengths)
    turns = {entry: [turn for turn in row if turn.round < number] for entry, row in table.turns.items()}
    table = replace(table, turns=turns)
    if format_of(stage).counts_margin:
        return {entry: Fraction(tables.FIGURES["hundred"](table, entry)) for entry in table.turns}
    points = _find_virtual_points(stage, number, members)
    win = table.scoring["win"]
    return {entry: score + points.get(entry, 0) * win for entry, score in table.scores.items()}


def _find_virtual_points(stage: CheckedStage, number: int, members: Sequence[int]) -> dict[int, Fraction]:
    """Return the points of Baku acceleration.

    "The upper half is paired with one extra point in the first rounds and half a point after that; half of
    the rounds are accelerated." The upper half has 2 * ceil(n / 4) players.
    """
    if stage.options.get("acceleration") != BAKU:
        return {}
    accelerated_rounds = -(-round_count(stage, len(members)) // 2)
    if number > accelerated_rounds:
        return {}
    is_full = number <= -(-accelerated_rounds // 2)
    return dict.fromkeys(members[: -(-len(members) // 4) * 2], Fraction(1) if is_full else Fraction(1, 2))
