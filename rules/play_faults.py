"""The legality of a written play: which legal play it means, or which rule it breaks.

The play is made on the board without regard to the dice and compared with the positions of all legal plays.
If none is the same, its steps are followed from the rear to the first that breaks a rule. Which plays are
legal is decided in `plays`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .dice import Dice, check_dice, format_dice, numbers
from .errors import Ambiguous, Illegal, Unreadable, check_type
from .faults import Fault
from .notation import Step, WrittenPlay, read_play
from .plays import CheckerMove, CheckerMoves, Play, can_move, format_moves, list_legal_plays
from .position import BAR, OFF, Position
from .sides import Side

Board = list[int]
Boards = tuple[Board, Board]
Way = tuple[int, ...]


def make_moves(mover_board: Board, opponent_board: Board, moves: CheckerMoves) -> None:
    """Make checker moves on the board, each side in its own numbering."""
    for start, end, hit in moves:
        mover_board[start] -= 1
        mover_board[end] += 1
        if hit:
            opponent_board[25 - end] -= 1
            opponent_board[BAR] += 1


def judge_play(
    mover_board: Board, opponent_board: Board, dice: Dice, notation: WrittenPlay
) -> tuple[CheckerMoves | None, Fault | None]:
    """Return the legal play that a written play means, without changing the board.

    As checker moves, with a note when the reading was chosen among several; or None with the fault.
    """
    against = opponent_board[::-1]
    legal = list_legal_plays(mover_board, against, dice)
    target = _board_after(mover_board, notation.steps)
    same = [moves for moves in legal if _board_after(mover_board, moves) == target]
    if same:
        return _closest(same, {step.end for step in notation.steps})
    return None, find_broken_rule(mover_board, opponent_board, dice, notation, legal)


def make_illegal_play(mover_board: Board, opponent_board: Board, steps: Sequence[Step]) -> CheckerMoves:
    """Make an illegal play as far as the checkers are there, as the players evidently did."""
    moves = []
    for start, end, _ in steps:
        if mover_board[start]:
            hit = bool(end and opponent_board[25 - end] == 1)
            move = CheckerMove(start, end, hit)
            make_moves(mover_board, opponent_board, (move,))
            moves.append(move)
    return tuple(moves)


def find_broken_rule(
    mover_board: Board,
    opponent_board: Board,
    dice: Dice,
    notation: WrittenPlay,
    legal: Sequence[CheckerMoves],
) -> Fault:
    """Name the rule that an illegal play breaks."""
    mover_board, opponent_board = mover_board[:], opponent_board[:]
    unplayed = list(numbers(dice))
    apart = len(notation.steps) >= len(unplayed)
    for step in sorted(notation.steps, key=lambda step: -step.start):
        fault = _step_fault(mover_board, opponent_board, step, unplayed, apart=apart)
        if fault:
            return fault._replace(legal=tuple(legal), facts={**fault.facts, "dice": format_dice(dice)})
        make_illegal_play(mover_board, opponent_board, (step,))
    return _unused(dice, unplayed, legal)


def _board_after(mover_board: Board, moves: Sequence[CheckerMove | Step]) -> Board:
    board = mover_board[:]
    for start, end, _ in moves:
        board[start] -= 1
        board[end] += 1
    return board


def _closest(same: list[CheckerMoves], stops: set[int]) -> tuple[CheckerMoves, Fault | None]:
    """The play whose hits are the written stops, or come closest; with a note where several are as close."""
    distances = {moves: len({move.end for move in moves if move.hit} ^ stops) for moves in same}
    shortest = min(distances.values())
    best = [moves for moves, distance in distances.items() if distance == shortest]
    if len(best) == 1:
        return best[0], None
    return best[0], Fault("play_ambiguous", "record.hits", {"readings": len(best)}, "note", tuple(best))


def _step_fault(
    mover_board: Board, opponent_board: Board, step: Step, unplayed: list[int], *, apart: bool
) -> Fault | None:
    """The fault of one step; `apart` when there are so many that each must be one number."""
    facts: dict[str, object] = {"start": step.start, "end": step.end}
    if step.end >= step.start:
        return Fault("move_backwards", "move.direction", facts)
    if mover_board[BAR] and step.start != BAR:
        return Fault("bar_first", "move.bar-first", facts)
    if not mover_board[step.start]:
        return Fault("no_checker", "move.own-checker", facts)
    if not unplayed:
        return Fault("too_many_numbers", "move.dice", facts)
    ways = [(die,) for die in unplayed] if apart else _ways(unplayed)
    fault = (
        _bear_off_fault(mover_board, opponent_board, step, ways)
        if step.end == OFF
        else _field_fault(opponent_board, step, ways)
    )
    if isinstance(fault, Fault):
        return fault._replace(facts={**facts, **fault.facts})
    for die in fault:
        unplayed.remove(die)
    return None


def _field_fault(opponent_board: Board, step: Step, ways: Sequence[Way]) -> Fault | Way:
    """The fault of a step on the board, or of the numbers it used."""
    blocked = None
    for stride in ways:
        if sum(stride) == step.start - step.end:
            blocked = _blocked_stop(opponent_board, step.start, stride)
            if blocked is None:
                return stride
    if blocked is None:
        return Fault("not_the_dice", "move.dice", {})
    return Fault("blocked_point", "move.open-point", {"point": blocked})


def _bear_off_fault(
    mover_board: Board, opponent_board: Board, step: Step, ways: Sequence[Way]
) -> Fault | Way:
    """The fault of a step off the board, or of the numbers it used."""
    for stride in ways:
        if _can_leave(mover_board, opponent_board, step.start, stride):
            return stride
    if any(mover_board[7:]):
        return Fault("early_bear_off", "bearoff.all-home", {})
    if any(sum(stride) > step.start for stride in ways):
        return Fault("bear_off_from_behind", "bearoff.highest", {})
    return Fault("not_the_dice", "move.dice", {})


def _can_leave(mover_board: Board, opponent_board: Board, start: int, stride: Way) -> bool:
    stop = start - sum(stride[:-1])
    if stop < 1 or stride[-1] < stop or _blocked_stop(opponent_board, start, stride[:-1]) is not None:
        return False
    board = mover_board[:]
    board[start] -= 1
    return not any(board[7:]) and (stride[-1] == stop or not any(board[stop + 1 :]))


def _ways(unplayed: list[int]) -> list[Way]:
    """The sequences of numbers one checker could use, shortest first."""
    if len(set(unplayed)) <= 1:
        return [(unplayed[0],) * count for count in range(1, len(unplayed) + 1)]
    first, second = unplayed[0], unplayed[1]
    return [(first,), (second,), (first, second), (second, first)]


def _blocked_stop(opponent_board: Board, start: int, stride: Way) -> int | None:
    stop = start
    for die in stride:
        stop -= die
        if opponent_board[25 - stop] > 1:
            return stop
    return None


def _unused(dice: Dice, unplayed: list[int], legal: Sequence[CheckerMoves]) -> Fault:
    facts: dict[str, object] = {"dice": format_dice(dice), "unused": tuple(unplayed)}
    law = "move.doubles" if dice[0] == dice[1] else "move.both-dice"
    if legal and len(legal[0]) == len(numbers(dice)) - len(unplayed):
        return Fault("larger_die_unused", "move.larger-die", facts, legal=tuple(legal))
    return Fault("numbers_unused", law, facts, legal=tuple(legal))


def find_forced_play(mover_board: Board, opponent_board: Board, dice: Dice) -> CheckerMoves | None:
    """The only legal play of a roll, if there is exactly one."""
    legal = list_legal_plays(mover_board, opponent_board[::-1], dice)
    return legal[0] if len(legal) == 1 else None


def get_boards(position: Position, side: Side) -> Boards:
    """The counts of a side and of its opponent, each in its own numbering."""
    return list(position.of(side)), list(position.of(side.other))


MOST_NAMED = 12
_EXPECTED = "a play such as 13/8 6/5*"


def choose_play(position: Position, dice: Dice, text: str) -> Play:
    """Return the legal play that `text` means for the side to play: `"8/5 6/5"`, `"bar/20*"`, `"6/off(2)"`.

    Hits need not be marked where only one reading is legal; an empty text is right when no number can be
    played. Raises `Unreadable` for what is no play, `Illegal` with the rule broken (facts of the code, and
    `legal`: up to twelve legal plays), and `Ambiguous` (`play_ambiguous`; facts `readings`, how many, and
    `legal`) when several plays fit that differ in their hits on the way.
    """
    check_type(position, Position, "a position")
    check_type(text, str, "a play as text, such as '8/5 6/5'")
    check_dice(dice)
    notation = read_play(text.strip(), dice)
    if notation is None:
        raise Unreadable("unreadable", line=1, column=1, expected=_EXPECTED)
    mover_board, opponent_board = list(position.of(position.turn)), list(position.of(position.turn.other))
    if not notation.steps:
        if can_move(mover_board, opponent_board[::-1], dice):
            raise Illegal("play_missing", "move.compulsory", dice=format_dice(dice))
        return Play(position, ())
    moves, fault = judge_play(mover_board, opponent_board, dice, notation)
    if fault is None:
        return Play(position, moves or ())
    legal = tuple(format_moves(each) for each in fault.legal[:MOST_NAMED])
    kind = Illegal if moves is None else Ambiguous
    raise kind(fault.code, fault.law, **fault.facts, legal=legal)
