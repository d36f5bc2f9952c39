"""The position line of Snowie, forty fields between semicolons, read and written.

The fields, counted from 1: match length (0 for money play), Jacoby, two unexplained ones, the side to play
(0 the first player, 1 the second), the two names, Crawford game, the two scores, cube, its owner (1 the
side to play, -1 the other), the other side's bar, 24 points, the own bar and two dice. Names, scores and
points are relative to the side to play, whose checkers are the positive counts.
"""

from __future__ import annotations

from typing import NoReturn

from ..cube import HIGHEST, is_cube_value
from ..dice import Dice
from ..errors import Unreadable
from ..position import BAR, CHECKERS, Checkers, Position
from ..sides import Side
from .match_position import MatchPosition

FIELDS = 40
_JACOBY, _TURN, _NAMES, _CRAWFORD, _SCORES, _CUBE, _OWNER, _BOARD, _DICE = 1, 4, 5, 7, 8, 10, 11, 12, 38
_LONGEST_NAME = 200
_LARGEST_SCORE = 99_999


def is_snowie(text: str) -> bool:
    """Whether a text may be a position line: a number, and the right number of semicolons."""
    return text.count(";") >= FIELDS - 1 and text.lstrip()[:1].isdigit()


def read_snowie(text: str, turn: Side | None = None) -> MatchPosition:
    """Read one position line. Raises `Unreadable` with the column of the field and what was expected.

    `turn` is the side of the first named player, who plays next, where the context overrides the line: inside
    `Illegal play (...)` the fifth field is the side that has just played.
    """
    fields = _Fields(text)
    shown_side = (Side.WHITE, Side.BLACK)[fields.flag(_TURN)]
    side = turn or shown_side
    side_index = side.index
    length = fields.points(0)
    pair = [fields.points(_SCORES + place) for place in (0, 1)]
    names = [fields.name(_NAMES + place) for place in (0, 1)]
    owner = fields.number(_OWNER, -1, 1, "1, 0 or -1")
    return MatchPosition(
        position=_position(fields, side),
        turn=side,
        dice=_dice(fields),
        cube=fields.cube(),
        cube_owner=(None, side, side.other)[owner],
        is_crawford=fields.flag(_CRAWFORD) and bool(length),
        length=length,
        white=pair[side_index],
        black=pair[1 - side_index],
        jacoby=fields.flag(_JACOBY) and not length,
        players=(names[side_index], names[1 - side_index]),
    ).with_crawford_mark()


def write_snowie(match_position: MatchPosition, names: tuple[str, str] | None = None) -> str:
    """Write a moment as a position line; `names` are White's and Black's, by default its own.

    A double on offer, beavers and the limit of the cube are not in the line. Raises `Unreadable` when
    there is no position.
    """
    return _write(match_position, names, match_position.turn)


def write_illegal_play(match_position: MatchPosition, names: tuple[str, str] | None = None) -> str:
    """Return the line for an `Illegal play (...)` cell, whose fifth field is the side that played.

    `match_position` is the state after the play, its turn the side to roll next.
    """
    return _write(match_position, names, match_position.turn.other)


def _write(match_position: MatchPosition, names: tuple[str, str] | None, shown_side: Side) -> str:
    position, side_index = match_position.position, match_position.turn
    if position is None:
        raise Unreadable("unreadable", line=1, column=1, expected="a position")
    name_fields = [_clean(name) for name in names or match_position.players]
    scores = (match_position.white, match_position.black)
    mover_board, opponent_board = position.of(side_index), position.of(side_index.other)
    owner = 0 if match_position.cube_owner is None else 1 if match_position.cube_owner is side_index else -1
    fields = (
        match_position.length,
        int(match_position.jacoby),
        0,
        int(not match_position.length),
        shown_side.index,
        name_fields[side_index.index],
        name_fields[side_index.other.index],
        int(match_position.is_crawford),
        scores[side_index.index],
        scores[side_index.other.index],
        match_position.cube,
        owner,
        *(
            mover_board[place] * bool(place) - opponent_board[BAR - place] * (place < BAR)
            for place in range(BAR + 1)
        ),
        *(match_position.dice or (0, 0)),
    )
    return "".join(f"{value};" for value in fields)


class _Fields:
    """The fields of one line, each of which knows the column it begins in."""

    def __init__(self, text: str) -> None:
        line = text.rstrip()
        self.texts = line.split(";", FIELDS)
        self.columns = [1]
        for field in self.texts:
            self.columns.append(self.columns[-1] + len(field) + 1)
        if len(self.texts) < FIELDS:
            self.refuse(len(self.texts) - 1, "forty fields, each with a semicolon behind it")
        if len(self.texts) > FIELDS and self.texts[FIELDS].strip():
            self.refuse(FIELDS, "the end of the line")

    def number(self, place: int, minimum: int, maximum: int, expected: str) -> int:
        """The number in a field, within its bounds."""
        text = self.texts[place].strip()
        digits = text.removeprefix("-")
        if digits.isascii() and digits.isdigit() and len(text) <= 6 and minimum <= int(text) <= maximum:
            return int(text)
        return self.refuse(place, expected)

    def flag(self, place: int) -> bool:
        """The yes or no in a field."""
        return bool(self.number(place, 0, 1, "0 or 1"))

    def points(self, place: int) -> int:
        """The length of a match or a score."""
        return self.number(place, 0, _LARGEST_SCORE, "a number of points")

    def cube(self) -> int:
        """The value of the cube."""
        value = self.number(_CUBE, 1, HIGHEST, "a cube value")
        return value if is_cube_value(value) else self.refuse(_CUBE, "a cube value")

    def checkers(self, place: int) -> int:
        """How many checkers stand on a place, those of the other side as a negative number."""
        return self.number(place, -CHECKERS, CHECKERS, "a number of checkers from -15 to 15")

    def name(self, place: int) -> str:
        """Return the name in a field without blanks around it."""
        text = self.texts[place].strip()
        return text if len(text) <= _LONGEST_NAME else self.refuse(place, "a name")

    def refuse(self, place: int, expected: str) -> NoReturn:
        """Refuse a field by its column."""
        raise Unreadable("unreadable", line=1, column=self.columns[place], expected=expected)


def _position(fields: _Fields, side: Side) -> Position:
    """The signs mark the owner, on the bars too: writers differ in which bar comes first."""
    counts = [fields.checkers(_BOARD + place) for place in range(BAR + 1)]
    bars = counts[0], counts[BAR]
    mover_board = [0, *(max(count, 0) for count in counts[1:BAR]), sum(max(count, 0) for count in bars)]
    opponent_board = [
        0,
        *(max(-count, 0) for count in counts[BAR - 1 : 0 : -1]),
        sum(max(-count, 0) for count in bars),
    ]
    for checkers in (mover_board, opponent_board):
        checkers[0] = CHECKERS - sum(checkers)
    pair: tuple[Checkers, Checkers] = (tuple(mover_board), tuple(opponent_board))
    white, black = pair if side is Side.WHITE else pair[::-1]
    position = Position(white, black, side)
    if position.faults():
        fields.refuse(_BOARD, "a position with 15 checkers per side and no shared point")
    return position


def _dice(fields: _Fields) -> Dice | None:
    first, second = (fields.number(_DICE + place, 0, 6, "two dice") for place in (0, 1))
    if bool(first) is not bool(second):
        fields.refuse(_DICE, "two dice")
    return (first, second) if first else None


def _clean(name: str) -> str:
    return " ".join(name.replace(";", ",").split())
