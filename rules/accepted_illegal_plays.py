"""Illegal plays that the opponent accepted by playing on: what is left to judge is the board they led to.

The board stands if the mover's checkers can have come there by moving forwards, whatever the dice.
"""

from __future__ import annotations

from collections import Counter

from .dice import Dice, format_dice, is_roll
from .faults import Fault
from .play_faults import Boards, make_moves
from .plays import CheckerMove, CheckerMoves, format_moves, list_legal_plays
from .position import BAR

LAW = "conduct.illegal-play"


def judge_accepted_play(before: Boards, dice: Dice, after: Boards) -> Fault:
    """Judge an accepted illegal play by the boards around it, each the mover's and the opponent's counts.

    `condoned_lawful` (inferred): it was a legal play. `condoned_impossible` (error): no movement of the
    mover's checkers, however illegal, leads to this board. Otherwise `condoned_play`, a note with the legal
    plays.
    """
    legal = list_legal_plays(before[0], before[1][::-1], dice) if is_roll(dice) else []
    facts: dict[str, object] = {"dice": format_dice(dice), "played": format_change(before, after)}
    if after in ([_made(before, moves) for moves in legal] or [before]):
        return Fault("condoned_lawful", LAW, facts, "inferred")
    if not _is_movement(before, after):
        return Fault("condoned_impossible", LAW, facts, legal=tuple(legal))
    return Fault("condoned_play", LAW, facts, "note", tuple(legal))


def format_change(before: Boards, after: Boards) -> str:
    """Return the mover's moves between two boards, in notation; "" when no checker moved."""
    hit = {25 - point for point in _points_hit_between(before, after)}
    removed, added = Counter(dict(enumerate(before[0]))), Counter(dict(enumerate(after[0])))
    starts = sorted((removed - added).elements(), reverse=True)
    ends = sorted((added - removed).elements(), reverse=True)
    return format_moves(tuple(map(CheckerMove, starts, ends, [end in hit for end in ends])))


def _made(before: Boards, moves: CheckerMoves) -> Boards:
    mover_board, opponent_board = before[0][:], before[1][:]
    make_moves(mover_board, opponent_board, moves)
    return mover_board, opponent_board


def _is_movement(before: Boards, after: Boards) -> bool:
    """Whether the mover's checkers only went forward and the opponent's only to the bar, hit on their way."""
    passed = [sum(after[0][: end + 1]) - sum(before[0][: end + 1]) for end in range(BAR)]
    if min(passed) < 0:
        return False
    hit = _points_hit_between(before, after)
    moved_count = sum(before[1][point] for point in hit)
    untouched = all(before[1][point] == after[1][point] for point in range(BAR) if point not in hit)
    return (
        untouched
        and after[1][BAR] - before[1][BAR] == moved_count
        and all(passed[25 - point] for point in hit)
    )


def _points_hit_between(before: Boards, after: Boards) -> list[int]:
    """The points, in the opponent's numbering, that their checkers have left altogether."""
    return [point for point in range(1, BAR) if before[1][point] and not after[1][point]]
