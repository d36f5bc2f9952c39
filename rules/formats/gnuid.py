"""GNU Backgammon's position ID and match ID, read and written."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

from ..errors import Unreadable, check_type
from ..position import BAR, Checkers, Position
from ..sides import SIDES, Side
from .match_position import GameState, MatchPosition

_POSITION = "a GNU position ID of 14 characters"
_MATCH = "a GNU match ID of 12 characters"
_CENTRED = 3
_STATES: tuple[GameState, ...] = ("none", "playing", "over", "resigned", "dropped")


def position_id(position: Position) -> str:
    """The 14 characters of a position, seen from the side to play (`position.turn`).

    The opponent's checkers come first, then those of the side to play.
    """
    sides = (position.of(position.turn.other), position.of(position.turn))
    bits = [bit for checkers in sides for count in checkers[1:] for bit in (*[1] * count, 0)]
    return _encode(bits, 10)


def read_position_id(text: str, turn: Side = Side.WHITE) -> Position:
    """The position of an ID; the side to play becomes `turn`. Raises `Unreadable`."""
    check_type(text, str, "an identifier as text")
    bits = iter(_decode(text.strip(), 10, _POSITION))
    opponent, roller = _checkers(bits), _checkers(bits)
    pair = (roller, opponent) if turn is Side.WHITE else (opponent, roller)
    position = Position(*pair, turn)
    if position.faults():
        _refuse("a position with 15 checkers per side and no shared point")
    return position


def match_id(match_position: MatchPosition) -> str:
    """Return the 12 characters of a match state: cube, turn, dice, score, length; White is player 0.

    Raises `Unreadable` when a number is too large. Whether beavers are allowed is not in it, nor are the
    limit of the cube and more than two raises.
    """
    high, low = sorted(match_position.dice or (0, 0), reverse=True)
    fields = (
        (match_position.cube.bit_length() - 1, 4),
        (_CENTRED if match_position.cube_owner is None else match_position.cube_owner.index, 2),
        (match_position.turn.index, 1),
        (int(match_position.is_crawford), 1),
        (_STATES.index(match_position.state), 3),
        (match_position.decider.index, 1),
        (int(match_position.is_doubled), 1),
        (match_position.resigned, 2),
        (high, 3),
        (low, 3),
        (match_position.length, 15),
        (match_position.white, 15),
        (match_position.black, 15),
        (int(not match_position.jacoby), 1),
    )
    if any(value >> width for value, width in fields):
        _refuse("a number of points")
    bits = [value >> place & 1 for value, width in fields for place in range(width)]
    return _encode(bits, 9)


def read_match_id(text: str) -> MatchPosition:
    """The match state of an ID, without its position. Raises `Unreadable`.

    An ID of a version before 1.0 says of no match that Jacoby's rule is off.
    """
    check_type(text, str, "an identifier as text")
    bits = _decode(text.strip(), 9, _MATCH)
    cube, owner, turn, crawford, state = (
        _number(bits, *at) for at in ((0, 4), (4, 2), (6, 1), (7, 1), (8, 3))
    )
    doubled, resigned, high, low = (_number(bits, *at) for at in ((12, 1), (13, 2), (15, 3), (18, 3)))
    if owner == 2 or max(high, low) > 6 or bool(high) is not bool(low) or cube > 12 or state > 4:
        _refuse(_MATCH)
    side = SIDES[turn]
    holder = None if owner == _CENTRED else SIDES[owner]
    return MatchPosition(
        position=None,
        turn=side,
        dice=(high, low) if high and low else None,
        cube=1 << cube,
        cube_owner=holder,
        is_doubled=bool(doubled),
        is_crawford=bool(crawford),
        length=_number(bits, 21, 15),
        white=_number(bits, 36, 15),
        black=_number(bits, 51, 15),
        jacoby=not bits[66],
        raises=_raises(side, SIDES[bits[11]], holder) if doubled else 0,
        resigned=resigned,
        state=_STATES[state],
    ).with_crawford_mark()


def write_gnu_id(match_position: MatchPosition) -> str:
    """Both IDs with a colon between them; `standing.position` must be there."""
    if match_position.position is None:
        _refuse("a position")
    return f"{position_id(match_position.position.with_turn(match_position.turn))}:{match_id(match_position)}"


def read_gnu_id(text: str) -> MatchPosition:
    """The moment of a position ID and, behind a colon, a match ID. Raises `Unreadable`.

    Without a match ID White is to play for points, no dice rolled.
    """
    first, colon, second = text.strip().partition(":")
    match_position = read_match_id(second) if colon else MatchPosition(None)
    return replace(match_position, position=read_position_id(first, match_position.turn))


def _raises(turn: Side, decider: Side, owner: Side | None) -> int:
    """A double is answered by the side without the cube; a beaver by the doubler."""
    if decider is turn:
        return 1
    return 2 if owner is turn.other else 0


def _refuse(expected: str) -> NoReturn:
    raise Unreadable("unreadable", line=1, column=1, expected=expected)


def _checkers(bits: Iterator[int]) -> Checkers:
    counts = [0] * (BAR + 1)
    for place in range(1, BAR + 1):
        while next(bits, 0):
            counts[place] += 1
    counts[0] = 15 - sum(counts)
    return tuple(counts)


def _number(bits: list[int], start: int, width: int) -> int:
    return sum(bits[start + place] << place for place in range(width))


def _encode(bits: list[int], size: int) -> str:
    value = sum(bit << place for place, bit in enumerate(bits))
    return base64.b64encode(value.to_bytes(size, "little")).decode("ascii").rstrip("=")


def _decode(text: str, size: int, expected: str) -> list[int]:
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != size:
        _refuse(expected)
    return [byte >> place & 1 for byte in raw for place in range(8)]
