"""Nackgammon in formats that name it in the header: backgammon from another starting position."""

from __future__ import annotations

from collections.abc import Sequence

from ..actions import Action, Placed
from ..position import Position
from ..sides import Side

NAME = "nackgammon"
_START = Position.build({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, {}).white


def start(turn: Side) -> Position:
    """The opening position of Nackgammon."""
    return Position(_START, _START, turn)


def laid_out(actions: Sequence[Action], line: int) -> tuple[Action, ...]:
    """The actions of a game with its board set up before the first of them."""
    if not actions or isinstance(actions[0], Placed):
        return tuple(actions)
    first = actions[0].side
    return (Placed(first.other, start(first), line), *actions)


def is_laid_out(actions: Sequence[Action]) -> bool:
    """Whether a game begins by setting up the board of Nackgammon and nothing else."""
    first = actions[0] if actions else None
    return isinstance(first, Placed) and first.position == start(first.position.turn) and first.cube <= 1
