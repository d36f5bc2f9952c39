"""The course of a recorded game, for writers that need every checker move or omit the cube's value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..action_replay import ActionReplay
from ..actions import Action, Moved, Took
from ..dice import is_roll, numbers
from ..match import MatchScore
from ..notation import BLANK, UNKNOWN
from ..options import MatchLaws
from ..play_faults import Board, find_forced_play, judge_play
from ..plays import can_move
from ..record import RecordedGame
from ..sides import Side

Moves = tuple[tuple[int, int], ...]


class CourseTurn(NamedTuple):
    """An action and, for a roll, its checker moves in the mover's numbering.

    `moves` is empty when nothing was played, None when the play is unknown.
    """

    action: Action
    moves: Moves | None = None


class Course(NamedTuple):
    """A game action by action, and its winner on the board or by a drop, if any."""

    turns: tuple[CourseTurn, ...]
    winner: Side | None


def course_of(recorded: RecordedGame, length: int) -> Course:
    """Return the course of a game, with acceptances of beavers, which some formats omit, inserted."""
    game = ActionReplay(MatchScore(length), MatchLaws(), recorded.initial_cube)
    turns = tuple(_turns_of(recorded, game))
    return Course(turns, game.winner)


def _turns_of(recorded: RecordedGame, game: ActionReplay) -> Iterator[CourseTurn]:
    raiser: Side | None = None
    last = len(recorded.actions) - 1
    for number, action in enumerate(recorded.actions):
        if isinstance(action, Moved):
            if game.offer and game.is_beaver and raiser:
                yield CourseTurn(Took(raiser.other))
            mover_board, opponent_board = game.boards(action.side)
            yield CourseTurn(action, _moves_of(mover_board, opponent_board, action, is_last=number == last))
        else:
            yield CourseTurn(action)
        raiser = action.side
        game.apply(action)


def _moves_of(mover_board: Board, opponent_board: Board, action: Moved, *, is_last: bool) -> Moves | None:
    _, dice, notation, _ = action
    if not notation.steps:
        return _nothing(mover_board, opponent_board, action, is_last=is_last)
    is_joined = is_roll(dice) and len(notation.steps) < len(numbers(dice))
    moves = judge_play(mover_board, opponent_board, dice, notation)[0] if is_joined else None
    return _in_order(mover_board, tuple((move[0], move[1]) for move in moves or notation.steps))


def _in_order(mover_board: Board, moves: Moves) -> Moves:
    """Order the moves so that each finds its checker, if possible: as written or from the back."""
    for ordered in (moves, tuple(sorted(moves, reverse=True))):
        board = mover_board[:]
        for start, end in ordered:
            board[end] += 1
            board[start] -= 1
            if board[start] < 0:
                break
        else:
            return ordered
    return moves


def _nothing(mover_board: Board, opponent_board: Board, action: Moved, *, is_last: bool) -> Moves | None:
    """A roll without a play: a dance, an omitted forced play, or an unknown play."""
    _, dice, notation, _ = action
    if notation is UNKNOWN or not is_roll(dice):
        return None
    if notation is not BLANK or not can_move(mover_board, opponent_board[::-1], dice):
        return ()
    forced = find_forced_play(mover_board, opponent_board, dice)
    if forced is None:
        return None if is_last else ()
    return tuple((move[0], move[1]) for move in forced)
