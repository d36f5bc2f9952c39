"""From the steps of a game to the frames a viewer shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.actions import AcceptedIllegalPlay, Action, Beavered, Doubled, Moved
from rules.condoning import boards_of, format_change
from rules.dice import is_roll
from rules.game import Step
from rules.judging import judge
from rules.notation import BLANK, Number, ways_of
from rules.packed import Packed, pack, play_first, unpack
from rules.plays import CheckerMove, format_hops, legal_hops
from rules.position import Position
from rules.sides import Side
from rules.verdict import Frame

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

_PASSING = Moved | AcceptedIllegalPlay | Doubled | Beavered


def frames_of(steps: Sequence[Step], cube: int, faults_by_step: Mapping[int, int]) -> Iterator[Frame]:
    """The frames of a game, the starting position first; `found` maps action numbers to findings."""
    first = steps[0][0].side if steps else Side.WHITE
    before = Position.start(first)
    yield Frame(before, None, "start", "", None, cube, None)
    for number, (action, mover_board, opponent_board, value, owner) in enumerate(steps):
        after = _position(action, mover_board, opponent_board)
        dice = action.dice if isinstance(action, Moved | AcceptedIllegalPlay) else None
        text = _text(before, after, action)
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


def format_move(before: Position, action: Moved) -> str:
    """A recorded play in standard notation, hits marked; as written when it is not lawful.

    Empty when no number could be played, "?" when the record leaves out a play that was possible.
    """
    side, dice, notation, _ = action
    mover_board, opponent_board = list(before.of(side)), list(before.of(side.other))
    if not notation.steps:
        return _spell_nothing(mover_board, opponent_board, action)
    for numbers, reading in zip(ways_of(notation.steps, dice), notation.readings, strict=True):
        if play_first(pack(mover_board), pack(opponent_board), [reading]):
            return format_hops(_hops(opponent_board, numbers))
    judged = judge(mover_board, opponent_board, dice, notation)[0] if is_roll(dice) else None
    return format_hops(judged) if judged else notation.text


def _spell_nothing(mover_board: list[int], opponent_board: list[int], action: Moved) -> str:
    if not is_roll(action.dice):
        return "?"
    legal = legal_hops(mover_board, opponent_board[::-1], action.dice)
    is_forced = len(legal) == 1 and action.written is BLANK
    return format_hops(legal[0]) if is_forced else "?" if legal else ""


def _hops(opponent_board: list[int], numbers: Sequence[Number]) -> tuple[CheckerMove, ...]:
    blots = {25 - point for point in range(1, 25) if opponent_board[point] == 1}
    hops = []
    for start, end, *_ in numbers:
        hops.append(CheckerMove(start, end, end in blots))
        blots.discard(end)
    return tuple(hops)


def _position(action: Action, mover_board: Packed, opponent_board: Packed) -> Position:
    white, black = (
        (mover_board, opponent_board) if action.side is Side.WHITE else (opponent_board, mover_board)
    )
    turn = action.side.other if isinstance(action, _PASSING) else action.side
    return Position(tuple(unpack(white)), tuple(unpack(black)), turn)


def _text(before: Position, after: Position, action: Action) -> str:
    if isinstance(action, Moved):
        return format_move(before, action)
    if isinstance(action, AcceptedIllegalPlay):
        return format_change(boards_of(before, action.side), boards_of(after, action.side))
    if isinstance(action, Doubled | Beavered):
        return str(action.value)
    return ""
