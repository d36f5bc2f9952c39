"""Where a turn ends, what becomes of an unlawful play, and of a roll made too early."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.conduct.rulings import Continuation, Ruling, RulingSituation
from rules.dice import Dice, check_dice, format_dice
from rules.options import ConductLaws
from rules.plays import Play, legal_plays
from rules.position import Position


@dataclass(frozen=True, slots=True)
class PlayMade:
    """A play as it lies. `scene` is the table before it, with the mover to act and his dice.

    `left` is the position he made. `is_lifted`: he has picked up his dice. `is_answered`: the opponent has
    since rolled or doubled.
    """

    scene: RulingSituation
    left: Position
    is_lifted: bool = True
    is_answered: bool = False

    @property
    def plays(self) -> tuple[Play, ...]:
        """The lawful plays of the roll."""
        return legal_plays(self.scene.position, self.scene.dice or (0, 0))

    @property
    def is_lawful(self) -> bool:
        """Whether the position made is one a lawful play leads to (unchanged, when none can be played)."""
        boards = (self.left.white, self.left.black)
        reached = [(play.after.white, play.after.black) for play in self.plays]
        return boards in (reached or [(self.scene.position.white, self.scene.position.black)])


@dataclass(frozen=True, slots=True)
class EarlyRoll:
    """A roll made before the opponent ended his turn.

    `scene` is the table of the unfinished turn: the side to act is the one disturbed, its dice lie on the
    board. `dice` is what was rolled too early.
    """

    scene: RulingSituation
    dice: Dice


def play_changed(play: PlayMade, laws: ConductLaws | None = None) -> Ruling:
    """A player wants to play his roll differently: he may until he has lifted his dice.

    `turn_open`: any lawful play may still be made. `turn_ended`: a lawful play stands. What becomes of an
    unlawful one `illegal_play` says, by the laws given or those of the texts.
    """
    if not play.is_lifted:
        return Ruling("turn_open", "conduct.turn-end", (_play_again(play),))
    if not play.is_lawful:
        return illegal_play(play, laws or ConductLaws())
    return Ruling("turn_ended", "conduct.turn-end", (_stands(play),))


def illegal_play(play: PlayMade, laws: ConductLaws) -> Ruling:
    """The claim that a play was not lawful. Raises `Illegal` (`dice_invalid`) when there are no dice.

    `play_lawful`: it was. `turn_open`: the turn is not over, a lawful play is made. `play_condoned`: the
    opponent has begun his turn and so accepted it. Otherwise `play_unlawful`: it is put right, or, where the
    house lets plays be condoned, the opponent chooses.
    """
    if play.is_lawful:
        return Ruling("play_lawful", "conduct.illegal-play", (_stands(play),))
    if not play.is_lifted:
        return Ruling("turn_open", "conduct.turn-end", (_play_again(play),))
    if play.is_answered:
        return Ruling("play_condoned", "conduct.illegal-play", (_stands(play),))
    if laws.illegal_plays == "correct":
        return Ruling("play_unlawful", "conduct.illegal-play", (_play_again(play),))
    ways = (_play_again(play), _stands(play))
    return Ruling("play_unlawful", "conduct.illegal-play", ways, chosen_by=play.scene.turn.other)


def premature_roll(early: EarlyRoll, laws: ConductLaws) -> Ruling:
    """A roll made before the opponent had lifted his dice. Raises `Illegal` (`dice_invalid`).

    `roll_void`: the opponent ends his turn, then the roll is made anew. `roll_stands`: he ends his turn
    knowing it, and it is played. `roll_waived`: it stands because his play is forced or contact is over.
    """
    check_dice(early.dice)
    scene = replace(early.scene, next_dice=early.dice)
    plays = _plays(early.scene)
    facts: dict[str, object] = {"dice": format_dice(early.dice)}
    if laws.waives_premature and _cannot_matter(early.scene, plays):
        continuation = Continuation("end_turn", scene, plays)
        return Ruling("roll_waived", "conduct.premature-roll", (continuation,), facts=facts)
    if laws.premature_rolls == "stands":
        continuation = Continuation("end_turn", scene, plays)
        return Ruling("roll_stands", "conduct.premature-roll", (continuation,), facts=facts)
    continuation = Continuation("end_turn", early.scene, plays)
    return Ruling("roll_void", "conduct.premature-roll", (continuation,), facts=facts)


def _plays(scene: RulingSituation) -> tuple[Play, ...]:
    return legal_plays(scene.position, scene.dice) if scene.dice else ()


def _cannot_matter(scene: RulingSituation, plays: tuple[Play, ...]) -> bool:
    return not scene.position.has_contact or (scene.dice is not None and len(plays) <= 1)


def _play_again(play: PlayMade) -> Continuation:
    plays = play.plays
    if plays:
        return Continuation("play_again", play.scene, plays)
    return Continuation("turn_lost", play.scene.to_roll(play.scene.turn.other))


def _stands(play: PlayMade) -> Continuation:
    scene = replace(play.scene, position=play.left)
    return Continuation("play_stands", scene.to_roll(play.scene.turn.other))
