"""Going on after a broken play: which lawful play the rest of the record shows to have been made."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from heapq import heappop, heappush

from rules.actions import AcceptedIllegalPlay, Action, Moved
from rules.dice import is_roll
from rules.game import Game
from rules.judging import Board, Fault, make_hops
from rules.packed import unpack
from rules.plays import Hops, legal_hops
from rules.sides import Side

REACH = 120
MOST_CANDIDATES = 250
EFFORT = 400_000
_FORK = 10
_PLAY_LAWS = ("move.", "bearoff.")
_BOARDS = {"condoned_impossible", "board_impossible"}

Boards = tuple[Board, Board]


@dataclass(order=True, slots=True)
class _Line:
    """One way to go on: the faults it has met, how far it has come (below nothing), and when it was found.

    `first` is the play it began with, None for the broken one as written.
    """

    faults: int
    behind: int
    found: int
    game: Game = field(compare=False)
    first: Hops | None = field(compare=False)


def is_broken(fault: Fault) -> bool:
    """Whether a play was made that no law allows, so that the board after it has to be found."""
    return fault.severity == "error" and (fault.law.startswith(_PLAY_LAWS) or fault.code in _BOARDS)


class Patience:
    """How much more may be tried in one record: about so many plays, so that no record takes long."""

    __slots__ = ("left",)

    def __init__(self, effort: int = EFFORT) -> None:
        self.left = effort


def resume(
    game: Game,
    action: Moved | AcceptedIllegalPlay,
    before: Boards,
    rest: Sequence[Action],
    patience: Patience,
) -> Hops | None:
    """Find the lawful play after which the record has the fewest faults left, and put it on the board.

    `game` stands after the broken play as written, `before` holds the mover's and the opponent's checkers
    before it. A second broken play is put right on the way, so that two faults do not hide each other.
    Returns the play put on the board (no hops when none was possible), or None when going on from what was
    written explains the record as well, or patience is at an end.
    """
    first = _best(_Lines(rest[:REACH], patience), game, action, before)
    if first is not None:
        _put(game, action, before, first)
    return first


def _best(lines: _Lines, game: Game, action: Moved | AcceptedIllegalPlay, before: Boards) -> Hops | None:
    lines.add(_fork(game), 0, 0, None)
    for hops in _lawful(action, before) or [()]:
        lines.add(_with_play(game, action, before, hops), 0, 0, hops)
    farthest: tuple[int, Hops | None] = (-1, None)
    while lines:
        line = lines.next()
        reached = lines.follow(line)
        if reached is None:
            return line.first
        if reached > farthest[0]:
            farthest = (reached, line.first)
    return farthest[1]


class _Lines:
    """The ways to go on that are still to be followed: the fewest faults first, then the farthest."""

    def __init__(self, rest: Sequence[Action], patience: Patience) -> None:
        self.rest = rest
        self.patience = patience
        self._waiting: list[_Line] = []
        self._seen: set[tuple[int, int, int]] = set()
        self._found = 0

    def __len__(self) -> int:
        return len(self._waiting) if self.patience.left > 0 else 0

    def add(self, game: Game, faults: int, at: int, first: Hops | None) -> None:
        """Let the game go on from action `at` of the rest, unless it came to the same board before."""
        key = (at, game.white, game.black)
        if key in self._seen:
            return
        self._seen.add(key)
        self.patience.left -= _FORK
        self._found += 1
        heappush(self._waiting, _Line(faults, -at, self._found, game, first))

    def next(self) -> _Line:
        """The most promising line."""
        return heappop(self._waiting)

    def follow(self, line: _Line) -> int | None:
        """Follow a line to its next fault, where it parts into several; the action there, None at the end."""
        game, start = line.game, -line.behind
        opening = game.white, game.black
        for number, faults in game.fold(self.rest[start:]):
            errors = [fault for fault in faults if fault.severity == "error"]
            if not errors:
                continue
            at, action = start + number, self.rest[start + number]
            self.patience.left -= number + _FORK * (1 + len(errors[-1].legal))
            if line.faults:
                return at
            self.add(_fork(game), line.faults + 1, at + 1, line.first)
            if isinstance(action, Moved | AcceptedIllegalPlay) and is_broken(errors[-1]) and not game.winner:
                before = _before(game, action, opening)
                for hops in _lawful(action, before):
                    self.add(_with_play(game, action, before, hops), line.faults + 1, at + 1, line.first)
            return at
        return None


def _before(game: Game, action: Action, opening: tuple[int, int]) -> Boards:
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


def _lawful(action: Moved | AcceptedIllegalPlay, before: Boards) -> list[Hops]:
    return (
        legal_hops(before[0], before[1][::-1], action.dice)[:MOST_CANDIDATES] if is_roll(action.dice) else []
    )


def _with_play(game: Game, action: Moved | AcceptedIllegalPlay, before: Boards, hops: Hops) -> Game:
    fork = _fork(game)
    _put(fork, action, before, hops)
    return fork


def _put(game: Game, action: Moved | AcceptedIllegalPlay, before: Boards, hops: Hops) -> None:
    mover_board, opponent_board = before[0][:], before[1][:]
    make_hops(mover_board, opponent_board, hops)
    game.place(action.side, mover_board, opponent_board)


def _fork(game: Game) -> Game:
    fork = copy(game)
    fork.steps = []
    return fork
