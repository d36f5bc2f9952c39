"""Irregularities at the table, each a function from a position and a claim to the legal continuations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from .crawford import is_too_early_by_holland
from .cube import CENTRED, Cube, is_dead
from .dice import Dice, check_dice, format_dice
from .errors import Illegal
from .match import GameOutcome, Kind, MatchScore, check_length
from .options import ConductLaws, MatchLaws
from .plays import Play, legal_plays
from .position import Checkers, Position
from .sides import Side

Moment = Literal["in_game", "after_game", "next_game", "recorded"]


@dataclass(frozen=True, slots=True)
class RulingSituation:
    """The situation at the table; `position.turn` is the side to act, `dice` its roll, None before rolling.

    `next_dice` is a roll the other side has already made for its turn. `offer` is the side whose double waits
    for an answer.
    """

    position: Position
    dice: Dice | None = None
    cube: Cube = CENTRED
    offer: Side | None = None
    next_dice: Dice | None = None

    @property
    def turn(self) -> Side:
        """The side to act."""
        return self.position.turn

    def to_roll(self, side: Side) -> RulingSituation:
        """The same table with `side` to roll or double."""
        return replace(self, position=self.position.with_turn(side), dice=None, offer=None)


@dataclass(frozen=True, slots=True)
class Continuation:
    """One legal continuation. `code` names it; `situation` is where play goes on from, None after the game.

    `plays` are the legal plays when a roll is to be played (again); `score` and `outcome` are set when they
    are corrected.
    """

    code: str
    situation: RulingSituation | None = None
    plays: tuple[Play, ...] = ()
    score: MatchScore | None = None
    outcome: GameOutcome | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on a claim: its `code`, the rule (`law`) cited, and the legal continuations.

    When there are several, `chosen_by` is the side that chooses; otherwise it is None.
    """

    code: str
    law: str
    continuations: tuple[Continuation, ...]
    chosen_by: Side | None = None
    facts: dict[str, object] = field(default_factory=dict)


Reply = Literal["none", "taken", "dropped"]


@dataclass(frozen=True, slots=True)
class DoubleMade:
    """A double as it was made. `situation` is the table before it: whose turn, the dice if rolled, the cube.

    `reply` is the opponent's answer. `is_played_on`: there was a roll since. `moment` is the time of the
    claim; `outcome` how the game ended, if it has. `rolls` counts the rolls of both sides in this game before
    the double; the Holland rule requires four.
    """

    situation: RulingSituation
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

    situation: RulingSituation
    takers: tuple[Side, ...] = ()
    moment: Moment = "in_game"
    outcome: GameOutcome | None = None
    automatic: int = 0


def wrong_double(double: DoubleMade, laws: MatchLaws, conduct: ConductLaws) -> Ruling:
    """Return the ruling on a claim that a double was illegal.

    In the Crawford game `crawford_double_void`, until the next game has begun or the result that ended the
    match is recorded, then `double_recorded`. Else `double_lawful`; or `double_void`, the cube going back
    (facts `fault`: "cube_not_owned", "after_roll", "out_of_turn", "dead_cube", "holland_double"); or
    `double_waits`, where early actions stand; or `double_condoned`, once it was answered or play went on.
    """
    if double.score.is_crawford:
        return _in_crawford_game(double)
    fault, law = _fault(double, laws)
    if not fault:
        return Ruling("double_lawful", "cube.before-roll", (_double_stands(double),))
    facts: dict[str, object] = {"fault": fault}
    if double.reply != "none" or double.is_played_on:
        return Ruling("double_condoned", "conduct.wrong-double", (_double_stands(double),), facts=facts)
    if fault == "out_of_turn" and conduct.premature_rolls == "stands":
        continuation = Continuation("end_turn", replace(double.situation, offer=double.doubler))
        return Ruling("double_waits", "conduct.wrong-double", (continuation,), facts=facts)
    return Ruling("double_void", law, (Continuation("play_on", double.situation),), facts=facts)


def left_over_cube(claim: CubeLeftOver) -> Ruling:
    """Return the ruling on a cube not reset after the last game: corrected at any time, without further loss.

    The correct value follows from the doubles of this game alone, automatic ones too. `cube_put_right` in or
    after the game (which is then scored at the right value), `cube_recorded` once the result has been
    recorded.
    """
    right = Cube(2 ** (claim.automatic + len(claim.takers)), claim.takers[-1] if claim.takers else None)
    facts: dict[str, object] = {"cube": right.value, "shown": claim.situation.cube.value}
    if claim.moment == "recorded":
        continuation = Continuation("result_stands", outcome=claim.outcome)
        return Ruling("cube_recorded", "conduct.left-over-cube", (continuation,), facts=facts)
    if claim.outcome:
        scored = Continuation("score_anew", outcome=_at(claim.outcome, right.value))
        return Ruling("cube_put_right", "conduct.left-over-cube", (scored,), facts=facts)
    continuation = Continuation("play_on", replace(claim.situation, cube=right))
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
    continuation = Continuation("play_on", replace(double.situation, cube=CENTRED, offer=None))
    return Ruling("crawford_double_void", law, (continuation,))


def _at(outcome: GameOutcome, cube: int) -> GameOutcome:
    """The outcome with another cube; a drop of a double that was void becomes a resignation."""
    kind: Kind = "resigned_single" if outcome.kind == "drop" else outcome.kind
    return GameOutcome(outcome.winner, kind, cube)


def _fault(double: DoubleMade, laws: MatchLaws) -> tuple[str, str]:
    situation, score = double.situation, double.score
    if not situation.cube.is_open_to(double.doubler):
        return "cube_not_owned", "cube.owner"
    if situation.turn is not double.doubler:
        return "out_of_turn", "cube.before-roll"
    if situation.dice:
        return "after_roll", "cube.before-roll"
    is_banned = score.length and laws.dead_cube == "refuse"
    if is_banned and is_dead(situation.cube.value, score.away(double.doubler)):
        return "dead_cube", "cube.dead"
    if laws.holland and is_too_early_by_holland(score.crawford, double.rolls):
        return "holland_double", "match.holland"
    return "", ""


def _double_stands(double: DoubleMade) -> Continuation:
    value, taker = double.situation.cube.value, double.doubler.other
    if double.reply == "dropped":
        return Continuation("game_over", outcome=GameOutcome(double.doubler, "drop", value))
    if double.reply == "taken":
        return Continuation("play_on", replace(double.situation, cube=Cube(value * 2, taker), offer=None))
    return Continuation("answer_double", replace(double.situation, offer=double.doubler))


Landing = Literal["flat", "cocked", "on_checker", "off_board", "wrong_half"]


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """A roll: the dice, where each came to rest, and whether both left the cup together.

    The dice, None where they are unknown, matter only if the roll counts.
    """

    dice: Dice | None
    landings: tuple[Landing, Landing] = ("flat", "flat")
    is_together: bool = True

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the roll; empty when it counts."""
        apart = () if self.is_together else ("apart",)
        return (*(landing for landing in self.landings if landing != "flat"), *apart)


def find_roll_faults(roll: DiceRoll, laws: ConductLaws) -> tuple[str, ...]:
    """Return what is wrong with a roll by the rules in force; empty if it counts."""
    is_either_half = laws.dice_half == "either"
    return tuple(fault for fault in roll.faults if not (is_either_half and fault == "wrong_half"))


def judge_roll(situation: RulingSituation, roll: DiceRoll, laws: ConductLaws | None = None) -> Ruling:
    """Return the ruling on a roll of the side to act.

    Both dice must lie flat on the half to the roller's right, or on either half where the rules in force
    allow it, rolled together. If not, `dice_rerolled`: both are rolled again. Else `dice_stand`: the roll is
    played. Raises `Illegal` (`dice_invalid`) for impossible dice, and for a roll that counts without dice.
    """
    if roll.dice is not None:
        check_dice(roll.dice)
    faults = find_roll_faults(roll, laws or ConductLaws())
    if faults:
        again = Continuation("roll_again", replace(situation, dice=None))
        return Ruling("dice_rerolled", "conduct.dice", (again,), facts={"faults": faults})
    if roll.dice is None:
        raise Illegal("dice_invalid", "dice.valid", dice="--")
    plays = legal_plays(situation.position, roll.dice)
    return Ruling(
        "dice_stand", "conduct.dice", (Continuation("play", replace(situation, dice=roll.dice), plays),)
    )


@dataclass(frozen=True, slots=True)
class LengthPlayed:
    """The results both agree on, the length `announced` and the one they were `played_to`."""

    announced: int
    played_to: int
    games: Sequence[GameOutcome]
    moment: Moment = "in_game"


def wrong_length(claim: LengthPlayed, laws: MatchLaws) -> Ruling:
    """Return the ruling on a claim of a wrong match length. Raises `Illegal` (`match_length_invalid`).

    `length_right`: it was not wrong. `length_decided`: a player had reached the announced length, and won
    then; later games do not count (facts `idle`). `length_corrected`: the match goes on to the announced
    length. `length_for_director`, once the result is recorded: only the desk may correct it. Points stay as
    they were won, also by a cube that the announced length would have forbidden.
    """
    check_length(claim.announced)
    score, games_counted = _count(claim, laws)
    facts: dict[str, object] = {
        "announced": claim.announced,
        "played": claim.played_to,
        "white": score.white,
        "black": score.black,
        "idle": len(claim.games) - games_counted,
    }
    on, over = Continuation("match_goes_on", score=score), Continuation("match_decided", score=score)
    continuations = (over,) if score.winner else (on,)
    law = "conduct.match-length"
    if claim.announced == claim.played_to:
        return Ruling("length_right", law, continuations, facts=facts)
    if claim.moment == "recorded":
        return Ruling("length_for_director", law, continuations, facts=facts)
    if score.winner:
        return Ruling("length_decided", law, continuations, facts=facts)
    return Ruling("length_corrected", law, continuations, facts=facts)


def _count(claim: LengthPlayed, laws: MatchLaws) -> tuple[MatchScore, int]:
    """The score at the announced length, and the number of games to it."""
    score, games_counted = MatchScore.new(claim.announced, laws), 0
    for outcome in claim.games:
        if score.winner:
            break
        score, games_counted = score.credit(outcome), games_counted + 1
    return score, games_counted


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """The results both agree on, and the score that was recorded: White's points, then Black's."""

    length: int
    games: Sequence[GameOutcome]
    white: int
    black: int
    moment: Moment = "in_game"


def wrong_score(claim: ScoreShown, laws: MatchLaws) -> Ruling:
    """Return the ruling on a claim that the score is wrong; it is recounted from the games.

    `score_right`: it is not. `score_corrected`: it is corrected now, with the Crawford game where it then
    falls. `score_for_director` once the result is recorded: only the desk may correct it, with its reason.
    Games played after the match was won do not count (facts `idle`). Raises `Illegal` for impossible games.
    """
    score, games_counted = MatchScore.new(claim.length, laws), 0
    for outcome in claim.games:
        if score.winner:
            break
        score, games_counted = score.after(outcome), games_counted + 1
    facts: dict[str, object] = {
        "white": score.white,
        "black": score.black,
        "idle": len(claim.games) - games_counted,
    }
    continuations = (Continuation("score_put_right", score=score),)
    if (score.white, score.black) == (claim.white, claim.black) and games_counted == len(claim.games):
        return Ruling("score_right", "conduct.score", continuations, facts=facts)
    if claim.moment == "recorded":
        return Ruling("score_for_director", "conduct.score", continuations, facts=facts)
    return Ruling("score_corrected", "conduct.score", continuations, facts=facts)


@dataclass(frozen=True, slots=True)
class WrongSetup:
    """`situation` is the table now, `start` where the game was begun from, `rolls` how many were made."""

    situation: RulingSituation
    start: Position
    rolls: int = 0


def wrong_setup(claim: WrongSetup, laws: ConductLaws) -> Ruling:
    """Return the ruling on a claim that the checkers were set up wrongly.

    `setup_right`: they were not. `setup_corrected`, until `laws.setup_turns` rolls have been made: the
    misplaced checkers are moved where they belong; when the plays made since do not allow it, the game is
    restarted. `setup_stands` after that.
    """
    facts: dict[str, object] = {"rolls": claim.rolls, "most": laws.setup_turns}
    on = Continuation("play_on", claim.situation)
    right = Position.start()
    if (claim.start.white, claim.start.black) == (right.white, right.black):
        return Ruling("setup_right", "board.checkers", (on,))
    if claim.rolls > laws.setup_turns:
        return Ruling("setup_stands", "conduct.setup", (on,), facts=facts)
    return Ruling("setup_corrected", "conduct.setup", (_corrected(claim),), facts=facts)


def _corrected(claim: WrongSetup) -> Continuation:
    now, right = claim.situation.position, Position.start()
    position = Position(
        _put_right(now.white, claim.start.white, right.white),
        _put_right(now.black, claim.start.black, right.black),
        now.turn,
    )
    if position.faults():
        return Continuation("game_anew", RulingSituation(right))
    return Continuation("play_on", replace(claim.situation, position=position))


def _put_right(now: Checkers, start: Checkers, right: Checkers) -> Checkers:
    return tuple(
        current + belonging - expected for current, expected, belonging in zip(now, start, right, strict=True)
    )


@dataclass(frozen=True, slots=True)
class PlayMade:
    """A play as made. `situation` is the table before it, with the mover to act and the dice.

    `left` is the position after it. `is_lifted`: the mover has picked up the dice. `is_answered`: the
    opponent has since rolled or doubled.
    """

    situation: RulingSituation
    left: Position
    is_lifted: bool = True
    is_answered: bool = False

    @property
    def plays(self) -> tuple[Play, ...]:
        """The legal plays of the roll."""
        return legal_plays(self.situation.position, self.situation.dice or (0, 0))

    @property
    def is_legal(self) -> bool:
        """Whether the position is the result of a legal play (unchanged, when none is possible)."""
        boards = (self.left.white, self.left.black)
        reached = [(play.after.white, play.after.black) for play in self.plays]
        return boards in (reached or [(self.situation.position.white, self.situation.position.black)])


@dataclass(frozen=True, slots=True)
class EarlyRoll:
    """A roll made before the opponent ended the turn.

    `situation` is the table of the unfinished turn: the side to act is the one disturbed, its dice lie on the
    board. `dice` is the premature roll, None where it is not known.
    """

    situation: RulingSituation
    dice: Dice | None = None


def play_changed(play: PlayMade, laws: ConductLaws | None = None) -> Ruling:
    """Return the ruling on a player who wants to change a play: allowed until the dice are lifted.

    `turn_open`: any legal play may still be made. `turn_ended`: a legal play stands. For illegal plays see
    `illegal_play`, by the given conduct rules or the defaults.
    """
    if not play.is_lifted:
        return Ruling("turn_open", "conduct.turn-end", (_play_again(play),))
    if not play.is_legal:
        return illegal_play(play, laws or ConductLaws())
    return Ruling("turn_ended", "conduct.turn-end", (_play_stands(play),))


def illegal_play(play: PlayMade, laws: ConductLaws) -> Ruling:
    """Return the ruling on a claim that a play was illegal. Raises `Illegal` (`dice_invalid`) without dice.

    `play_lawful`: it was legal. `turn_open`: the turn is not over, a legal play is made. `play_condoned`: the
    opponent has begun their turn and so accepted it. Otherwise `play_unlawful`: it is corrected, or, where
    illegal plays may be accepted, the opponent chooses.
    """
    if play.is_legal:
        return Ruling("play_lawful", "conduct.illegal-play", (_play_stands(play),))
    if not play.is_lifted:
        return Ruling("turn_open", "conduct.turn-end", (_play_again(play),))
    if play.is_answered:
        return Ruling("play_condoned", "conduct.illegal-play", (_play_stands(play),))
    if laws.illegal_plays == "correct":
        return Ruling("play_unlawful", "conduct.illegal-play", (_play_again(play),))
    ways = (_play_again(play), _play_stands(play))
    return Ruling("play_unlawful", "conduct.illegal-play", ways, chosen_by=play.situation.turn.other)


def premature_roll(early: EarlyRoll, laws: ConductLaws) -> Ruling:
    """Return the ruling on a roll before the opponent lifted the dice. Raises `Illegal` (`dice_invalid`).

    `roll_void`: the opponent ends the turn, then the roll is repeated. `roll_stands`: the opponent ends the
    turn knowing it, and it is played. `roll_waived`: it stands because the play is forced or contact is over.
    """
    if early.dice is not None:
        check_dice(early.dice)
    situation = replace(early.situation, next_dice=early.dice)
    plays = _plays(early.situation)
    facts: dict[str, object] = {"dice": format_dice(early.dice) if early.dice else ""}
    if laws.waives_premature and _cannot_matter(early.situation, plays):
        continuation = Continuation("end_turn", situation, plays)
        return Ruling("roll_waived", "conduct.premature-roll", (continuation,), facts=facts)
    if laws.premature_rolls == "stands":
        continuation = Continuation("end_turn", situation, plays)
        return Ruling("roll_stands", "conduct.premature-roll", (continuation,), facts=facts)
    continuation = Continuation("end_turn", early.situation, plays)
    return Ruling("roll_void", "conduct.premature-roll", (continuation,), facts=facts)


def _plays(situation: RulingSituation) -> tuple[Play, ...]:
    return legal_plays(situation.position, situation.dice) if situation.dice else ()


def _cannot_matter(situation: RulingSituation, plays: tuple[Play, ...]) -> bool:
    return not situation.position.has_contact or (situation.dice is not None and len(plays) <= 1)


def _play_again(play: PlayMade) -> Continuation:
    plays = play.plays
    if plays:
        return Continuation("play_again", play.situation, plays)
    return Continuation("turn_lost", play.situation.to_roll(play.situation.turn.other))


def _play_stands(play: PlayMade) -> Continuation:
    situation = replace(play.situation, position=play.left)
    return Continuation("play_stands", situation.to_roll(play.situation.turn.other))
