"""Where a turn ends, what becomes of an unlawful play, and of a roll made too early."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.conduct.rulings import Continuation, Ruling, Scene
from rules.dice import Dice, check_dice, spell
from rules.options import ConductLaws
from rules.plays import Play, legal_plays
from rules.position import Position


@dataclass(frozen=True, slots=True)
class PlayMade:
    """A play as it lies. `scene` is the table before it, with the mover to act and his dice.

    `left` is the position he made. `is_lifted`: he has picked up his dice. `is_answered`: the opponent has
    since rolled or doubled.
    """

    scene: Scene
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
        made = (self.left.white, self.left.black)
        reached = [(play.after.white, play.after.black) for play in self.plays]
        return made in (reached or [(self.scene.position.white, self.scene.position.black)])


@dataclass(frozen=True, slots=True)
class EarlyRoll:
    """A roll made before the opponent ended his turn.

    `scene` is the table of the unfinished turn: the side to act is the one disturbed, its dice lie on the
    board. `dice` is what was rolled too early.
    """

    scene: Scene
    dice: Dice


def play_changed(made: PlayMade, laws: ConductLaws | None = None) -> Ruling:
    """A player wants to play his roll differently: he may until he has lifted his dice.

    `turn_open`: any lawful play may still be made. `turn_ended`: a lawful play stands. What becomes of an
    unlawful one `illegal_play` says, by the laws given or those of the texts.
    """
    if not made.is_lifted:
        return Ruling("turn_open", "conduct.turn-end", (_play_again(made),))
    if not made.is_lawful:
        return illegal_play(made, laws or ConductLaws())
    return Ruling("turn_ended", "conduct.turn-end", (_stands(made),))


def illegal_play(made: PlayMade, laws: ConductLaws) -> Ruling:
    """The claim that a play was not lawful. Raises `Illegal` (`dice_invalid`) when there are no dice.

    `play_lawful`: it was. `turn_open`: the turn is not over, a lawful play is made. `play_condoned`: the
    opponent has begun his turn and so accepted it. Otherwise `play_unlawful`: it is put right, or, where the
    house lets plays be condoned, the opponent chooses.
    """
    if made.is_lawful:
        return Ruling("play_lawful", "conduct.illegal-play", (_stands(made),))
    if not made.is_lifted:
        return Ruling("turn_open", "conduct.turn-end", (_play_again(made),))
    if made.is_answered:
        return Ruling("play_condoned", "conduct.illegal-play", (_stands(made),))
    if laws.illegal_plays == "correct":
        return Ruling("play_unlawful", "conduct.illegal-play", (_play_again(made),))
    ways = (_play_again(made), _stands(made))
    return Ruling("play_unlawful", "conduct.illegal-play", ways, chosen_by=made.scene.turn.other)


def premature_roll(early: EarlyRoll, laws: ConductLaws) -> Ruling:
    """A roll made before the opponent had lifted his dice. Raises `Illegal` (`dice_invalid`).

    `roll_void`: the opponent ends his turn, then the roll is made anew. `roll_stands`: he ends his turn
    knowing it, and it is played. `roll_waived`: it stands because his play is forced or contact is over.
    """
    check_dice(early.dice)
    kept = replace(early.scene, next_dice=early.dice)
    plays = _plays(early.scene)
    facts: dict[str, object] = {"dice": spell(early.dice)}
    if laws.waives_premature and _cannot_matter(early.scene, plays):
        way = Continuation("end_turn", kept, plays)
        return Ruling("roll_waived", "conduct.premature-roll", (way,), facts=facts)
    if laws.premature_rolls == "stands":
        way = Continuation("end_turn", kept, plays)
        return Ruling("roll_stands", "conduct.premature-roll", (way,), facts=facts)
    way = Continuation("end_turn", early.scene, plays)
    return Ruling("roll_void", "conduct.premature-roll", (way,), facts=facts)


def _plays(scene: Scene) -> tuple[Play, ...]:
    return legal_plays(scene.position, scene.dice) if scene.dice else ()


def _cannot_matter(scene: Scene, plays: tuple[Play, ...]) -> bool:
    return not scene.position.has_contact or (scene.dice is not None and len(plays) <= 1)


def _play_again(made: PlayMade) -> Continuation:
    plays = made.plays
    if plays:
        return Continuation("play_again", made.scene, plays)
    return Continuation("turn_lost", made.scene.to_roll(made.scene.turn.other))


def _stands(made: PlayMade) -> Continuation:
    scene = replace(made.scene, position=made.left)
    return Continuation("play_stands", scene.to_roll(made.scene.turn.other))
