"""Record formats: reading bytes of any known format, and writing records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from ..errors import Unreadable
from ..record import Record
from .bgf import is_bgf, read_bgf
from .binary import check_size, from_data_url, to_data_url
from .fibs import is_fibs, read_fibs
from .fibs_writing import write_fibs
from .json_record import is_json, read_json, write_json
from .mat import is_mat, read_mat
from .mat_writing import write_mat
from .ogxm_layout import is_ogxm
from .ogxm_reading import read_ogxm
from .ogxm_writing import write_ogxm
from .sgf import charset_of, is_sgf, is_tree, read_sgf
from .sgf_analysis import is_analysed, read_analysis
from .sgf_writing import write_sgf
from .sgg import is_sgg, read_sgg
from .sgg_writing import write_sgg
from .text_decoding import LARGEST, LARGEST_TREE, decode
from .xg_reading import is_xg, read_xg
from .xg_writing import write_xg

# How files that are no text begin, the ending of their names, and their reader.
_BINARY_READERS: tuple[tuple[Callable[[bytes], bool], str, Callable[[bytes], Record]], ...] = (
    (is_xg, "xg", read_xg),
    (is_bgf, "bgf", read_bgf),
    (is_ogxm, "ogxm", read_ogxm),
)
# Endings of further names of files: GammonView's, and of several files one after the other.
_OTHER_ENDINGS = ("gvab", "ogxms")
# How texts begin, the usual ending of their names, and their reader.
_READERS: tuple[tuple[Callable[[str], bool], str, Callable[[str], Record]], ...] = (
    (is_json, "json", read_json),
    (is_sgf, "sgf", read_sgf),
    (is_mat, "mat", read_mat),
    (is_sgg, "sgg", read_sgg),
    (is_fibs, "txt", read_fibs),
)
# Readers of rows, of which the last may be cut short; the others refuse a text that is not whole.
_LINE_READERS = (read_mat, read_sgg, read_fibs)
BINARY_ENDINGS = frozenset(ending for _, ending, _ in _BINARY_READERS)
# The usual endings of all files that can be read. The name of a file does not matter to `read`.
ENDINGS = tuple(sorted(BINARY_ENDINGS.union(_OTHER_ENDINGS, (ending for _, ending, _ in _READERS))))


def _write_ogxm_as_text(record: Record) -> str:
    return to_data_url(write_ogxm(record), "ogxm")


WRITERS: Mapping[str, Callable[[Record], str]] = MappingProxyType(
    {
        "json": write_json,
        "mat": write_mat,
        "sgf": write_sgf,
        "fibs": write_fibs,
        "sgg": write_sgg,
        "xg": write_xg,
        "ogxm": _write_ogxm_as_text,
    }
)


def read(data: bytes | str) -> Record:
    """Read a recorded match from the bytes or the text of a file, whatever its format and line ends.

    Raises only `Unreadable`; its facts give the line, the column and what was expected there,
    of a binary file the offset and the field. TypeError for anything but bytes or text.
    """
    if not isinstance(data, bytes | bytearray | memoryview | str):
        raise TypeError(f"a record is read from bytes or text, not from {type(data).__name__}")
    file = _original(data.encode() if isinstance(data, str) else bytes(data))
    for recognises_file, _, read_file in _BINARY_READERS:
        if recognises_file(file):
            return read_file(file)
    text = text_of(file)
    for recognises, _, read_text in _READERS:
        if recognises(text):
            record = read_text(text)
            if read_text is read_sgf and is_analysed(text):
                return replace(record, analyse=partial(read_analysis, text))
            is_open = read_text in _LINE_READERS and not text.endswith("\n")
            return replace(record, is_open_ended=True) if is_open else record
    raise Unreadable("record_format_unknown", line=1, column=1, expected='a line such as "7 point match"')


def text_of(data: bytes) -> str:
    """Return the text of a file with plain line feeds, by its byte-order mark, as UTF-8, or as it declares.

    A binary file becomes a data URL, which `read` understands and `file_of` turns back. Raises `Unreadable`:
    `file_empty`, `file_too_large` (above 1 MB, game trees and binary files 4 MB), `file_not_text`, or what a
    file of another kind is: `file_is_zip`, `file_is_picture`, `file_is_pdf`.
    """
    file = _original(data)
    ending = _ending(file)
    if ending:
        check_size(file)
        return to_data_url(file, ending)
    return decode(file, charset_of(file), largest=LARGEST_TREE if is_tree(file) else LARGEST)


def file_of(text: str) -> tuple[bytes, str]:
    """The file that a text stands for, and the ending of its name, empty for the text itself.

    Raises `Unreadable` when it is a damaged data URL.
    """
    data = text.encode()
    file = _original(data)
    ending = _ending(file)
    return (file, ending) if ending else (data, "")


def _original(data: bytes) -> bytes:
    """The bytes that a data URL holds, other bytes as they are."""
    file = from_data_url(data)
    return data if file is None else file


def _ending(file: bytes) -> str:
    return next((ending for recognises, ending, _ in _BINARY_READERS if recognises(file)), "")


def write(record: Record, format: str) -> str:
    """Return the record as text in one of the formats of `WRITERS`, readable by `read`.

    A binary format becomes a data URL, as from `text_of`: `file_of` gives its bytes.
    docs/match-files.md lists what a format leaves out. Raises `Illegal` (`format_cannot_hold`) for what
    must not be left out, a manually set up board, and ValueError for an unknown format.
    """
    if not isinstance(record, Record):
        raise TypeError(f"a record is written, not {type(record).__name__}")
    if format not in WRITERS:
        raise ValueError(f"no format is called {format!r}; there are {', '.join(WRITERS)}")
    return WRITERS[format](record)
