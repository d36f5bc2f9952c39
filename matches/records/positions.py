"""Keys of positions for the index, equal for a position and the same one with colours exchanged."""

from base64 import b64decode

from rules.errors import Unreadable
from rules.formats.gnuid import position_id
from rules.formats.identifiers import read_match_position
from rules.position import Position

KEY_BYTES = 10


def make_position_key(position: Position) -> bytes:
    """The ten bytes of the GNU position ID, seen from the side to play, without cube, score and dice."""
    return b64decode(position_id(position) + "==")


def read_position(text: str) -> Position:
    """The position of an XGID, GNU ID or another short notation. Raises `Unreadable`."""
    standing = read_match_position(text)
    if standing.position is None:
        raise Unreadable("unreadable", line=1, column=1, expected="a GNU position ID of 14 characters")
    position = standing.position.with_turn(standing.turn)
    if position.faults():
        raise Unreadable(
            "unreadable",
            line=1,
            column=1,
            expected="a position with 15 checkers per side and no shared point",
        )
    return position
