"""The OGID of OpenGammon, a position of a match in one line, read and written.

By its specification (docs/OGID.md of HedgeHog's public repository, CC BY 4.0).
"""

from __future__ import annotations

import re
from typing import NoReturn

from ..dice import Dice
from ..errors import Unreadable, check_type
from ..position import BAR, CHECKERS, Position
from ..sides import Side
from .match_position import GameState, MatchPosition

_EXPECTED = "an OGID such as 11ccccchhhjjjjj:66666888dddddoo:N0N::B:C:0:0:7:0"
_PREFIX = re.compile(r"\s*(?i:OGID[=:])?")
_OGID_START = re.compile(r"\s*(?:(?i:OGID[=:])|[0-9a-p]{0,15}:[0-9a-p]{0,15}:[NWBD?]\d[NOTP]:)")
_PLACES = "0123456789abcdefghijklmnop"
_CUBE_FIELD = re.compile(r"([NWBD?])([0-6])([NOTP])\Z")
_LENGTH_FIELD = re.compile(r"(\d{1,5})(?:([CL]?)|G(\d{0,5}))\Z")
_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_STATES: dict[str, GameState] = {"G": "over", "M": "over", "RG": "over", "RM": "over"}
_LARGEST_EXPONENT = 6
# The parts: the checkers of both sides, cube, dice, the side that acted last, what is to be done, the points
# of both sides, match length, the number of the move, and of the checkers of a side.
_WHITE, _BLACK, _CUBE, _DICE, _ACTED, _STATE, _WHITE_POINTS, _BLACK_POINTS, _LENGTH, _MOVE, _COUNT = range(11)
_LEAST_PARTS, _MOST_PARTS = _ACTED + 1, _COUNT + 1


def is_ogid(text: str) -> bool:
    """Whether a text begins like an OGID."""
    return _OGID_START.match(text) is not None


def read_ogid(text: str) -> MatchPosition:
    """Read an OGID, with its White as White. Raises `Unreadable` with the column of the part.

    The side to play is the one that did not act last, except after a double, which it has offered. A length
    with `C` is the Crawford game; the Jacoby rule and beavers are not in an OGID.
    """
    check_type(text, str, "an identifier as text")
    parts = _OgidParts(text)
    owner, exponent, answer = parts.cube()
    acted = _SIDES[parts.text(_ACTED, "W")] if parts.text(_ACTED, "") in _SIDES else parts.refuse(_ACTED)
    state, dice = parts.text(_STATE, ""), parts.dice()
    is_doubled = answer == "O"
    if is_doubled and dice is not None:
        parts.refuse(_DICE)
    turn = acted if is_doubled else acted.other
    if state == "IW" and dice is None:
        turn = Side.WHITE
    length, is_crawford = parts.length()
    return MatchPosition(
        position=parts.position(turn),
        turn=turn,
        dice=dice,
        cube=1 << exponent,
        cube_owner=_SIDES.get(owner),
        is_doubled=is_doubled,
        is_crawford=is_crawford,
        length=length,
        white=parts.number(_WHITE_POINTS),
        black=parts.number(_BLACK_POINTS),
        state="dropped" if answer == "P" else _STATES.get(state, "playing"),
    ).with_crawford_mark()


def write_ogid(match_position: MatchPosition) -> str:
    """Write a position as an OGID; `match_position.position` must be there.

    Raises `Unreadable` for what an OGID has no place for: a cube above 64, and a beaver on offer.
    """
    exponent = match_position.cube.bit_length() - 1
    if match_position.position is None or match_position.raises or not 0 <= exponent <= _LARGEST_EXPONENT:
        raise Unreadable("unreadable", line=1, column=1, expected="a position")
    is_doubled, turn = match_position.is_doubled, match_position.turn
    owner = {Side.WHITE: "W", None: "N", Side.BLACK: "B"}[match_position.cube_owner]
    length = f"{match_position.length}{'C' * match_position.is_crawford}"
    is_over = match_position.state in ("over", "dropped")
    state = "G" if is_over else "D" if is_doubled else "R" if match_position.dice else "C"
    answer = "O" if is_doubled else "P" if match_position.state == "dropped" else "N"
    fields = (
        *_write_checkers(match_position.position),
        f"{owner}{exponent}{answer}",
        "".join(map(str, sorted(match_position.dice or ()))),
        "W" if (turn if is_doubled else turn.other) is Side.WHITE else "B",
        state,
        match_position.white,
        match_position.black,
        length,
        0,
    )
    return ":".join(map(str, fields))


def _write_checkers(position: Position) -> tuple[str, str]:
    """The places of the checkers of both sides, ascending; White's bar is 0, Black's 25."""
    white = "".join(_PLACES[BAR - place] * position.white[place] for place in range(BAR, 0, -1))
    black = "".join(_PLACES[place] * position.black[place] for place in range(1, BAR + 1))
    return white, black


class _OgidParts:
    """The parts of an OGID, each of which knows the column it begins in."""

    def __init__(self, text: str) -> None:
        prefix = _PREFIX.match(text)
        begin = prefix.end() if prefix else 0
        self.texts = text[begin:].rstrip().split(":", _MOST_PARTS)
        self.columns = [begin + 1]
        for part in self.texts:
            self.columns.append(self.columns[-1] + len(part) + 1)
        if not _LEAST_PARTS <= len(self.texts) <= _MOST_PARTS:
            self.refuse(0)
        if self.text(_COUNT, str(CHECKERS)) != str(CHECKERS):
            self.refuse(_COUNT)

    def text(self, place: int, missing: str) -> str:
        """The text of a part; the last ones may be missing."""
        return self.texts[place] if place < len(self.texts) else missing

    def number(self, place: int) -> int:
        """The number in a part, 0 where it is missing."""
        text = self.text(place, "0") or "0"
        return int(text) if re.match(r"[0-9]{1,5}\Z", text) else self.refuse(place)

    def cube(self) -> tuple[str, int, str]:
        """The letter of the owner of the cube, the exponent of its value, and the answer to a double."""
        fields = _CUBE_FIELD.match(self.texts[_CUBE])
        return (fields[1], int(fields[2]), fields[3]) if fields else self.refuse(_CUBE)

    def dice(self) -> Dice | None:
        """The dice, None before the roll."""
        text = self.texts[_DICE]
        if not text:
            return None
        return (int(text[0]), int(text[1])) if re.match(r"[1-6]{2}\Z", text) else self.refuse(_DICE)

    def length(self) -> tuple[int, bool]:
        """The match length, 0 in money play, and whether this is the Crawford game."""
        fields = _LENGTH_FIELD.match(self.text(_LENGTH, "0"))
        if fields is None:
            return self.refuse(_LENGTH)
        return int(fields[1]), fields[2] == "C" and fields[1] != "0"

    def position(self, turn: Side) -> Position:
        """The board."""
        white, black = [0] * (BAR + 1), [0] * (BAR + 1)
        for part, checkers in ((_WHITE, white), (_BLACK, black)):
            for offset, letter in enumerate(self.texts[part]):
                place = _PLACES.find(letter)
                point = BAR - place if part == _WHITE else place
                if place < 0 or point < 1 or offset >= CHECKERS:
                    self.refuse(part, offset)
                checkers[point] += 1
            checkers[0] = CHECKERS - sum(checkers)
        position = Position(tuple(white), tuple(black), turn)
        if position.faults():
            self.refuse(_WHITE, expected="a position with 15 checkers per side and no shared point")
        return position

    def refuse(self, place: int, offset: int = 0, expected: str = _EXPECTED) -> NoReturn:
        """Refuse a part by its column."""
        raise Unreadable("unreadable", line=1, column=self.columns[place] + offset, expected=expected)
