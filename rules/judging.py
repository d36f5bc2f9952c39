"""Is a recorded play lawful, and if not, which law does it break: judged by the position it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.dice import Dice, numbers, spell
from rules.notation import Step, Written
from rules.plays import Hop, Hops, lawful_hops
from rules.position import BAR, OFF

Board = list[int]
Way = tuple[int, ...]


class Fault(NamedTuple):
    """What is wrong, or worth a note, about one action: `severity` is "error", "note" or "inferred"."""

    code: str
    law: str
    facts: dict[str, object]
    severity: str = "error"
    legal: tuple[Hops, ...] = ()


def make_hops(mine: Board, theirs: Board, hops: Hops) -> None:
    """Make hops on the board, each side in its own numbering."""
    for start, end, hit in hops:
        mine[start] -= 1
        mine[end] += 1
        if hit:
            theirs[25 - end] -= 1
            theirs[BAR] += 1


def judge(mine: Board, theirs: Board, dice: Dice, written: Written) -> tuple[Hops | None, Fault | None]:
    """Find the lawful play that a written play means, without changing the board.

    Returns its hops, with a note when the reading had to be chosen; or None with the fault.
    """
    against = theirs[::-1]
    legal = lawful_hops(mine, against, dice)
    target, hits = _written_board(mine, theirs, written.steps)
    same = [hops for hops in legal if _board_after(mine, hops) == target]
    exact = [hops for hops in same if _hit_points(hops) == hits]
    if exact:
        return exact[0], None
    if same:
        return _closest(same, hits)
    return None, diagnose(mine, theirs, dice, written, legal)


def force(mine: Board, theirs: Board, steps: Sequence[Step]) -> Hops:
    """Make a play that is not lawful as far as the checkers are there, as the players evidently did."""
    hops = []
    for start, end, _ in steps:
        if mine[start]:
            hit = bool(end and theirs[25 - end] == 1)
            hop = Hop(start, end, hit)
            make_hops(mine, theirs, (hop,))
            hops.append(hop)
    return tuple(hops)


def diagnose(mine: Board, theirs: Board, dice: Dice, written: Written, legal: Sequence[Hops]) -> Fault:
    """Name the law that an unlawful play breaks."""
    mine, theirs = mine[:], theirs[:]
    left = list(numbers(dice))
    apart = len(written.steps) >= len(left)
    for step in sorted(written.steps, key=lambda step: -step.start):
        fault = _step_fault(mine, theirs, step, left, apart=apart)
        if fault:
            return fault._replace(legal=tuple(legal), facts={**fault.facts, "dice": spell(dice)})
        force(mine, theirs, (step,))
    return _unused(dice, left, legal)


def _written_board(mine: Board, theirs: Board, steps: Sequence[Step]) -> tuple[Board, frozenset[int]]:
    board = mine[:]
    for start, end, _ in steps:
        board[start] -= 1
        board[end] += 1
    return board, frozenset(end for _, end, _ in steps if end and theirs[25 - end] == 1)


def _board_after(mine: Board, hops: Hops) -> Board:
    board = mine[:]
    for start, end, _ in hops:
        board[start] -= 1
        board[end] += 1
    return board


def _hit_points(hops: Hops) -> frozenset[int]:
    return frozenset(hop.end for hop in hops if hop.hit)


def _closest(same: list[Hops], hits: frozenset[int]) -> tuple[Hops, Fault | None]:
    """Several plays end alike but for the hits on the way: prefer the fewest unwritten hits."""
    ranked = sorted(same, key=lambda hops: len(_hit_points(hops) ^ hits))
    best = [hops for hops in ranked if len(_hit_points(hops) ^ hits) == len(_hit_points(ranked[0]) ^ hits)]
    if len(best) == 1:
        return best[0], None
    return best[0], Fault("play_ambiguous", "record.hits", {"readings": len(best)}, "note", tuple(best))


def _step_fault(mine: Board, theirs: Board, step: Step, left: list[int], *, apart: bool) -> Fault | None:
    """What is wrong with one step; `apart` when there are so many that each must be one number."""
    facts: dict[str, object] = {"start": step.start, "end": step.end}
    if step.end >= step.start:
        return Fault("move_backwards", "move.direction", facts)
    if mine[BAR] and step.start != BAR:
        return Fault("bar_first", "move.bar-first", facts)
    if not mine[step.start]:
        return Fault("no_checker", "move.own-checker", facts)
    if not left:
        return Fault("too_many_numbers", "move.dice", facts)
    ways = [(die,) for die in left] if apart else _ways(left)
    fault = _bear_off_fault(mine, theirs, step, ways) if step.end == OFF else _field_fault(theirs, step, ways)
    if isinstance(fault, Fault):
        return fault._replace(facts={**facts, **fault.facts})
    for die in fault:
        left.remove(die)
    return None


def _field_fault(theirs: Board, step: Step, ways: Sequence[Way]) -> Fault | Way:
    """What is wrong with a step on the board, or the numbers it used."""
    blocked = None
    for way in ways:
        if sum(way) == step.start - step.end:
            blocked = _blocked_stop(theirs, step.start, way)
            if blocked is None:
                return way
    if blocked is None:
        return Fault("not_the_dice", "move.dice", {})
    return Fault("blocked_point", "move.open-point", {"point": blocked})


def _bear_off_fault(mine: Board, theirs: Board, step: Step, ways: Sequence[Way]) -> Fault | Way:
    """What is wrong with a step off the board, or the numbers it used."""
    for way in ways:
        if _can_leave(mine, theirs, step.start, way):
            return way
    if any(mine[7:]):
        return Fault("early_bear_off", "bearoff.all-home", {})
    if any(sum(way) > step.start for way in ways):
        return Fault("bear_off_from_behind", "bearoff.highest", {})
    return Fault("not_the_dice", "move.dice", {})


def _can_leave(mine: Board, theirs: Board, start: int, way: Way) -> bool:
    stop = start - sum(way[:-1])
    if stop < 1 or way[-1] < stop or _blocked_stop(theirs, start, way[:-1]) is not None:
        return False
    board = mine[:]
    board[start] -= 1
    return not any(board[7:]) and (way[-1] == stop or not any(board[stop + 1 : 7]))


def _ways(left: list[int]) -> list[Way]:
    """The sequences of numbers one checker could use, shortest first."""
    if len(set(left)) <= 1:
        return [(left[0],) * count for count in range(1, len(left) + 1)] if left else []
    first, second = left[0], left[1]
    return [(first,), (second,), (first, second), (second, first)]


def _blocked_stop(theirs: Board, start: int, way: Way) -> int | None:
    stop = start
    for die in way:
        stop -= die
        if stop > 0 and theirs[25 - stop] > 1:
            return stop
    return None


def _unused(dice: Dice, left: list[int], legal: Sequence[Hops]) -> Fault:
    facts: dict[str, object] = {"dice": spell(dice), "unused": tuple(left)}
    law = "move.doubles" if dice[0] == dice[1] else "move.both-dice"
    if legal and len(legal[0]) == len(numbers(dice)) - len(left):
        return Fault("larger_die_unused", "move.larger-die", facts, legal=tuple(legal))
    return Fault("numbers_unused", law, facts, legal=tuple(legal))


def forced_play(mine: Board, theirs: Board, dice: Dice) -> Hops | None:
    """The only lawful play of a roll, if there is exactly one."""
    legal = lawful_hops(mine, theirs[::-1], dice)
    return legal[0] if len(legal) == 1 else None
