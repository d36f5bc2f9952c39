"""Reader of a position in any notation: XGID, OGID, GNU IDs, Snowie's line, or our own code."""

from __future__ import annotations

import re

from ..errors import Unreadable
from ..position import Position
from .gnuid import read_gnu_id, read_match_id
from .match_position import MatchPosition
from .ogid import is_ogid, read_ogid
from .snowie import is_snowie, read_snowie
from .xgid import read_xgid

LONGEST = 2_000
_CODE = re.compile(r"[0-9a-f]{52}[wb]\Z")
_MATCH_ID = re.compile(r"[A-Za-z0-9+/]{12}\Z")
_GNU_IDS = re.compile(r"(?:GNUBGID\s+)?([A-Za-z0-9+/]{14}(?:={0,2}):[A-Za-z0-9+/]{12})\Z", re.IGNORECASE)
_LABELLED_IDS = re.compile(r"Position ID\s*:\s*(\S{14})\s+Match ID\s*:\s*(\S{12})(?:\s|\Z)")


def read_match_position(text: str) -> MatchPosition:
    """Read a position with its match state from any of its short notations.

    XGID; OGID; a GNU position ID, alone or with a match ID after a colon or as GNU Backgammon prints them; a
    match ID alone (then without a position); the line of Snowie; `Position.code()`. Raises `Unreadable`.
    """
    plain = text.strip()
    if len(plain) > LONGEST:
        raise Unreadable("unreadable", line=1, column=LONGEST, expected="fewer characters per line")
    if is_ogid(plain) or plain.startswith("XGID=") or plain.count(":") == 9:
        return read_ogid(text) if is_ogid(plain) else read_xgid(text)
    if is_snowie(plain):
        return read_snowie(text)
    if _CODE.match(plain):
        return _from_code(plain)
    if _MATCH_ID.match(plain):
        return read_match_id(plain)
    pair, labelled_ids = _GNU_IDS.match(plain), _LABELLED_IDS.search(plain)
    if labelled_ids:
        return read_gnu_id(f"{labelled_ids[1]}:{labelled_ids[2]}")
    if pair or len(plain.rstrip("=")) == 14:
        return read_gnu_id(pair[1] if pair else plain)
    raise Unreadable(
        "unreadable", line=1, column=1, expected="an XGID, an OGID, a GNU position ID or a Snowie line"
    )


def _from_code(code: str) -> MatchPosition:
    position = Position.from_code(code)
    if position.faults():
        raise Unreadable(
            "unreadable",
            line=1,
            column=1,
            expected="a position with 15 checkers per side and no shared point",
        )
    return MatchPosition(position, turn=position.turn)
