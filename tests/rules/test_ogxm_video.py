"""The video of a match in OGXM: address and marks that people have set, also in a signed file."""

import struct

import pytest

from rules import formats
from rules.formats.ogxm_layout import join_sections, list_sections
from rules.formats.ogxm_video import MatchVideo, VideoMark, read_video, write_video
from tests.rules.binary_files import data_of
from tests.rules.ogxm_files import assert_codec_accepts, ogxm_file, sample, section

ADDRESS = "https://video.example/watch?v=1&list=2"


def a_file(name: str = "MYdvw1qGuyaRUH__") -> bytes:
    return formats.file_of(formats.write(formats.read(data_of(name, "xg")), "ogxm"))[0]


def test_every_action_of_a_match_can_be_marked() -> None:
    data = a_file()
    record = formats.read(data)
    video = MatchVideo(
        ADDRESS,
        tuple(
            VideoMark(game.number, action, game.number * 1_000_000 + action * 1000)
            for game in record.games
            for action in range(1, len(game.actions) + 1)
        ),
    )
    with_video = write_video(data, video)
    assert read_video(with_video) == video
    assert formats.read(with_video).same_games_as(record)
    assert write_video(with_video, None) == data
    assert read_video(data) is None
    assert write_video(with_video, video) == with_video


def test_the_codec_reads_address_and_marks() -> None:
    data = write_video(a_file(), MatchVideo(ADDRESS, (VideoMark(1, 2, 61_500), VideoMark(2, 1, 700_000))))
    shown = assert_codec_accepts(data)
    assert shown["video_info"]["url"] == ADDRESS
    plies = [(1, shown["games"][0]["plies"]), (2, shown["games"][1]["plies"])]
    marked = [
        (game, number, ply["video_ms"], ply["video_hand_anchored"])
        for game, rows in plies
        for number, ply in enumerate(rows, 1)
        if "video_ms" in ply
    ]
    assert [mark[2:] for mark in marked] == [(61_500, True), (700_000, True)]


def test_a_signed_file_stays_signed_and_a_mark_of_no_action_is_left_out() -> None:
    data = sample("signed")
    with_video = write_video(data, MatchVideo(ADDRESS, (VideoMark(1, 1, 5), VideoMark(99, 1, 6))))
    assert read_video(with_video) == MatchVideo(ADDRESS, (VideoMark(1, 1, 5),))
    assert [each.tag for each in list_sections(with_video) if each.tag in ("VIDO", "MSIG")] == [
        "VIDO",
        "MSIG",
    ]
    assert_codec_accepts(with_video)
    assert next(each for each in list_sections(with_video) if each.tag == "MSIG").payload == (
        next(each for each in list_sections(data) if each.tag == "MSIG").payload
    )


def a_section(
    address: bytes = ADDRESS.encode(), *, version: int = 1, flags: int = 1, extra: bytes = b""
) -> bytes:
    head = struct.pack("<BBHiQHI", version, 0, 0, 0, 0, len(address), 1)
    return head + address + struct.pack("<BHBIIH", 0, 0, 1, 7, 0, 0) + extra


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        a_section(version=2),
        a_section(extra=b"\0"),
        a_section(b"http://video.example/"),
        a_section(b"https://video.example/\n"),
        a_section(b"https://video.example/\xff"),
        a_section(b"https://video.example/" + b"a" * 512),
    ],
)
def test_a_video_that_cannot_be_read_is_left_out(payload: bytes) -> None:
    assert read_video(ogxm_file((), section("VIDO", payload))) is None


def test_marks_that_a_program_computed_are_left_out() -> None:
    data = a_file()
    marked = write_video(data, MatchVideo(ADDRESS, (VideoMark(1, 1, 7),)))
    assert read_video(marked) == MatchVideo(ADDRESS, (VideoMark(1, 1, 7),))
    payload = next(each.payload for each in list_sections(marked) if each.tag == "VIDO")
    assert payload == a_section()[:-6] + b"\xff" * 6
    by_program = payload.replace(b"\x00\x00\x00\x01\x07", b"\x00\x00\x00\x00\x07")
    assert by_program != payload
    sections = [
        each._replace(payload=by_program) if each.tag == "VIDO" else each for each in list_sections(marked)
    ]
    assert read_video(join_sections(sections)) == MatchVideo(ADDRESS)
