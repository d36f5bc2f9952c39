"""OGXM files byte by byte: fields that other programs write, limits, and what is damaged."""

from collections.abc import Callable
from random import Random

import pytest

from rules.actions import AcceptedIllegalPlay, Conceded, Doubled, Moved, Placed, Took
from rules.errors import Unreadable
from rules.formats import ogxm_layout as layout
from rules.formats import read
from rules.formats.ogxm_layout import END, HEADER, OgxmSection, join_sections, list_sections
from rules.formats.ogxm_writing import write_ogxm
from rules.notation import DANCE, UNKNOWN
from rules.position import Position
from rules.record import Comment
from rules.sides import Side
from tests.rules.ogxm_files import (
    BLACK_21,
    WHITE_31,
    assert_codec_accepts,
    game_section,
    match_section,
    note,
    numbers,
    ogxm_file,
    ply,
    sample,
    section,
    write_number,
    write_record,
    write_text,
)

WHITE, BLACK = Side.WHITE, Side.BLACK
START = [0, 2, 0, 0, 0, 0, -5, 0, -3, 0, 0, 0, 5, -5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2, 0]
SET_UP = ply(31, {6: layout.write_board(START)})


def refusal(data: bytes) -> tuple[str, str, str]:
    with pytest.raises(Unreadable) as excinfo:
        read(data)
    facts = excinfo.value.facts
    assert facts["column"] >= 0
    return excinfo.value.code, str(facts["field"]), str(facts["expected"])


def test_every_field_of_a_match_is_read() -> None:
    player = write_record(b"", {0: write_text("anna"), 1: numbers(180_050), 2: write_text("FIDE")})
    header = {
        2: numbers(2 | 4 | 8 | 16),
        3: numbers(64),
        4: numbers(2, 1),
        6: numbers(1),
        7: numbers(1),
        8: numbers(1_764_374_400_000),
        9: numbers(1_764_374_400_001),
        12: write_text("Open"),
        15: write_text("Main"),
        16: numbers(3),
        17: write_text("12"),
        19: write_text("IT"),
        20: write_text("https://club.example/open"),
        21: write_text("club.example"),
        22: write_text("abc"),
        23: player,
        25: b"",
    }
    data = ogxm_file(length=0, header=header)
    record = read(data)
    assert dict(record.facts) == {
        "event": "Open",
        "round": "3",
        "stage": "Main",
        "table": "12",
        "country": "IT",
        "event_url": "https://club.example/open",
        "site": "club.example",
        "match_id": "abc",
        "date": "2025.11.29",
        "jacoby": "On",
        "beaver": "On",
        "raccoon": "On",
        "autodouble": "On",
        "cubelimit": "64",
        "player_1_elo": "1800.50",
    }
    assert record.games[0].score_before == (2, 1)


@pytest.mark.parametrize(
    ("precision", "date"), [(0, "2025.11.29"), (1, "2025.11"), (2, "2025"), (9, "2025.11.29")]
)
def test_a_date_is_as_precise_as_it_is_stated(precision: int, date: str) -> None:
    header = {8: numbers(1_764_374_400_000), 14: numbers(precision)}
    assert read(ogxm_file(header=header)).facts["date"] == date
    assert "date" not in read(ogxm_file(header={8: numbers(1 << 62)})).facts


def test_places_are_city_and_site() -> None:
    both = {18: write_text("Rome"), 21: write_text("club.example")}
    assert read(ogxm_file(header=both)).facts["site"] == "Rome"


def test_a_game_may_start_from_a_board_and_a_cube() -> None:
    record = read(ogxm_file(game={3: layout.write_board(START), 4: numbers(2), 5: numbers(1), 6: numbers(1)}))
    first = record.games[0].actions[0]
    assert isinstance(first, Placed)
    assert (first.position, first.cube, first.owner) == (Position.start(), 4, BLACK)
    assert record.games[0].initial_cube == 4
    owned = read(ogxm_file((), game={5: numbers(0)}))
    [placed] = owned.games[0].actions
    assert placed == Placed(WHITE, Position.start(), cube=1, owner=WHITE)
    board = read(ogxm_file(game={3: layout.write_board(START)}))
    assert board.games[0].actions[0] == Placed(WHITE, Position.start())


def test_other_actions_are_read() -> None:
    cube = ply(36, {2: numbers(2), 8: numbers(0)})
    data = ogxm_file((WHITE_31, SET_UP, cube, WHITE_31, ply(36 | 64, {2: numbers(4)}), BLACK_21))
    _, placed, _, again, dance = read(data).games[0].actions
    assert placed == Placed(WHITE, Position.start(), cube=2, owner=WHITE)
    assert isinstance(again, Placed)
    assert (again.cube, again.owner, again.position.turn) == (4, None, BLACK)
    assert isinstance(dance, Moved)
    alone = read(ogxm_file((cube,))).games[0].actions[0]
    assert alone == Placed(WHITE, Position.start(), cube=2, owner=WHITE)
    assert read(ogxm_file((cube, cube))).games[0].actions == (alone, alone)
    skipped = (bytes((24,)), bytes((37,)), ply(34, {4: bytes(4)}))
    assert len(read(ogxm_file((WHITE_31, *skipped))).games[0].actions) == 1
    for kind in (27, 28, 29):
        resigned = read(
            ogxm_file((WHITE_31, ply(kind | 64, {1: numbers(2)})), game={0: numbers(0), 1: numbers(2)})
        )
        assert resigned.games[0].actions[1] == Conceded(BLACK, 2)
    long = ply(63 | 64, {7: numbers(21)})
    assert read(ogxm_file((WHITE_31, long))).games[0].actions[1] == Doubled(BLACK, 2)
    stepped = ply(63, {7: numbers(37), 5: b"\0"})
    assert len(read(ogxm_file((WHITE_31, stepped))).games[0].actions) == 1


def test_a_roll_without_a_play_is_a_dance_unless_nothing_follows() -> None:
    first = read(ogxm_file((BLACK_21, WHITE_31))).games[0].actions[0]
    assert isinstance(first, Moved)
    assert first.written is DANCE
    last = read(ogxm_file((WHITE_31, BLACK_21, ply(27 | 64, {1: numbers(1)})))).games[0].actions[1]
    assert isinstance(last, Moved)
    assert last.written.text == ""


def test_a_board_after_an_illegal_play() -> None:
    fields = {0: bytes((1, 3)), 3: b"", 6: layout.write_board(START)}
    [action] = read(ogxm_file((ply(31 | 64, fields),))).games[0].actions
    assert action == AcceptedIllegalPlay(WHITE, (1, 3), Position.start(BLACK))


def test_scores_follow_from_the_games() -> None:
    games = [game_section((), {0: numbers(0), 1: numbers(9)}), game_section(), game_section()]
    record = read(join_sections([match_section(), *games]))
    assert [game.score_before for game in record.games] == [(0, 0), (7, 0), None]
    money = read(join_sections([match_section(0), *games]))
    assert money.games[1].score_before == (9, 0)
    later = read(ogxm_file(header={4: numbers(6, 2), 11: b""}))
    assert (later.games[0].score_before, later.games[0].is_crawford) == ((6, 2), False)


def test_comments_are_those_without_a_key() -> None:
    notes = (
        note(0, 0, "match")
        + note(1, 0, "game")
        + note(1, 5, "no game")
        + note(2, 0, "play")
        + note(2, 9, "no play")
        + note(2, 1, "end")
        + note(3, 0, "decision")
        + note(9, 0, "?")
        + note(0, 0, " ")
        + note(0, 0, "other", "x-other")
    )
    data = ogxm_file((WHITE_31, bytes((24,))), section("ANNO", notes))
    assert read(data).comments == (
        Comment(0, -1, "match"),
        Comment(1, -1, "game"),
        Comment(1, 0, "play"),
        Comment(1, 0, "end"),
    )


def test_unknown_sections_that_may_be_skipped_are_preserved() -> None:
    data = ogxm_file((WHITE_31,), section("XTRA", b"abc"))
    record = read(data)
    assert record.sections == (("XTRA", b"abc"),)
    assert write_ogxm(record) == data
    assert_codec_accepts(data)
    critical = ogxm_file((WHITE_31,), OgxmSection("XTRA", b"abc", is_critical=True))
    assert refusal(critical) == ("file_damaged_at", "XTRA", "a known section")
    strange = ogxm_file((WHITE_31,), OgxmSection("\xff<>!", b"", is_critical=True))
    assert refusal(strange)[1] == "????"


def test_a_checksum_of_another_kind_is_not_compared() -> None:
    data = ogxm_file()
    other = write_record(numbers(1) + layout.write_bytes(bytes(32)), {})
    body = (
        data[HEADER.size : data.index(b"CSUM")] + b"CSUM" + len(other).to_bytes(4, "little") + b"\1" + other
    )
    size = HEADER.size + len(body) + len(END)
    assert len(read(HEADER.pack(b"OGXM", 2, 0, 2, 0, size) + body + END).games) == 1


OWN: list[tuple[bytes, Callable[[bytes], object], object]] = [
    (
        note(0, 0, '1:{"event":"Cup","date":null}', "x-crawford-facts"),
        lambda data: read(data).facts["event"],
        "Cup",
    ),
    (note(0, 0, "1:h", "x-crawford-dice"), lambda data: read(data).games[0].actions[0].dice, (3, 1)),  # type: ignore[union-attr]
    (note(1, 0, "1:hl", "x-crawford-dice"), lambda data: read(data).games[0].actions[0].dice, (3, 1)),  # type: ignore[union-attr]
    (
        note(1, 0, '1:{"score":[2,1]}', "x-crawford-game"),
        lambda data: read(data).games[0].score_before,
        (2, 1),
    ),
    (
        note(2, 1, '1:["black","21","????"]', "x-crawford-play"),
        lambda data: read(data).games[0].actions[1].written,  # type: ignore[union-attr]
        UNKNOWN,
    ),
    (note(2, 1, "1:null", "x-crawford-play"), lambda data: len(read(data).games[0].actions), 1),
]


@pytest.mark.parametrize(("own", "find", "value"), OWN)
def test_notes_of_our_own_are_read(own: bytes, find: Callable[[bytes], object], value: object) -> None:
    assert find(ogxm_file((WHITE_31, BLACK_21), section("ANNO", own))) == value


def test_notes_that_are_damaged_are_left_out() -> None:
    plain = read(ogxm_file((WHITE_31, BLACK_21)))
    damaged = [
        note(0, 0, "2:{}", "x-crawford-facts"),
        note(0, 0, "1:{", "x-crawford-facts"),
        note(0, 0, "1:[]", "x-crawford-facts"),
        note(1, 0, '1:{"score":[2]}', "x-crawford-game"),
        note(1, 0, "1:5", "x-crawford-game"),
        note(1, 0, "1:", "x-crawford-dice"),
        note(2, 0, "1:5", "x-crawford-play"),
        note(2, 0, "1:[]", "x-crawford-play"),
        note(2, 0, '1:["green","21",""]', "x-crawford-play"),
        note(2, 0, "1:[1]", "x-crawford-play"),
        note(2, 0, "0", "x-crawford-play"),
        note(2, 7, "1:null", "x-crawford-play"),
    ]
    for each in damaged:
        assert read(ogxm_file((WHITE_31, BLACK_21), section("ANNO", each))) == plain


def test_in_a_signed_file_notes_only_add_to_what_is_signed() -> None:
    signature = section("MSIG", write_record(numbers(1) + layout.write_bytes(bytes(64)), {}))
    header = {12: write_text("Open")}
    notes = (
        note(0, 0, '1:{"event":"Cup","transcriber":"Carla","crawford":null}', "x-crawford-facts")
        + note(1, 0, '1:{"score":[2,1]}', "x-crawford-game")
        + note(2, 0, '1:["white","31","24/20"]', "x-crawford-play")
        + note(2, 1, '1:["black","21","????"]', "x-crawford-play")
    )
    record = read(ogxm_file((WHITE_31, BLACK_21), section("ANNO", notes), signature, header=header))
    plain = read(ogxm_file((WHITE_31, BLACK_21), header=header))
    assert (record.facts["event"], record.facts["transcriber"], record.facts["crawford"]) == (
        "Open",
        "Carla",
        "On",
    )
    assert (record.games[0].score_before, record.games[0].actions[0]) == ((0, 0), plain.games[0].actions[0])
    last = record.games[0].actions[1]
    assert isinstance(last, Moved)
    assert last.written is UNKNOWN


def test_versions_are_named() -> None:
    data = ogxm_file()
    for head, version in (((1, 0, 1, 0), "1.0"), ((3, 1, 3, 0), "3.1"), ((2, 3, 2, 3), "2.3")):
        changed = HEADER.pack(b"OGXM", *head, len(data)) + data[HEADER.size :]
        with pytest.raises(Unreadable) as excinfo:
            read(changed)
        facts = excinfo.value.facts
        assert (excinfo.value.code, facts["version"], facts["expected"]) == (
            "file_version_unknown",
            version,
            "2.0-2.2",
        )


MATCH, GAME = match_section(), game_section()


@pytest.mark.parametrize(
    ("data", "field", "expected"),
    [
        (b"OGXM", "header", "16 bytes that begin with OGXM"),
        (ogxm_file() + b"more", "header", "16 bytes that begin with OGXM"),
        (ogxm_file()[:-1], "file size", "the number of bytes of the file"),
        (ogxm_file()[:-1] + b"?", "end", "END!"),
        (join_sections([GAME]), "MTCH", "a match; the file may hold an analysis alone"),
        (join_sections([MATCH]), "GAME", "a game"),
        (join_sections([MATCH, *[GAME] * 1001]), "GAME", "at most 1000 games"),
        (join_sections([match_section(1000), GAME]), "MTCH", "a number of points"),
        (ogxm_file(header={4: numbers(200_000, 0)}), "MTCH", "a number of points"),
        (
            join_sections([match_section(variant=1), GAME]),
            "MTCH",
            "backgammon from the standard starting position",
        ),
        (ogxm_file(game={0: numbers(0), 1: numbers(100_000)}), "GAME", "a number of points"),
        (ogxm_file(game={4: numbers(3)}), "GAME", "a cube value"),
        (ogxm_file(game={6: numbers(11)}), "GAME", "a cube value"),
        (ogxm_file(game={4: numbers(1 << 17)}), "GAME", "a cube value"),
        (ogxm_file((WHITE_31, bytes((21 | 64,))), game={4: numbers(1 << 16)}), "GAME", "a cube value"),
        (ogxm_file((ply(36, {2: numbers(3)}),)), "GAME", "a cube value"),
        (ogxm_file((bytes((35,)),)), "GAME", "a known action"),
        (ogxm_file((ply(31),)), "GAME", "a board"),
        (ogxm_file((ply(31, {6: bytes((20,)) + bytes(25)}),)), "GAME", "a position"),
        (ogxm_file((ply(31, {0: bytes((0, 7)), 6: layout.write_board(START)}),)), "GAME", "two dice"),
        (ogxm_file((bytes((2, 31, 0)),)), "GAME", "a step"),
        (ogxm_file((bytes((2, 7 << 5 | 1, 0)),)), "GAME", "a step"),
        (ogxm_file((bytes((2, 1 << 5 | 25, 0)),)), "GAME", "a play"),
        (ogxm_file((WHITE_31,) * 1501), "GAME", "at most 1500 actions"),
        (
            join_sections([MATCH, *[game_section((bytes((24,)),) * 1500)] * 67]),
            "GAME",
            "at most 100000 actions",
        ),
        (ogxm_file((), section("ANNO", note(0, 0, "") * 4097)), "ANNO", "at most 4096 notes"),
        (ogxm_file((), *[section("MSIG", b"\1\0")] * 17), "MSIG", "at most 16 signatures"),
        (join_sections([section("MTCH", b"\5\0"), GAME]), "MTCH", "a record inside its section"),
        (join_sections([section("MTCH", b""), GAME]), "MTCH", "more bytes"),
        (join_sections([section("MTCH", b"\4\0\7\x80\0"), GAME]), "MTCH", "a number"),
        (join_sections([section("MTCH", b"\7\0\x80\x80\x80\x80\x7f\0"), GAME]), "MTCH", "a number"),
        (join_sections([section("MTCH", b"\x08\0" + b"\x80" * 5 + b"\1\0"), GAME]), "MTCH", "a number"),
        (join_sections([section("MTCH", b"\5\1\7\0\2a"), GAME]), "MTCH", "more bytes"),
        (join_sections([section("MTCH", b"\5\1\7\0\1\xff"), GAME]), "MTCH", "a text in UTF-8"),
    ],
)
def test_what_is_damaged_or_too_much_is_named(data: bytes, field: str, expected: str) -> None:
    assert refusal(data) == ("file_damaged_at", field, expected)


def test_sections_end_inside_the_file() -> None:
    data = bytearray(ogxm_file())
    data[HEADER.size + 4] = 255
    assert refusal(bytes(data)) == ("file_damaged_at", "MTCH size", "a section inside the file")
    short = HEADER.pack(b"OGXM", 2, 0, 2, 0, 24) + b"MTCH" + END
    assert refusal(short) == ("file_damaged_at", "section", "the head of a section")
    many = [MATCH, GAME, *[section("XTRA", b"")] * 4096]
    assert refusal(join_sections(many)) == ("file_damaged_at", "section", "the head of a section")


def test_a_file_above_the_limit_is_refused() -> None:
    data = ogxm_file((WHITE_31,), section("XTRA", bytes(4_000_000)))
    with pytest.raises(Unreadable) as excinfo:
        read(data)
    assert excinfo.value.code == "file_too_large"


def test_numbers_of_any_size_are_read_again() -> None:
    random = Random(1)
    for bits in (7, 8, 14, 31, 32):
        value = random.getrandbits(bits)
        fields = layout.OgxmFields(write_number(value), "", 0)
        assert (fields.number(), fields.at) == (value, fields.end)


def test_the_sections_of_a_sample_are_joined_again() -> None:
    for name in ("unsigned", "signed"):
        assert join_sections(list_sections(sample(name)), minor=1) == sample(name)
    taken = read(ogxm_file((WHITE_31, bytes((21 | 64,)), bytes((22,))))).games[0].actions
    assert taken[1:] == (Doubled(BLACK, 2), Took(WHITE))
