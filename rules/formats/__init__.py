"""Record formats: one door for reading bytes of any known kind."""

from __future__ import annotations

from rules.errors import Unreadable
from rules.formats.mat import looks_like_mat, read_mat
from rules.formats.plain import looks_like_json, read_json
from rules.formats.sgf import looks_like_sgf, read_sgf
from rules.formats.text import decode
from rules.record import Record


def read(data: bytes) -> Record:
    """Read a recorded match from the bytes of a file, whatever its format, encoding and line ends.

    Nothing but `Unreadable` can be raised; its facts give the line, the column and what was expected there.
    """
    text = decode(data)
    if looks_like_json(text):
        return read_json(text)
    if looks_like_sgf(text):
        return read_sgf(text)
    if looks_like_mat(text):
        return read_mat(text)
    raise Unreadable("record_format_unknown", line=1, column=1, expected='a line such as "7 point match"')
