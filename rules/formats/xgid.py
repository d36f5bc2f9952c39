"""The XGID line of eXtreme Gammon: a whole moment of a match in one line, both ways."""

from __future__ import annotations

from typing import NoReturn

from rules.dice import Dice
from rules.errors import Unreadable
from rules.formats.standing import Standing
from rules.position import BAR, CHECKERS, Position
from rules.sides import Side

_EXPECTED = "an XGID such as XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
_OWNERS = {"1": Side.WHITE, "0": None, "-1": Side.BLACK}
_TURNS = {"1": Side.WHITE, "-1": Side.BLACK}
_LARGEST = 10


def read_xgid(text: str) -> Standing:
    """Read an XGID; the player at the bottom becomes White. Raises `Unreadable`.

    The value holds all a ruling needs: `position` (its `turn` is the side to move), `dice` (None before
    the roll), `cube`, `cube_owner`, `white`, `black`, `length`, `is_crawford`. For the lawful plays of a
    position::

        standing = read_xgid(text)
        for play in legal_plays(standing.position, standing.dice):
            print(play.notation(), position_id(play.after))
    """
    parts = text.strip().removeprefix("XGID=").split(":")
    if len(parts) != 10 or len(parts[0]) != 26:
        _refuse(1)
    turn = _TURNS.get(parts[3])
    if turn is None or parts[2] not in _OWNERS:
        _refuse(28)
    cube, white, black, rule, length = (_number(parts[field]) for field in (1, 5, 6, 7, 8))
    if cube > 12:
        _refuse(28)
    return Standing(
        position=_position(parts[0], turn),
        turn=turn,
        dice=_dice(parts[4]),
        cube=1 << cube,
        cube_owner=_OWNERS[parts[2]],
        is_doubled=parts[4] in ("D", "B", "R"),
        is_crawford=bool(length) and rule == 1,
        length=length,
        white=white,
        black=black,
        jacoby=not length and rule in (1, 3),
        beavers=not length and rule in (2, 3),
    )


def write_xgid(standing: Standing) -> str:
    """Write a moment as an XGID with White at the bottom; `standing.position` must be there."""
    if standing.position is None:
        _refuse(1)
    owner = {Side.WHITE: "1", None: "0", Side.BLACK: "-1"}[standing.cube_owner]
    dice = "".join(map(str, standing.dice)) if standing.dice else "D" if standing.is_doubled else "00"
    rule = int(standing.is_crawford) if standing.length else standing.jacoby + 2 * standing.beavers
    fields = (
        _letters(standing.position),
        standing.cube.bit_length() - 1,
        owner,
        1 if standing.turn is Side.WHITE else -1,
        dice,
        standing.white,
        standing.black,
        rule,
        standing.length,
        _LARGEST,
    )
    return "XGID=" + ":".join(map(str, fields))


def _position(letters: str, turn: Side) -> Position:
    white, black = [0] * (BAR + 1), [0] * (BAR + 1)
    for place, letter in enumerate(letters):
        count = 0 if letter == "-" else ord(letter.upper()) - 64
        if not 0 <= count <= CHECKERS or (count and not letter.isascii()):
            _refuse(place + 1)
        if count and letter.isupper():
            white[place] += count
        elif count:
            black[25 - place] += count
    if white[0] or black[0]:
        _refuse(1)
    white[0], black[0] = CHECKERS - sum(white), CHECKERS - sum(black)
    position = Position(tuple(white), tuple(black), turn)
    if position.faults():
        _refuse(1)
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


def _dice(text: str) -> Dice | None:
    if text in ("00", "D", "B", "R"):
        return None
    if len(text) != 2 or not set(text) <= set("123456"):
        _refuse(1)
    return (int(text[0]), int(text[1]))


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 5:
        _refuse(28)
    return int(text)


def _refuse(column: int) -> NoReturn:
    raise Unreadable("unreadable", line=1, column=column, expected=_EXPECTED)
