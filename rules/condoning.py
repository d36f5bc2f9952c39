"""A play let stand: was it lawful after all, could the mover have left that board, and what did he play."""

from __future__ import annotations

from collections import Counter

from rules.dice import Dice, format_dice, is_roll
from rules.judging import Board, Fault, make_hops
from rules.plays import CheckerMove, Hops, format_hops, legal_hops
from rules.position import BAR, OFF, Position
from rules.sides import Side

LAW = "conduct.illegal-play"
Boards = tuple[Board, Board]


def weigh(before: Boards, dice: Dice, after: Boards) -> Fault:
    """Judge a condoned play by the boards around it, each the mover's and the opponent's counts.

    `condoned_lawful` (inferred): it was a lawful play. `condoned_impossible` (error): no movement of the
    mover's checkers, however unlawful, leaves this board. Otherwise `condoned_play`, a note with the lawful
    plays.
    """
    legal = legal_hops(before[0], before[1][::-1], dice) if is_roll(dice) else []
    facts: dict[str, object] = {"dice": format_dice(dice), "played": format_change(before, after)}
    if after in ([_made(before, hops) for hops in legal] or [before]):
        return Fault("condoned_lawful", LAW, facts, "inferred")
    if not _is_movement(before, after):
        return Fault("condoned_impossible", LAW, facts, legal=tuple(legal))
    return Fault("condoned_play", LAW, facts, "note", tuple(legal))


def format_change(before: Boards, after: Boards) -> str:
    """What the mover did between two boards, in notation; "" when his checkers stand as they stood."""
    hit = {25 - point for point in _hit_points(before, after)}
    removed, added = Counter(dict(enumerate(before[0]))), Counter(dict(enumerate(after[0])))
    starts = sorted((removed - added).elements(), reverse=True)
    ends = sorted((added - removed).elements(), reverse=True)
    hops = [CheckerMove(start, end, end in hit) for start, end in zip(starts, ends, strict=False)]
    return format_hops(tuple(hops))


def boards_of(position: Position, side: Side) -> Boards:
    """The counts of a side and of its opponent, each in its own numbering."""
    return list(position.of(side)), list(position.of(side.other))


def _made(before: Boards, hops: Hops) -> Boards:
    mover_board, opponent_board = before[0][:], before[1][:]
    make_hops(mover_board, opponent_board, hops)
    return mover_board, opponent_board


def _is_movement(before: Boards, after: Boards) -> bool:
    """Whether the mover's checkers only went forward and the opponent's only to the bar, hit on their way."""
    passed = [sum(after[0][: end + 1]) - sum(before[0][: end + 1]) for end in range(BAR + 1)]
    if min(passed) < 0 or before[1][OFF] != after[1][OFF]:
        return False
    hit = _hit_points(before, after)
    moved_count = sum(before[1][point] for point in hit)
    untouched = all(before[1][point] == after[1][point] for point in range(1, BAR) if point not in hit)
    return (
        untouched
        and after[1][BAR] - before[1][BAR] == moved_count
        and all(passed[25 - point] for point in hit)
    )


def _hit_points(before: Boards, after: Boards) -> list[int]:
    """The points, in the opponent's numbering, that his checkers have left altogether."""
    return [point for point in range(1, BAR) if before[1][point] and not after[1][point]]
