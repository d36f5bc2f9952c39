"""The video of a match in an OGXM file: its address, and at which time which action is to be seen.

The section VIDO by the specification of HedgeHog (see `ogxm_layout`), as the reader gvformat (MIT) has it. No
signature covers it, so that it can be added to a signed file and taken out.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from . import ogxm_layout as layout
from .ogxm_layout import OgxmSection
from .ogxm_reading import list_action_places

LONGEST_ADDRESS = 512
LATEST_MILLISECONDS = 2**32 - 1
# Our own limit; the format has none below a million.
MAX_MARKS = 2_000
_VERSION, _KIND = 1, 0
# Version, kind, flags, offset, base of the wall clock, length of the address, number of marks.
_HEAD = struct.Struct("<BBHiQHI")
# Game, action, flags, time in the video, time after the base, seconds behind the live video.
_MARK = struct.Struct("<BHBIIH")
_SET_BY_HAND = 1
_NO_WALL_TIME, _NO_LAG = 2**32 - 1, 2**16 - 1


class VideoMark(NamedTuple):
    """When an action is to be seen: the number of its game and its own, both from 1."""

    game: int
    action: int
    milliseconds: int


class MatchVideo(NamedTuple):
    """The address of a video, and the marks that people have set, in the order of play."""

    address: str
    marks: tuple[VideoMark, ...] = ()


def read_video(data: bytes) -> MatchVideo | None:
    """Return the video of one file with the marks that people have set; None without an https address.

    What cannot be read is left out, for a file is no worse without its video. Raises `Unreadable` for a file
    that is damaged elsewhere.
    """
    section = next((each for each in layout.list_sections(data) if each.tag == layout.VIDEO), None)
    if section is None or len(section.payload) < _HEAD.size:
        return None
    version, _kind, _flags, _offset, _base, length, count = _HEAD.unpack_from(section.payload)
    address = section.payload[_HEAD.size : _HEAD.size + length].decode("utf-8", "replace")
    is_whole = len(section.payload) == _HEAD.size + length + count * _MARK.size
    if version != _VERSION or not is_whole or length > LONGEST_ADDRESS or not _is_address(address):
        return None
    places = dict(_list_plies(data))
    marks: dict[tuple[int, int], int] = {}
    for at in range(_HEAD.size + length, len(section.payload), _MARK.size):
        game, ply, flags, milliseconds, _wall, _lag = _MARK.unpack_from(section.payload, at)
        if flags & _SET_BY_HAND and (game, ply) in places:
            marks.setdefault(places[game, ply], milliseconds)
    return MatchVideo(
        address, tuple(VideoMark(game, action, marks[game, action]) for game, action in sorted(marks))
    )


def write_video(data: bytes, video: MatchVideo | None) -> bytes:
    """Return one file with this video in place of the one it has; None takes it out. Raises `Unreadable`."""
    sections = [each for each in layout.list_sections(data) if each.tag != layout.VIDEO]
    if video is not None:
        before = next((at for at, each in enumerate(sections) if each.tag in _AFTER_VIDEO), len(sections))
        sections.insert(before, OgxmSection(layout.VIDEO, _write_section(video, _list_plies(data))))
    _magic, _major, minor, _needed_major, needed_minor, _size = layout.HEADER.unpack_from(data)
    return layout.join_sections(sections, minor=minor, needed_minor=needed_minor)


_AFTER_VIDEO = (layout.NOTES, layout.MATCH_SIGNATURE, layout.CHECKSUM)


def _write_section(video: MatchVideo, plies: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> bytes:
    first_plies: dict[tuple[int, int], tuple[int, int]] = {}
    for ply, place in plies:
        first_plies.setdefault(place, ply)
    times: Mapping[tuple[int, int], int] = {
        first_plies[mark.game, mark.action]: mark.milliseconds
        for mark in video.marks
        if (mark.game, mark.action) in first_plies
    }
    address = video.address.encode()
    head = _HEAD.pack(_VERSION, _KIND, 0, 0, 0, len(address), len(times))
    marks = [_MARK.pack(*ply, _SET_BY_HAND, times[ply], _NO_WALL_TIME, _NO_LAG) for ply in sorted(times)]
    return head + address + b"".join(marks)


def _list_plies(data: bytes) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return each action of a file, as it counts them from 0, with the game and action they are here."""
    return [
        ((game, ply), (game + 1, place + 1))
        for game, places in enumerate(list_action_places(data))
        for ply, place in enumerate(places)
    ]


def _is_address(text: str) -> bool:
    return text.startswith("https://") and text.isprintable() and "�" not in text
