"""Files of eXtreme Gammon, record by record."""

import struct

import pytest

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.errors import Unreadable
from rules.formats import read, xg_archive
from rules.formats.xg_archive import unpack
from rules.formats.xg_comments import plain_text, read_comments
from rules.notation import BLANK
from rules.record import Comment
from rules.sides import Side
from tests.rules.binary_files import (
    RECORD,
    SHORT,
    data_of,
    packed_xg,
    patched,
    short_xg_records,
    xg_records,
)
from tests.rules.binary_files import (
    xg_archive as archive,
)

WHITE, BLACK = Side.WHITE, Side.BLACK
# The records of the short match: its header, that of the game, a cube and a move in turn, a double, the end.
MATCH, GAME, FIRST_MOVE, SECOND_CUBE, SECOND_MOVE = 0, 1, 3, 4, 5
DOUBLE = len(short_xg_records()) // RECORD - 2
END = DOUBLE + 1


def number(value: int) -> bytes:
    return struct.pack("<i", value)


def with_records(*changes: tuple[int, dict[int, bytes]]) -> bytes:
    """The short match as a file, with bytes of some records replaced."""
    records = short_xg_records()
    for record, places in changes:
        records = patched(records, record, places)
    return packed_xg(records)


def refusal(data: bytes) -> tuple[str, object, object]:
    with pytest.raises(Unreadable) as excinfo:
        read(data)
    return excinfo.value.code, excinfo.value.facts["column"], excinfo.value.facts["field"]


def test_the_short_match_is_one_game() -> None:
    game = read(packed_xg(short_xg_records())).games[0]
    assert [type(action) for action in game.actions[-3:]] == [Moved, Doubled, Dropped]
    assert (game.winner, game.points, game.score_before, game.is_crawford) == (BLACK, 1, (1, 0), None)


@pytest.mark.parametrize(
    ("answers", "kinds"),
    [
        ((1, -1, -1), [Doubled, Took]),
        ((0, -1, -1), [Doubled, Dropped]),
        ((2, 1, -1), [Doubled, Beavered, Took]),
        ((2, 0, -1), [Doubled, Beavered, Dropped]),
        ((2, 2, 1), [Doubled, Beavered, Beavered, Took]),
        ((2, 2, 0), [Doubled, Beavered, Beavered, Dropped]),
        ((2, 2, 2), [Doubled, Beavered, Beavered, Beavered]),
        ((-1, -1, -1), [Doubled]),
    ],
)
def test_a_double_is_answered_and_raised(answers: tuple[int, int, int], kinds: list[type]) -> None:
    data = with_records((DOUBLE, {20: struct.pack("<3i", *answers)}))
    record = read(data)
    assert [type(action) for action in record.games[0].actions[-len(kinds) :]] == kinds
    assert record.analysis is not None


def test_a_file_that_ends_inside_a_game_leaves_it_open() -> None:
    record = read(packed_xg(short_xg_records()[: DOUBLE * RECORD]))
    assert (record.games[0].winner, len(record.games[0].actions)) == (None, 8)
    open_end = read(with_records((END, {24: number(0)})))
    assert (open_end.games[0].winner, open_end.games[0].points) == (None, None)


@pytest.mark.parametrize(
    ("termination", "points", "conceded"),
    [(1, 1, False), (101, 1, True), (103, 1, True), (1001, 1, False)],
)
def test_the_end_of_a_game_tells_whether_it_was_resigned(
    termination: int, points: int, conceded: bool
) -> None:
    record = read(with_records((END, {32: number(termination)})))
    actions = record.games[0].actions
    assert (actions[-1] == Conceded(WHITE, points), record.games[0].points) == (conceded, points)


def test_points_are_those_of_the_score_and_else_the_ones_written() -> None:
    assert read(with_records((END, {16: number(0), 28: number(4)}))).games[0].points == 4


def test_automatic_doubles_raise_the_cube() -> None:
    record = read(with_records((GAME, {64: number(2)})))
    assert (record.games[0].initial_cube, record.games[0].actions[-2]) == (4, Doubled(BLACK, 8))
    assert read(with_records((GAME, {64: number(99)}))).games[0].initial_cube == 1


def board(**points: int) -> bytes:
    """A board in the numbering of the first player, from places such as `p6`."""
    places = [0] * 26
    for name, count in points.items():
        places[int(name[1:])] = count
    return struct.pack("26b", *places)


EDITED = board(p6=5, p8=3, p13=5, p24=2, p1=-2, p12=-5, p17=-3, p18=-1, p19=-4)


def test_a_position_that_was_edited_is_set_up_with_its_cube() -> None:
    cube = {9: EDITED, 108: number(-2)}
    game = read(with_records((SECOND_MOVE, cube))).games[0]
    placed = game.actions[1]
    assert isinstance(placed, Placed)
    assert (placed.cube, placed.owner, placed.position.turn) == (4, BLACK, WHITE)
    assert isinstance(game.actions[2], Moved | AcceptedIllegalPlay)


def test_a_first_position_of_another_kind_leaves_the_cube_alone() -> None:
    placed = read(with_records((FIRST_MOVE, {9: EDITED}))).games[0].actions[0]
    assert isinstance(placed, Placed)
    assert (placed.cube, placed.owner, placed.side) == (0, None, WHITE)


def test_a_play_that_no_steps_lead_to_is_described_by_its_board() -> None:
    played = board(p1=15, p6=-2, p8=-3, p13=-5, p24=-5)
    game = read(with_records((SECOND_MOVE, {35: played}))).games[0]
    illegal = game.actions[1]
    assert isinstance(illegal, AcceptedIllegalPlay)
    assert illegal.position.of(illegal.side)[1] == 15


def test_steps_that_lead_elsewhere_are_derived_from_the_boards() -> None:
    game = read(with_records((SECOND_MOVE, {68: struct.pack("<8i", 23, 22, 60, 1, -1, -1, -1, -1)}))).games[0]
    whole = read(packed_xg(short_xg_records())).games[0]
    first, second = game.actions[1], whole.actions[1]
    assert isinstance(first, Moved)
    assert isinstance(second, Moved)
    assert sorted(first.written.steps) == sorted(second.written.steps)


def test_a_roll_that_was_not_played_is_left_open_and_one_without_dice_is_none() -> None:
    last = DOUBLE - 1
    for dice, count in ((b"", 1), (bytes(8), 0)):
        actions = read(with_records((last, {2308: b"\0", 100: dice}))).games[0].actions
        rolls = [action for action in actions if isinstance(action, Moved)]
        assert (len(rolls), sum(roll.written is BLANK for roll in rolls)) == (7 + count, count)


@pytest.mark.parametrize(
    ("record", "changes", "expected"),
    [
        (MATCH, {8: b"\1"}, ("file_damaged_at", 556, "temp.xg Magic")),
        (MATCH, {556: b"DMLX"}, ("file_damaged_at", 556, "temp.xg Magic")),
        (MATCH, {552: number(41)}, ("file_version_unknown", 552, "temp.xg version")),
        (MATCH, {96: number(2)}, ("file_damaged_at", 96, "temp.xg Variation")),
        (MATCH, {92: number(0)}, ("file_damaged_at", 92, "temp.xg MatchLength")),
        (GAME, {12: number(-1)}, ("file_damaged_at", RECORD + 12, "temp.xg score1")),
        (GAME, {8: b"\x08"}, ("file_damaged_at", RECORD + 8, "temp.xg EntryType")),
        (GAME, {8: b"\x07"}, ("file_damaged_at", FIRST_MOVE * RECORD + 64, "temp.xg Actif")),
        (FIRST_MOVE, {64: number(0)}, ("file_damaged_at", FIRST_MOVE * RECORD + 64, "temp.xg Actif")),
        (FIRST_MOVE, {100: number(7)}, ("file_damaged_at", FIRST_MOVE * RECORD + 100, "temp.xg Dice")),
        (FIRST_MOVE, {10: b"\x20"}, ("file_damaged_at", FIRST_MOVE * RECORD + 9, "temp.xg Position")),
        (
            FIRST_MOVE,
            {35: bytes([100] * 26)},
            ("file_damaged_at", FIRST_MOVE * RECORD + 35, "temp.xg PositionEnd"),
        ),
        (
            SECOND_MOVE,
            {9: EDITED, 108: number(17)},
            ("file_damaged_at", SECOND_MOVE * RECORD + 9, "temp.xg CubeB"),
        ),
    ],
)
def test_what_cannot_be_is_refused_with_offset_and_field(
    record: int, changes: dict[int, bytes], expected: tuple[str, int, str]
) -> None:
    assert refusal(with_records((record, changes))) == expected


def test_a_cube_that_is_turned_without_end_is_refused() -> None:
    records = patched(short_xg_records(), DOUBLE, {20: struct.pack("<3i", 2, 2, 2)})
    double = records[DOUBLE * RECORD : END * RECORD]
    code, _, field = refusal(packed_xg(records[: DOUBLE * RECORD] + patched(double, 0, {20: number(1)}) * 20))
    assert (code, field) == ("file_damaged_at", "temp.xg double")


def test_records_that_hold_no_game_or_break_off_are_refused() -> None:
    header = short_xg_records()[:RECORD]
    assert refusal(packed_xg(header)) == ("file_damaged_at", RECORD, "temp.xg")
    assert refusal(packed_xg(header[:500]))[0] == "file_damaged_at"
    assert refusal(packed_xg(header[:700])) == ("file_damaged_at", 700, "temp.xg")
    assert refusal(packed_xg(short_xg_records()[:-1]))[1:] == (len(short_xg_records()) - 1, "temp.xg")
    assert refusal(packed_xg(b""))[1:] == (0, "temp.xg")


def test_the_end_of_no_game_is_passed_over() -> None:
    records = short_xg_records()
    twice = read(packed_xg(records + records[END * RECORD :]))
    assert (len(twice.games), twice.final) == (1, None)


def test_the_header_tells_variation_ratings_and_transcriber() -> None:
    wide = "Ünal".encode("utf-16-le")
    changes = {96: number(1), 104: struct.pack("<d", 1712.5), 120: number(400), 1960: wide, 103: b"\1"}
    facts = read(with_records((MATCH, changes))).facts
    assert (facts["variation"], facts["player_1_elo"], facts["transcriber"]) == (
        "NackGammon",
        "1712.50/400",
        "Ünal",
    )
    assert (facts["autodouble"], "player_2_elo" in facts) == ("On", False)
    undated = read(with_records((MATCH, {128: bytes(8), 612: number(0)}))).facts
    assert {"date", "cubelimit"} & set(undated) == set()


def test_before_version_24_names_are_in_windows_1252() -> None:
    record = read(with_records((MATCH, {552: number(20), 9: b"\x04J\xfcrg", 136: b"\x05Paris"})))
    assert (record.players, record.facts["event"]) == (("Jürg", "Bluepoint02"), "Paris")
    assert record.analysis is not None
    assert record.analysis.engine == "eXtreme Gammon"


RTF = rb"{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator x;}\f0 Na\'efve \u233?\{x\}\par two\tab b}"


def test_comments_are_read_from_rich_text() -> None:
    assert plain_text(RTF.decode("ascii")) == "Naïve é{x}\ntwo\tb"
    assert read_comments(b"plain\r\n" + RTF + b"\r\nwith\x01\x02break") == [
        "plain",
        "Naïve é{x}\ntwo\tb",
        "with\nbreak",
    ]


def test_comments_belong_to_the_match_to_games_and_to_actions() -> None:
    records = short_xg_records()
    for record, place, index in (
        (0, 576, 0),
        (GAME, 56, 1),
        (SECOND_MOVE, 2524, 2),
        (DOUBLE, 292, 3),
        (4, 292, 9),
    ):
        records = patched(records, record, {place: number(index)})
    comments = b"on the match\r\non the game\r\non the play\r\non the double\r\n"
    record = read(archive({"temp.xg": records, "temp.xgc": comments}))
    assert record.comments == (
        Comment(0, -1, "on the match"),
        Comment(1, -1, "on the game"),
        Comment(1, 1, "on the play"),
        Comment(1, 8, "on the double"),
    )


def test_files_with_an_index_may_be_stored_and_name_the_engine_by_their_rollouts() -> None:
    rollouts = bytes(2168) + struct.pack("<HH", 2, 19) + bytes(12)
    record = read(archive({"temp.xg": short_xg_records(), "temp.xgr": rollouts}, is_stored=True))
    assert record.analysis is not None
    assert (record.analysis.engine, record.analysis.settings) == ("eXtreme Gammon 2.19", "2-ply")
    other = read(archive({"temp.xg": short_xg_records(), "temp.xgr": bytes(2184)}))
    assert other.analysis is not None
    assert other.analysis.engine == "eXtreme Gammon 2.10"


def test_a_damaged_container_is_refused_or_read_without_its_index() -> None:
    whole = archive({"temp.xg": short_xg_records()})
    assert set(unpack(whole)) == {"temp.xg"}
    assert refusal(whole[:100]) == ("file_damaged_at", 100, "RichGameHeader")
    assert refusal(b"RGMH\2" + whole[5:])[0] == "file_version_unknown"
    assert refusal(whole[:8] + b"\0\0" + whole[10:])[2] == "dwHeaderSize"
    assert refusal(whole[:9000])[2] == "temp.xg"
    assert refusal(whole[:8240])[2] == "temp.xg"
    assert len(read(whole[:-1]).games) == 1
    assert len(read(archive({"other": b"", "temp.xg": short_xg_records()})).games) == 1
    stored = archive({"temp.xg": short_xg_records()}, is_stored=True)
    two_files = stored[:-32] + number(2) + stored[-28:]
    assert refusal(two_files) == ("file_damaged_at", 532, "index")


def test_a_file_beyond_its_end_and_one_without_records_are_reported() -> None:
    result = bytearray(archive({"temp.xg": short_xg_records()}, is_stored=True))
    place = len(result) - 36 - 16
    result[place : place + 4] = number(2**30)
    assert refusal(bytes(result))[::2] == ("file_damaged_at", "temp.xg")
    assert refusal(archive({"other": b"x"}))[::2] == ("file_damaged_at", "temp.xg")


def test_what_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xg_archive, "MOST_UNPACKED", 10_000)
    assert refusal(data_of(SHORT, "xg"))[::2] == ("file_unpacks_too_large", "temp.xg")


def test_absent_figures_of_a_decision_are_left_out() -> None:
    whole = read(packed_xg(xg_records())).analysis
    assert whole is not None
    nothing = struct.pack("<d", -1000)
    changes = [
        (6, {200: nothing}),
        (7, {2312: nothing, 2320: nothing}),
        (9, {35: bytes(26)}),
        (11, {2472: number(77)}),
        (13, {188: bytes(4)}),
        (14, {8: b"\6"}),
    ]
    records = xg_records()
    for record, places in changes:
        if record != 9:
            records = patched(records, record, places)
    part = read(packed_xg(records)).analysis
    assert part is not None
    value = len(whole.games[0].choices) - len(part.games[0].choices)
    assert (value, len(whole.games[0].luck) - len(part.games[0].luck)) == (4, 2)


def test_a_match_that_was_never_analysed_has_no_analysis() -> None:
    records = short_xg_records()
    for at in range(len(records) // RECORD):
        kind = records[at * RECORD + 8]
        if kind == 2:
            records = patched(records, at, {200: struct.pack("<d", -1000), 216: struct.pack("<d", -1000)})
        if kind == 3:
            records = patched(records, at, {188: bytes(4)})
    assert read(packed_xg(records)).analysis is None


def test_a_candidate_whose_steps_cannot_be_read_has_no_name() -> None:
    moves = struct.pack("8b", 90, 1, -1, -1, -1, -1, -1, -1)
    analysis = read(with_records((SECOND_MOVE, {1024: moves * 10}))).analysis
    assert analysis is not None
    choice = next(each for each in analysis.games[0].choices if each.number == 1 and each.kind == "checker")
    assert [candidate.text for candidate in choice.candidates].count("?") == 4


def test_a_final_score_that_cannot_be_is_left_out() -> None:
    records = xg_records("MYdvw1qGuyaRUH__")
    last = len(records) // RECORD - 1
    assert read(packed_xg(records)).final == (2, 5)
    assert read(packed_xg(patched(records, last, {12: number(-1)}))).final is None
