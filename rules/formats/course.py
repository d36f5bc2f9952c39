"""The course of a recorded game for writers that spell plays hop by hop or leave the cube's value out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.actions import Action, Moved, Took
from rules.dice import is_roll, numbers
from rules.game import Game
from rules.judging import Board, forced_play, judge
from rules.match import MatchScore
from rules.notation import BLANK, UNKNOWN
from rules.options import MatchLaws
from rules.plays import can_move
from rules.record import RecordedGame
from rules.sides import Side

Hops = tuple[tuple[int, int], ...]


class Told(NamedTuple):
    """An action and, for a roll, its hops from place to place in the mover's numbering.

    `hops` is empty when nothing was played, None when the record does not tell the play.
    """

    action: Action
    hops: Hops | None = None


class Course(NamedTuple):
    """A game told action by action, and who won it on the board or by a drop, if anybody did."""

    told: tuple[Told, ...]
    winner: Side | None


def course_of(recorded: RecordedGame, length: int) -> Course:
    """Tell a game; the acceptance of a beaver, which some writers leave out, is put in."""
    game = Game(MatchScore(length), MatchLaws(), recorded.initial_cube)
    told = tuple(_tell(recorded, game))
    return Course(told, game.winner)


def _tell(recorded: RecordedGame, game: Game) -> Iterator[Told]:
    raiser: Side | None = None
    last = len(recorded.actions) - 1
    for number, action in enumerate(recorded.actions):
        if isinstance(action, Moved):
            if game.offer and game.is_beaver and raiser:
                yield Told(Took(raiser.other))
            mine, theirs = game.boards(action.side)
            yield Told(action, _hops(mine, theirs, action, is_last=number == last))
        else:
            yield Told(action)
        raiser = action.side
        game.apply(action)


def _hops(mine: Board, theirs: Board, action: Moved, *, is_last: bool) -> Hops | None:
    _, dice, written, _ = action
    if not written.steps:
        return _nothing(mine, theirs, action, is_last=is_last)
    is_joined = is_roll(dice) and len(written.steps) < len(numbers(dice))
    found = judge(mine, theirs, dice, written)[0] if is_joined else None
    return _in_order(mine, tuple((hop[0], hop[1]) for hop in found or written.steps))


def _in_order(mine: Board, hops: Hops) -> Hops:
    """The hops in an order in which each finds its checker, if there is one: as written or from the back."""
    for ordered in (hops, tuple(sorted(hops, reverse=True))):
        board = mine[:]
        for start, end in ordered:
            board[end] += 1
            board[start] -= 1
            if board[start] < 0:
                break
        else:
            return ordered
    return hops


def _nothing(mine: Board, theirs: Board, action: Moved, *, is_last: bool) -> Hops | None:
    """A roll with no play beside it: a dance, a forced play left out, or a play that nobody knows."""
    _, dice, written, _ = action
    if written is UNKNOWN or not is_roll(dice):
        return None
    if written is not BLANK or not can_move(mine, theirs[::-1], dice):
        return ()
    forced = forced_play(mine, theirs, dice)
    if forced is None:
        return None if is_last else ()
    return tuple((hop[0], hop[1]) for hop in forced)
