"""From what somebody writes or says to the one lawful play it means."""

from __future__ import annotations

from rules.dice import Dice, check_dice, format_dice
from rules.errors import Ambiguous, Illegal, Unreadable
from rules.judging import judge
from rules.notation import read_play
from rules.plays import Play, can_move, format_hops
from rules.position import Position

MOST_NAMED = 12
_EXPECTED = "a play such as 13/8 6/5*"


def choose_play(position: Position, dice: Dice, text: str) -> Play:
    """The lawful play of the side to play that `text` means: `"8/5 6/5"`, `"bar/20*"`, `"6/off(2)"`.

    Hits need not be marked where only one reading is lawful; an empty text is right when no number can be
    played. Raises `Unreadable` for what is no play, `Illegal` with the law broken (facts of the code, and
    `legal`: up to twelve lawful plays), and `Ambiguous` (`play_ambiguous`; facts `readings`, how many, and
    `legal`) when several plays fit that differ in what they hit on the way.
    """
    check_dice(dice)
    notation = read_play(text.strip(), dice)
    if notation is None:
        raise Unreadable("unreadable", line=1, column=1, expected=_EXPECTED)
    mover_board, opponent_board = list(position.of(position.turn)), list(position.of(position.turn.other))
    if not notation.steps:
        if can_move(mover_board, opponent_board[::-1], dice):
            raise Illegal("play_missing", "move.compulsory", dice=format_dice(dice))
        return Play(position, ())
    hops, fault = judge(mover_board, opponent_board, dice, notation)
    if fault is None:
        return Play(position, hops or ())
    legal = tuple(format_hops(each) for each in fault.legal[:MOST_NAMED])
    kind = Illegal if hops is None else Ambiguous
    raise kind(fault.code, fault.law, **fault.facts, legal=legal)
