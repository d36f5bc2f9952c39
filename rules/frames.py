"""The frames of a game: after each action the board, the cube and the text that a viewer shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .accepted_illegal_plays import format_change
from .action_replay import Step
from .actions import AcceptedIllegalPlay, Action, Beavered, Doubled, Moved, Placed
from .dice import is_roll
from .notation import BLANK, Number, ways_of
from .packed_board import pack, play_first, unpack
from .play_faults import get_boards, judge_play
from .plays import CheckerMove, format_moves, list_legal_plays
from .position import Position
from .sides import Side
from .verdict import Frame

_KINDS = {
    "Moved": "roll",
    "Doubled": "double",
    "Beavered": "beaver",
    "Took": "take",
    "Dropped": "drop",
    "Conceded": "concede",
    "Placed": "place",
    "AcceptedIllegalPlay": "condone",
}


def list_frames(
    steps: Sequence[Step], cube: int, faults_by_step: Mapping[int, int], guessed_from: int | None = None
) -> Iterator[Frame]:
    """The frames of a game, the starting position first.

    `faults_by_step` has the index of the finding of an action by the number of the action. The boards from
    action `guessed_from` on follow from a play that the record does not have: later plays are as written.
    """
    to_roll = steps[0][0].side if steps else Side.WHITE
    before = Position.start(to_roll)
    yield Frame(before, None, "start", "", None, cube, None)
    for number, (action, mover_board, opponent_board, value, owner) in enumerate(steps):
        to_roll = _find_next_to_roll(action, to_roll)
        turn = action.side.other if isinstance(action, Doubled | Beavered) else to_roll
        white, black = (
            (mover_board, opponent_board) if action.side is Side.WHITE else (opponent_board, mover_board)
        )
        after = Position(tuple(unpack(white)), tuple(unpack(black)), turn)
        dice = action.dice if isinstance(action, Moved | AcceptedIllegalPlay) else None
        is_guessed = guessed_from is not None and number >= guessed_from
        text = _text(before, after, action, as_written=is_guessed)
        yield Frame(
            after,
            action.side,
            _KINDS[type(action).__name__],
            text,
            dice,
            value,
            owner,
            faults_by_step.get(number),
        )
        before = after


def format_recorded_play(before: Position, action: Moved) -> str:
    """Return a recorded play in standard notation, hits marked; as written when it is illegal.

    Empty when no number could be played, "?" when the record omits a possible play.
    """
    side, dice, notation, _ = action
    mover_board, opponent_board = list(before.of(side)), list(before.of(side.other))
    if not notation.steps:
        return _spell_nothing(mover_board, opponent_board, action)
    for numbers, reading in zip(ways_of(notation.steps, dice), notation.readings, strict=True):
        if play_first(pack(mover_board), pack(opponent_board), [reading]):
            return format_moves(_moves_of(opponent_board, numbers))
    judged = judge_play(mover_board, opponent_board, dice, notation)[0] if is_roll(dice) else None
    return format_moves(judged) if judged else notation.text


def _spell_nothing(mover_board: list[int], opponent_board: list[int], action: Moved) -> str:
    if not is_roll(action.dice):
        return "?"
    legal = list_legal_plays(mover_board, opponent_board[::-1], action.dice)
    is_forced = len(legal) == 1 and action.written is BLANK
    return format_moves(legal[0]) if is_forced else "?" if legal else ""


def _moves_of(opponent_board: list[int], numbers: Sequence[Number]) -> tuple[CheckerMove, ...]:
    blots = {25 - point for point in range(1, 25) if opponent_board[point] == 1}
    moves = []
    for start, end, *_ in numbers:
        moves.append(CheckerMove(start, end, end in blots))
        blots.discard(end)
    return tuple(moves)


def _find_next_to_roll(action: Action, to_roll: Side) -> Side:
    """The side to roll after an action: doubles and their answers do not change it."""
    if isinstance(action, Moved | AcceptedIllegalPlay):
        return action.side.other
    return action.position.turn if isinstance(action, Placed) else to_roll


def _text(before: Position, after: Position, action: Action, *, as_written: bool) -> str:
    if isinstance(action, Moved):
        is_kept = as_written and action.written.steps
        return action.written.text if is_kept else format_recorded_play(before, action)
    if isinstance(action, AcceptedIllegalPlay):
        return format_change(get_boards(before, action.side), get_boards(after, action.side))
    if isinstance(action, Doubled | Beavered):
        return str(action.value)
    return ""
