"""Going on after a broken play: which lawful play the rest of the record shows to have been made."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from rules.actions import Action, Condoned, Moved
from rules.dice import is_roll
from rules.game import Game
from rules.judging import Board, make_hops
from rules.plays import Hops, lawful_hops

REACH = 60
MOST_CANDIDATES = 250


def resume(
    game: Game, action: Moved | Condoned, before: tuple[Board, Board], rest: Sequence[Action]
) -> Hops | None:
    """Find the lawful play after which the record goes on longest without a fault, and put it on the board.

    `game` stands after the broken play as written, `before` holds the mover's and the opponent's checkers
    before it. Returns the play put on the board (no hops when none was possible), or None when going on
    from what was written explains the record as well.
    """
    mine, theirs = before
    best, best_length = None, _length(game, rest)
    lawful = lawful_hops(mine, theirs[::-1], action.dice)[:MOST_CANDIDATES] if is_roll(action.dice) else []
    for hops in lawful or [()]:
        if best_length >= min(len(rest), REACH):
            break
        length = _length(_with_play(game, action, before, hops), rest)
        if length > best_length:
            best, best_length = hops, length
    if best is not None:
        _put(game, action, before, best)
    return best


def _with_play(game: Game, action: Moved | Condoned, before: tuple[Board, Board], hops: Hops) -> Game:
    fork = _fork(game)
    _put(fork, action, before, hops)
    return fork


def _put(game: Game, action: Moved | Condoned, before: tuple[Board, Board], hops: Hops) -> None:
    mine, theirs = before[0][:], before[1][:]
    make_hops(mine, theirs, hops)
    game.place(action.side, mine, theirs)


def _fork(game: Game) -> Game:
    fork = copy(game)
    fork.steps = []
    return fork


def _length(game: Game, rest: Sequence[Action]) -> int:
    """How many of the following actions can be made before the next fault."""
    fork = _fork(game)
    for count, faults in fork.fold(rest[:REACH]):
        if any(fault.severity == "error" for fault in faults):
            return count
    return min(len(rest), REACH)
