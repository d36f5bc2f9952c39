"""The course of a recorded game, for writers that need every checker move or omit the cube's value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..actions import Action, Moved, Took
from ..dice import is_roll, numbers
from ..game import ActionReplay
from ..legality import Board, forced_play, judge
from ..match import MatchScore
from ..notation import BLANK, UNKNOWN
from ..options import MatchLaws
from ..plays import can_move
from ..record import RecordedGame
from ..sides import Side

Hops = tuple[tuple[int, int], ...]


class CourseTurn(NamedTuple):
    """An action and, for a roll, its checker moves in the mover's numbering.

    `hops` is empty when nothing was played, None when the play is unknown.
    """

    action: Action
    hops: Hops | None = None


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
            yield CourseTurn(action, _hops(mover_board, opponent_board, action, is_last=number == last))
        else:
            yield CourseTurn(action)
        raiser = action.side
        game.apply(action)


def _hops(mover_board: Board, opponent_board: Board, action: Moved, *, is_last: bool) -> Hops | None:
    _, dice, notation, _ = action
    if not notation.steps:
        return _nothing(mover_board, opponent_board, action, is_last=is_last)
    is_joined = is_roll(dice) and len(notation.steps) < len(numbers(dice))
    hops = judge(mover_board, opponent_board, dice, notation)[0] if is_joined else None
    return _in_order(mover_board, tuple((hop[0], hop[1]) for hop in hops or notation.steps))


def _in_order(mover_board: Board, hops: Hops) -> Hops:
    """Order the moves so that each finds its checker, if possible: as written or from the back."""
    for ordered in (hops, tuple(sorted(hops, reverse=True))):
        board = mover_board[:]
        for start, end in ordered:
            board[end] += 1
            board[start] -= 1
            if board[start] < 0:
                break
        else:
            return ordered
    return hops


def _nothing(mover_board: Board, opponent_board: Board, action: Moved, *, is_last: bool) -> Hops | None:
    """A roll without a play: a dance, an omitted forced play, or an unknown play."""
    _, dice, notation, _ = action
    if notation is UNKNOWN or not is_roll(dice):
        return None
    if notation is not BLANK or not can_move(mover_board, opponent_board[::-1], dice):
        return ()
    forced = forced_play(mover_board, opponent_board, dice)
    if forced is None:
        return None if is_last else ()
    return tuple((hop[0], hop[1]) for hop in forced)
