"""A game begun from a wrong position: put right early, left as it is later."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.conduct.rulings import Continuation, Ruling, RulingSituation
from rules.options import ConductLaws
from rules.position import Checkers, Position


@dataclass(frozen=True, slots=True)
class WrongSetup:
    """`scene` is the table now, `start` the position the game was begun from, `rolls` how many were made."""

    scene: RulingSituation
    start: Position
    rolls: int = 0


def wrong_setup(claim: WrongSetup, laws: ConductLaws) -> Ruling:
    """The claim that the checkers were set up wrongly.

    `setup_right`: they were not. `setup_corrected`, until `laws.setup_turns` rolls have been made: the
    misplaced checkers are moved where they belong; when the plays made since do not allow it, the game
    begins anew. `setup_stands` after that.
    """
    facts: dict[str, object] = {"rolls": claim.rolls, "most": laws.setup_turns}
    on = Continuation("play_on", claim.scene)
    right = Position.start()
    if (claim.start.white, claim.start.black) == (right.white, right.black):
        return Ruling("setup_right", "board.checkers", (on,))
    if claim.rolls > laws.setup_turns:
        return Ruling("setup_stands", "conduct.setup", (on,), facts=facts)
    return Ruling("setup_corrected", "conduct.setup", (_corrected(claim),), facts=facts)


def _corrected(claim: WrongSetup) -> Continuation:
    now, right = claim.scene.position, Position.start()
    position = Position(
        _put_right(now.white, claim.start.white, right.white),
        _put_right(now.black, claim.start.black, right.black),
        now.turn,
    )
    if position.faults():
        return Continuation("game_anew", RulingSituation(right))
    return Continuation("play_on", replace(claim.scene, position=position))


def _put_right(now: Checkers, start: Checkers, right: Checkers) -> Checkers:
    return tuple(
        current + belonging - expected for current, expected, belonging in zip(now, start, right, strict=True)
    )
