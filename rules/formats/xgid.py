"""The XGID of eXtreme Gammon, a position of a match in one line, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from ..dice import Dice
from ..errors import Unreadable, check_type
from ..position import BAR, CHECKERS, Position
from ..sides import Side
from .match_position import MatchPosition

_EXPECTED = "an XGID such as XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
_OWNERS = {"1": Side.WHITE, "0": None, "-1": Side.BLACK}
_TURNS = {"1": Side.WHITE, "-1": Side.BLACK}
_OFFERS = "DBR"
_PREFIX = "XGID="
_PARTS = 10
# The numbers of the parts: the position, exponent and owner of the cube, the side to play, dice or offer, the
# points of both players, the rules (Crawford, or Jacoby and beavers), match length, exponent of the limit.
_POSITION, _CUBE, _CUBE_OWNER, _TURN, _DICE, _WHITE, _BLACK, _RULES, _LENGTH, _CUBE_LIMIT = range(_PARTS)
_LARGEST_CUBE = 12


def read_xgid(text: str) -> MatchPosition:
    """Read an XGID; the player at the bottom becomes White. Raises `Unreadable` with the column of the part.

    After `D` the side to play has doubled, `B` that double was beavered, `R` and raccooned. The game after
    the Crawford game is known only by a score one short of the length and no Crawford mark; against no point
    at all that is the Crawford game, marked or not.

    The value holds all a ruling needs: `position` (its `turn` is the side to move), `dice` (None before
    the roll), `cube`, `cube_owner`, `white`, `black`, `length`, `is_crawford`. For the legal plays of a
    position::

        match_position = read_xgid(text)
        for play in legal_plays(match_position.position, match_position.dice):
            print(play.notation(), position_id(play.after))
    """
    check_type(text, str, "an identifier as text")
    parts = _Parts(text)
    turn, owner = parts.side(_TURN, _TURNS), parts.side(_CUBE_OWNER, _OWNERS)
    length, rule = parts.number(_LENGTH), parts.number(_RULES, 3)
    offer = _OFFERS.find(parts.texts[_DICE]) if len(parts.texts[_DICE]) == 1 else -1
    return MatchPosition(
        position=_position(parts, turn or Side.WHITE),
        turn=turn or Side.WHITE,
        dice=None if offer >= 0 else _dice(parts),
        cube=1 << parts.number(_CUBE, _LARGEST_CUBE),
        cube_owner=owner,
        is_doubled=offer >= 0,
        is_crawford=bool(length) and rule == 1,
        length=length,
        white=parts.number(_WHITE),
        black=parts.number(_BLACK),
        jacoby=not length and rule in (1, 3),
        beavers=not length and rule in (2, 3),
        raises=max(offer, 0),
        cube_limit=1 << parts.number(_CUBE_LIMIT, _LARGEST_CUBE),
    ).with_crawford_mark()


def write_xgid(match_position: MatchPosition) -> str:
    """Write a position as an XGID with White at the bottom; `match_position.position` must be there."""
    if match_position.position is None:
        raise Unreadable("unreadable", line=1, column=1, expected="a position")
    owner = {Side.WHITE: "1", None: "0", Side.BLACK: "-1"}[match_position.cube_owner]
    dice = "".join(map(str, match_position.dice)) if match_position.dice else "00"
    if match_position.is_doubled:
        dice = _OFFERS[min(match_position.raises, 2)]
    rule = (
        int(match_position.is_crawford)
        if match_position.length
        else match_position.jacoby + 2 * match_position.beavers
    )
    fields = (
        _letters(match_position.position),
        match_position.cube.bit_length() - 1,
        owner,
        1 if match_position.turn is Side.WHITE else -1,
        dice,
        match_position.white,
        match_position.black,
        rule,
        match_position.length,
        match_position.cube_limit.bit_length() - 1,
    )
    return "XGID=" + ":".join(map(str, fields))


class _Parts:
    """The ten parts of an XGID, each of which knows the column it begins in."""

    def __init__(self, text: str) -> None:
        begin = len(text) - len(text.lstrip())
        begin += len(_PREFIX) * text.startswith(_PREFIX, begin)
        self.texts = text[begin:].rstrip().split(":", _PARTS)
        self.columns = [begin + 1]
        for part in self.texts:
            self.columns.append(self.columns[-1] + len(part) + 1)
        if len(self.texts) != _PARTS or len(self.texts[_POSITION]) != BAR + 1:
            self.refuse(_POSITION)

    def number(self, place: int, maximum: int = 99_999) -> int:
        """The number in a part, none above `maximum`."""
        text = self.texts[place]
        if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= maximum:
            return int(text)
        return self.refuse(place)

    def side(self, place: int, sides_by_text: Mapping[str, Side | None]) -> Side | None:
        """Return the side a field stands for, or refuse another value."""
        return sides_by_text[self.texts[place]] if self.texts[place] in sides_by_text else self.refuse(place)

    def refuse(self, place: int, offset: int = 0, expected: str = _EXPECTED) -> NoReturn:
        """Refuse a part by its column."""
        column = self.columns[place] + offset
        raise Unreadable("unreadable", line=1, column=column, expected=expected)


def _position(parts: _Parts, turn: Side) -> Position:
    white, black = [0] * (BAR + 1), [0] * (BAR + 1)
    for place, letter in enumerate(parts.texts[_POSITION]):
        count = 0 if letter == "-" else ord(letter.upper()) - 64 if letter.isascii() else -1
        if (
            not 0 <= count <= CHECKERS
            or (letter.isupper() and not place)
            or (letter.islower() and place == BAR)
        ):
            parts.refuse(_POSITION, place)
        if letter.isupper():
            white[place] = count
        else:
            black[BAR - place] = count
    white[0], black[0] = CHECKERS - sum(white), CHECKERS - sum(black)
    position = Position(tuple(white), tuple(black), turn)
    if position.faults():
        parts.refuse(_POSITION, expected="a position with 15 checkers per side and no shared point")
    return position


def _letters(position: Position) -> str:
    return "".join(
        chr(64 + white) if white else chr(96 + black) if black else "-"
        for white, black in ((_white_at(position, place), _black_at(position, place)) for place in range(26))
    )


def _white_at(position: Position, place: int) -> int:
    return position.white[place] if place else 0


def _black_at(position: Position, place: int) -> int:
    return position.black[25 - place] if place < BAR else 0


def _dice(parts: _Parts) -> Dice | None:
    text = parts.texts[_DICE]
    if text == "00":
        return None
    if len(text) != 2 or not set(text) <= set("123456"):
        parts.refuse(_DICE)
    return (int(text[0]), int(text[1]))
