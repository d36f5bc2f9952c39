"""Wrong doubles and a cube left over from the last game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from rules.conduct.rulings import Continuation, Moment, Ruling, RulingSituation
from rules.cube import Cube, is_dead
from rules.doubling import HOLLAND_ROLLS
from rules.match import GameOutcome, Kind, MatchScore
from rules.options import ConductLaws, MatchLaws
from rules.sides import Side
from rules.wager import CENTRED

Reply = Literal["none", "taken", "dropped"]


@dataclass(frozen=True, slots=True)
class DoubleMade:
    """A double as it was made. `scene` is the table before it: whose turn, the dice if rolled, the cube.

    `reply` is the opponent's answer. `is_played_on`: somebody has rolled since. `moment` is when the claim
    is made; `outcome` how the game ended, if it has. `rolls` counts the rolls of both sides in this game
    before the double; the Holland rule asks for four.
    """

    scene: RulingSituation
    doubler: Side
    score: MatchScore
    reply: Reply = "none"
    is_played_on: bool = False
    moment: Moment = "in_game"
    outcome: GameOutcome | None = None
    rolls: int = 0


@dataclass(frozen=True, slots=True)
class CubeLeftOver:
    """A game begun with the cube of the last one.

    `takers` are those who took a double in this game, `automatic` counts its automatic doubles.
    """

    scene: RulingSituation
    takers: tuple[Side, ...] = ()
    moment: Moment = "in_game"
    outcome: GameOutcome | None = None
    automatic: int = 0


def wrong_double(double: DoubleMade, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    """The claim that a double was not lawful.

    In the Crawford game `crawford_double_void`, until the next game has begun or the result that ended the
    match is recorded, then `double_recorded`. Else
    `double_lawful`; or `double_void`, the cube going back (facts `fault`: "cube_not_owned", "after_roll",
    "out_of_turn", "dead_cube", "holland_double"); or `double_waits`, where early actions stand; or
    `double_condoned`, once it was answered or play went on.
    """
    if double.score.is_crawford:
        return _in_crawford_game(double)
    fault, law = _fault(double, laws)
    if not fault:
        return Ruling("double_lawful", "cube.before-roll", (_stands(double),))
    facts: dict[str, object] = {"fault": fault}
    if double.reply != "none" or double.is_played_on:
        return Ruling("double_condoned", "conduct.wrong-double", (_stands(double),), facts=facts)
    if fault == "out_of_turn" and conduct.premature_rolls == "stands":
        continuation = Continuation("end_turn", replace(double.scene, offer=double.doubler))
        return Ruling("double_waits", "conduct.wrong-double", (continuation,), facts=facts)
    return Ruling("double_void", law, (Continuation("play_on", double.scene),), facts=facts)


def left_over_cube(claim: CubeLeftOver) -> Ruling:
    """A cube not set back after the last game: put right whenever it is noticed, without further loss.

    The cube stands where the doubles of this game alone, automatic ones too, have brought it.
    `cube_put_right` in or after the game (which is then scored at the right value), `cube_recorded` once the
    result has been recorded.
    """
    right = Cube(2 ** (claim.automatic + len(claim.takers)), claim.takers[-1] if claim.takers else None)
    facts: dict[str, object] = {"cube": right.value, "shown": claim.scene.cube.value}
    if claim.moment == "recorded":
        continuation = Continuation("result_stands", outcome=claim.outcome)
        return Ruling("cube_recorded", "conduct.left-over-cube", (continuation,), facts=facts)
    if claim.outcome:
        scored = Continuation("score_anew", outcome=_at(claim.outcome, right.value))
        return Ruling("cube_put_right", "conduct.left-over-cube", (scored,), facts=facts)
    continuation = Continuation("play_on", replace(claim.scene, cube=right))
    return Ruling("cube_put_right", "conduct.left-over-cube", (continuation,), facts=facts)


def _in_crawford_game(double: DoubleMade) -> Ruling:
    law = "match.crawford"
    if double.moment in ("next_game", "recorded"):
        continuation = Continuation("result_stands", outcome=double.outcome)
        return Ruling("double_recorded", law, (continuation,))
    if double.moment == "after_game" and double.outcome:
        return Ruling(
            "crawford_double_void", law, (Continuation("score_anew", outcome=_at(double.outcome, 1)),)
        )
    continuation = Continuation("play_on", replace(double.scene, cube=CENTRED, offer=None))
    return Ruling("crawford_double_void", law, (continuation,))


def _at(outcome: GameOutcome, cube: int) -> GameOutcome:
    """The outcome as it would have been with another cube; a refused double that never was is given up."""
    kind: Kind = "resigned_single" if outcome.kind == "drop" else outcome.kind
    return GameOutcome(outcome.winner, kind, cube)


def _fault(double: DoubleMade, laws: MatchLaws) -> tuple[str, str]:
    scene, score = double.scene, double.score
    if not scene.cube.is_open_to(double.doubler):
        return "cube_not_owned", "cube.owner"
    if scene.turn is not double.doubler:
        return "out_of_turn", "cube.before-roll"
    if scene.dice:
        return "after_roll", "cube.before-roll"
    is_banned = score.length and laws.dead_cube == "refuse"
    if is_banned and is_dead(scene.cube.value, score.away(double.doubler)):
        return "dead_cube", "cube.dead"
    if laws.holland and score.crawford == "expired" and double.rolls < HOLLAND_ROLLS:
        return "holland_double", "match.holland"
    return "", ""


def _stands(double: DoubleMade) -> Continuation:
    value, taker = double.scene.cube.value, double.doubler.other
    if double.reply == "dropped":
        return Continuation("game_over", outcome=GameOutcome(double.doubler, "drop", value))
    if double.reply == "taken":
        return Continuation("play_on", replace(double.scene, cube=Cube(value * 2, taker), offer=None))
    return Continuation("answer_double", replace(double.scene, offer=double.doubler))
