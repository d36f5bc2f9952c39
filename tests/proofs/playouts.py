"""Games played out with the plays of the slow enumerator, in eight playing styles."""

from collections.abc import Callable, Iterator
from itertools import groupby
from random import Random
from typing import NamedTuple

from tests.rules.slow_plays import Board, Counts, Line, lawful_lines

START: Counts = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26))
LONGEST = 500


class Turn(NamedTuple):
    """One turn: the board before it, the roll, and every legal way to play it."""

    board: Board
    dice: tuple[int, int]
    lines: set[Line]

    @property
    def used(self) -> int:
        """How many numbers of the roll can be played."""
        return max(len(used) for used, _ in self.lines)


def play_out(random: Random, board: Board = (START, START), rolls: int = LONGEST) -> Iterator[Turn]:
    """The turns of one game from `board` until a side has borne off, at most `rolls` of them."""
    habits = random.choices(HABITS, k=2)
    dice = random.sample(range(1, 7), 2)
    for number in range(rolls):
        turn = Turn(board, (dice[0], dice[1]), lawful_lines(board, (dice[0], dice[1])))
        yield turn
        mover, opponent = _choose(random, habits[number % 2], turn)
        if mover[0] == 15:
            return
        board, dice = (opponent, mover), random.choices(range(1, 7), k=2)


def turns(random: Random) -> Iterator[Turn]:
    """The turns of one game after another, without end."""
    while True:
        yield from play_out(random)


def _choose(random: Random, habit: "Habit", turn: Turn) -> Board:
    boards = sorted({final for _, final in turn.lines})
    if random.random() < 0.2:
        return random.choice(boards)
    likings = [habit(*board) for board in boards]
    best = max(likings)
    return random.choice([board for board, liking in zip(boards, likings, strict=True) if liking == best])


Habit = Callable[[Counts, Counts], int]


def _anything(counts: Counts, opponent: Counts) -> int:
    return 0


def _run(counts: Counts, opponent: Counts) -> int:
    return -sum(point**3 * count for point, count in enumerate(counts))


def _block(counts: Counts, opponent: Counts) -> int:
    return sum(count > 1 for count in counts[1:13])


def _hit(counts: Counts, opponent: Counts) -> int:
    return 4 * opponent[25] - sum(count == 1 for count in counts[1:7])


def _hold(counts: Counts, opponent: Counts) -> int:
    return sum(point**3 * count for point, count in enumerate(counts))


def _prime(counts: Counts, opponent: Counts) -> int:
    return max(
        len(list(run)) if is_made else 0 for is_made, run in groupby(count > 1 for count in counts[1:25])
    )


def _close(counts: Counts, opponent: Counts) -> int:
    return 3 * sum(count > 1 for count in counts[1:7]) + 2 * opponent[25] - counts[0]


def _scatter(counts: Counts, opponent: Counts) -> int:
    return sum(count == 1 for count in counts[1:25])


HABITS: tuple[Habit, ...] = (_anything, _run, _block, _hit, _hold, _prime, _close, _scatter)
