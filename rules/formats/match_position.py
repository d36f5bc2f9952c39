"""A position of a match with cube, dice and score, as position identifiers describe it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ..crawford import find_cube_refusal, get_state_at, must_be_crawford_game
from ..cube import is_cube_value
from ..dice import Dice, format_dice, is_roll
from ..errors import Illegal, Refusal
from ..match import GameOutcome, MatchScore, check_outcome, check_score
from ..position import Position
from ..sides import Side

GameState = Literal["none", "playing", "over", "resigned", "dropped"]


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """The content of an XGID or a pair of GNU IDs; `length` 0 is money play.

    `position` is None when only a match ID was read; otherwise its side to play is `turn`. `dice` is None
    before the roll; `is_doubled`: `turn` has offered a double not yet answered. `players` are the names of
    White and Black if given.

    `raises` counts the immediate raises of that double: 1 a beaver, 2 a raccoon too. `cube` is then the
    accepted value, and is owned by the side that beavered; `turn` stays the side that doubled. `resigned` is
    the level of the resignation `turn` has offered, 1 to 3, or 0.
    """

    position: Position | None
    turn: Side = Side.WHITE
    dice: Dice | None = None
    cube: int = 1
    cube_owner: Side | None = None
    is_doubled: bool = False
    is_crawford: bool = False
    length: int = 0
    white: int = 0
    black: int = 0
    jacoby: bool = False
    beavers: bool = False
    players: tuple[str, str] = ("", "")
    raises: int = 0
    resigned: int = 0
    state: GameState = "playing"
    cube_limit: int = 1024

    def with_crawford_mark(self) -> MatchPosition:
        """The same moment, marked as the Crawford game where the score leaves no other game."""
        is_crawford = self.is_crawford or must_be_crawford_game(self.length, self.white, self.black)
        return replace(self, is_crawford=is_crawford)

    def mirror(self) -> MatchPosition:
        """The same moment with the two sides exchanged."""
        return replace(
            self,
            position=self.position and self.position.mirror(),
            turn=self.turn.other,
            cube_owner=self.cube_owner and self.cube_owner.other,
            white=self.black,
            black=self.white,
            players=(self.players[1], self.players[0]),
        )

    def faults(self) -> tuple[Refusal, ...]:
        """Everything impossible in this state: checkers, turn, dice, cube, score; empty when it is valid.

        Cubes are judged by the rules of a match without automatic doubles; in money play any value may be in
        the centre.
        """
        return (*_faults_on_the_board(self), *_faults_of_the_cube(self), *_faults_of_the_score(self))

    def check(self) -> None:
        """Raise the first fault of this moment, if it has one."""
        for fault in self.faults():
            raise fault

    @property
    def decider(self) -> Side:
        """The side to decide: the other one while it has a double or a resignation to answer."""
        is_answered = self.is_doubled and not self.raises % 2
        return self.turn.other if is_answered or self.resigned else self.turn

    @property
    def score(self) -> MatchScore:
        """The match score at this moment.

        One point short it is past the Crawford game, unless this is marked as it or can be nothing else.
        """
        if not self.length:
            return MatchScore(0, self.white, self.black)
        state = get_state_at(self.length, self.white, self.black, is_marked=self.is_crawford)
        return MatchScore(self.length, self.white, self.black, state)


def _faults_on_the_board(match_position: MatchPosition) -> Iterator[Refusal]:
    position, dice = match_position.position, match_position.dice
    if position:
        yield from position.faults()
        if position.turn is not match_position.turn:
            yield Illegal("turn_unclear", "turn.alternate", side=position.turn.value)
    if dice is not None and not is_roll(dice):
        yield Illegal("dice_invalid", "dice.valid", dice=format_dice(dice))
    if dice is not None and match_position.is_doubled:
        yield Illegal("double_after_roll", "cube.before-roll", dice=format_dice(dice))


def _faults_of_the_cube(match_position: MatchPosition) -> Iterator[Refusal]:
    cube, owner = match_position.cube, match_position.cube_owner
    if not is_cube_value(cube):
        yield Illegal("cube_impossible", "cube.values", cube=cube)
        return
    if cube == 1 and owner:
        yield Illegal("cube_unturned", "cube.owner", side=owner.value)
    if cube > 1 and not owner and match_position.length:
        yield Illegal("cube_without_owner", "cube.owner", cube=cube)
    refusal = find_cube_refusal(match_position.score.crawford, cube, is_doubled=match_position.is_doubled)
    if refusal:
        yield refusal
    if match_position.is_doubled and not match_position.raises and owner is match_position.turn.other:
        yield Illegal("cube_not_owned", "cube.owner", value=cube * 2)


def _faults_of_the_score(match_position: MatchPosition) -> Iterator[Refusal]:
    length, white, black = match_position.length, match_position.white, match_position.black
    facts: dict[str, object] = {"length": length, "white": white, "black": black}
    try:
        if length:
            check_score(length, white, black)
        elif min(white, black) < 0:
            raise Illegal("score_negative", "match.length", **facts)
        if (
            is_cube_value(match_position.cube)
            and not match_position.score.is_crawford
            and match_position.state != "over"
        ):
            check_outcome(
                match_position.score, GameOutcome(match_position.turn, "single", match_position.cube)
            )
    except Refusal as fault:
        yield fault
        return
    if not 0 <= match_position.resigned <= 3:
        yield Illegal("resignation_too_high", "game.resign", level=match_position.resigned, most=3)
    if match_position.is_crawford and (length < 2 or length - 1 not in (white, black)):
        yield Illegal("crawford_score", "match.crawford", **facts)
