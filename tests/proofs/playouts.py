"""Games played out by the slow enumerator alone, by players of very different habits."""

from collections.abc import Callable, Iterator
from itertools import groupby
from random import Random
from typing import NamedTuple

from tests.rules.slow_plays import Board, Counts, Line, lawful_lines

START: Counts = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26))
LONGEST = 500


class Turn(NamedTuple):
    """One turn of a play-out: the board before it, the roll, and every lawful way to play it."""

    board: Board
    dice: tuple[int, int]
    lines: set[Line]

    @property
    def used(self) -> int:
        """How many numbers of the roll could be played."""
        return max(len(used) for used, _ in self.lines)


def play_out(random: Random, board: Board = (START, START), rolls: int = LONGEST) -> Iterator[Turn]:
    """One game from the first roll to the last checker (or so many rolls)."""
    habits = random.choices(HABITS, k=2)
    dice = random.sample(range(1, 7), 2)
    for number in range(rolls):
        turn = Turn(board, (dice[0], dice[1]), lawful_lines(board, (dice[0], dice[1])))
        yield turn
        value, result = _choose(random, habits[number % 2], turn)
        if value[0] == 15:
            return
        board, dice = (result, value), random.choices(range(1, 7), k=2)


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


def _anything(counts: Counts, result: Counts) -> int:
    return 0


def _run(counts: Counts, result: Counts) -> int:
    return -sum(point**3 * count for point, count in enumerate(counts))


def _block(counts: Counts, result: Counts) -> int:
    return sum(count > 1 for count in counts[1:13])


def _hit(counts: Counts, result: Counts) -> int:
    return 4 * result[25] - sum(count == 1 for count in counts[1:7])


def _hold(counts: Counts, result: Counts) -> int:
    return sum(point**3 * count for point, count in enumerate(counts))


def _prime(counts: Counts, result: Counts) -> int:
    return max(len(list(run)) if value else 0 for value, run in groupby(count > 1 for count in counts[1:25]))


def _close(counts: Counts, result: Counts) -> int:
    return 3 * sum(count > 1 for count in counts[1:7]) + 2 * result[25] - counts[0]


def _scatter(counts: Counts, result: Counts) -> int:
    return sum(count == 1 for count in counts[1:25])


HABITS: tuple[Habit, ...] = (_anything, _run, _block, _hit, _hold, _prime, _close, _scatter)
