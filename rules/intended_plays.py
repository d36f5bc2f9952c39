"""The play that was probably meant where a record has an illegal one.

After an illegal play as written, the rest of a record often makes no sense. So every legal play of the roll
is tried in its place, and the record is followed with each up to its next fault; there every legal play is
tried again, once. The continuation with the fewest faults that comes farthest says which play was meant. The
effort is limited (`SearchBudget`), so that no record takes long.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from heapq import heappop, heappush

from .action_replay import ActionReplay
from .actions import AcceptedIllegalPlay, Action, Moved
from .dice import is_roll
from .faults import Fault
from .packed_board import unpack
from .play_faults import Boards, make_moves
from .plays import CheckerMoves, list_legal_plays
from .sides import Side

# How many actions after the illegal play are looked at.
REACH = 120
# How many legal plays of a roll are tried.
MOST_CANDIDATES = 250
# The budget of a record, in plays.
EFFORT = 400_000
# What a copy of the state of a game costs of the budget, in plays.
_FORK_COST = 10
_PLAY_LAWS = ("move.", "bearoff.")
_BOARD_FAULTS = {"condoned_impossible", "board_impossible"}


@dataclass(order=True, slots=True)
class _Continuation:
    """A candidate continuation: its faults so far, its progress (negative), and its order of discovery.

    `first` is the play it began with, None for the illegal one as written.
    """

    faults: int
    minus_progress: int
    order: int
    game: ActionReplay = field(compare=False)
    first: CheckerMoves | None = field(compare=False)


def is_illegal_play(fault: Fault) -> bool:
    """Whether the play was illegal, so that the board after it has to be inferred."""
    return fault.severity == "error" and (fault.law.startswith(_PLAY_LAWS) or fault.code in _BOARD_FAULTS)


class SearchBudget:
    """The remaining search effort for one record, in plays, so that no record takes long."""

    __slots__ = ("left",)

    def __init__(self, effort: int = EFFORT) -> None:
        self.left = effort


def resume_with_intended_play(
    game: ActionReplay,
    action: Moved | AcceptedIllegalPlay,
    before: Boards,
    rest: Sequence[Action],
    budget: SearchBudget,
) -> CheckerMoves | None:
    """Find the legal play after which the record has the fewest faults left, and put it on the board.

    `game` is the state after the illegal play as written, `before` the mover's and the opponent's checkers
    before it. A second illegal play is corrected on the way, so that two faults do not hide each other.
    Returns the play put on the board (empty when none was possible), or None when the written play explains
    the record as well, or the effort is used up.
    """
    first = _find_best_play(_Continuations(rest[:REACH], budget), game, action, before)
    if first is not None:
        _put_play_on_board(game, action, before, first)
    return first


def _find_best_play(
    continuations: _Continuations, game: ActionReplay, action: Moved | AcceptedIllegalPlay, before: Boards
) -> CheckerMoves | None:
    plays: list[tuple[ActionReplay, CheckerMoves | None]] = [(_fork(game), None)]
    plays += [
        (_fork_with_play(game, action, before, moves), moves)
        for moves in _list_candidates(action, before) or [()]
    ]
    following = continuations.rest[:1]
    for fork, moves in sorted(plays, key=lambda play: _count_missed_hits(play[0], action.side, following)):
        continuations.add(fork, 0, 0, moves)
    farthest: tuple[int, CheckerMoves | None] = (-1, None)
    while continuations:
        continuation = continuations.next()
        reached = continuations.follow(continuation)
        if reached is None:
            return continuation.first
        if reached > farthest[0]:
            farthest = (reached, continuation.first)
    return farthest[1]


class _Continuations:
    """The queue of continuations: the fewest faults first, then the farthest."""

    def __init__(self, rest: Sequence[Action], budget: SearchBudget) -> None:
        self.rest = rest
        self.budget = budget
        self._waiting: list[_Continuation] = []
        self._seen: set[tuple[int, int, int]] = set()
        self._added = 0

    def __len__(self) -> int:
        return len(self._waiting) if self.budget.left > 0 else 0

    def add(self, game: ActionReplay, faults: int, at: int, first: CheckerMoves | None) -> None:
        """Add a continuation from action `at` of the rest, unless its board was seen there already."""
        key = (at, game.white, game.black)
        if key in self._seen:
            return
        self._seen.add(key)
        self.budget.left -= _FORK_COST
        self._added += 1
        heappush(self._waiting, _Continuation(faults, -at, self._added, game, first))

    def next(self) -> _Continuation:
        """The most promising continuation."""
        return heappop(self._waiting)

    def follow(self, continuation: _Continuation) -> int | None:
        """Follow one to its next fault, where it branches; return the action there, None at the end."""
        game, start = continuation.game, -continuation.minus_progress
        opening = game.white, game.black
        for number, faults in game.apply_all(self.rest[start:]):
            errors = [fault for fault in faults if fault.severity == "error"]
            if not errors:
                continue
            at, action = start + number, self.rest[start + number]
            self.budget.left -= number + _FORK_COST * (1 + len(errors[-1].legal))
            if continuation.faults:
                return at
            self.add(_fork(game), continuation.faults + 1, at + 1, continuation.first)
            if (
                isinstance(action, Moved | AcceptedIllegalPlay)
                and is_illegal_play(errors[-1])
                and not game.winner
            ):
                before = _get_boards_before(game, action, opening)
                for moves in _list_candidates(action, before):
                    self.add(
                        _fork_with_play(game, action, before, moves),
                        continuation.faults + 1,
                        at + 1,
                        continuation.first,
                    )
            return at
        return None


def _get_boards_before(game: ActionReplay, action: Action, opening: tuple[int, int]) -> Boards:
    """The boards before the latest action: the actor's checkers and the opponent's."""
    if len(game.steps) < 2:
        white, black = opening
        mover_board, opponent_board = (white, black) if action.side is Side.WHITE else (black, white)
    else:
        earlier, own_board, other, _, _ = game.steps[-2]
        mover_board, opponent_board = (
            (own_board, other) if earlier.side is action.side else (other, own_board)
        )
    return unpack(mover_board), unpack(opponent_board)


def _list_candidates(action: Moved | AcceptedIllegalPlay, before: Boards) -> list[CheckerMoves]:
    return (
        list_legal_plays(before[0], before[1][::-1], action.dice)[:MOST_CANDIDATES]
        if is_roll(action.dice)
        else []
    )


def _count_missed_hits(game: ActionReplay, side: Side, following: Sequence[Action]) -> int:
    """How many hits that the following action claims would find no single checker of this side.

    Of plays that explain the record as well, the one that leaves the checker which was hit is preferred.
    """
    mover_board, _ = game.boards(side)
    return sum(
        step.mark and mover_board[25 - step.end] != 1
        for action in following
        if isinstance(action, Moved) and action.side is not side
        for step in action.written.steps
    )


def _fork_with_play(
    game: ActionReplay, action: Moved | AcceptedIllegalPlay, before: Boards, moves: CheckerMoves
) -> ActionReplay:
    fork = _fork(game)
    _put_play_on_board(fork, action, before, moves)
    return fork


def _put_play_on_board(
    game: ActionReplay, action: Moved | AcceptedIllegalPlay, before: Boards, moves: CheckerMoves
) -> None:
    mover_board, opponent_board = before[0][:], before[1][:]
    make_moves(mover_board, opponent_board, moves)
    game.place(action.side, mover_board, opponent_board)


def _fork(game: ActionReplay) -> ActionReplay:
    fork = copy(game)
    fork.steps = []
    return fork
