"""Reading and writing records: quirks of the formats, round trips, garbage refused with its place."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.actions import Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.errors import Refusal, Unreadable
from rules.formats import read
from rules.formats.json_record import write_json
from rules.formats.mat_writing import write_mat
from rules.notation import DANCE, UNKNOWN
from rules.position import Position
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import manifest, sample, sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
HEAD = "5 point match\n\n Game 1\n Ann : 0                          Bob : 0\n"


def actions(rows: str):
    return read((HEAD + rows).encode()).games[0].actions


def essence(record):
    games = [
        (
            game.number,
            game.score_before,
            [action._replace(line=0) for action in game.actions],
            game.winner,
            game.points,
            game.players,
        )
        for game in record.games
    ]
    return record.length, record.players, games


def test_a_record_survives_being_written_and_read(subtests):
    for write, entry in product((write_mat, write_json), manifest()):
        with subtests.test(record=entry["file"], write=write.__name__):
            record = read(sample(entry["file"]).encode())
            assert essence(read(write(record).encode())) == essence(record)


def test_the_header_is_preserved_verbatim():
    text = '; [Site "Club"]\n; [EventDate "2026.11.20"]\n; [Player 1 Elo "3,00/0"]\n' + HEAD
    record = read(text.encode())
    assert record.facts == {"site": "Club", "date": "2026.11.20", "player_1_elo": "3,00/0"}
    assert read(write_mat(record).encode()).facts == record.facts


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("cp1252"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: ("\n\n" + text + "\n\n").encode(),
    ],
    ids=["bom", "utf-16", "cp1252", "crlf", "cr", "blank"],
)
def test_every_encoding_and_line_end_reads_the_same(encode):
    text = HEAD.replace("Ann", "Jürgen") + "  1) 31: 8/5 6/5                  64: 24/14\n"
    plain = read(text.encode())
    assert plain.players == ("Jürgen", "Bob")
    assert essence(read(encode(text))) == essence(plain)


@pytest.mark.parametrize(
    ("line", "players", "score"),
    [
        (" A Very Long Player Name Indeed : 2Alice : 0", ("A Very Long Player Name Indeed", "Alice"), (2, 0)),
        (" Ed O'Laughlin : 1      Anna & Bea : 3", ("Ed O'Laughlin", "Anna & Bea"), (1, 3)),
        (" GamesGrid, 1620.5 (88) : 0      two, 1500 (3) : 0", ("GamesGrid", "two"), (0, 0)),
        (" : 0                             lasse : 0", ("", "lasse"), (0, 0)),
        (" 1989,1529 : 0    X22 : 4", ("1989,1529", "X22"), (0, 4)),
    ],
)
def test_names_of_every_kind_are_distinguished_from_their_scores(line, players, score):
    record = read(f" 5 point match\n Game 1\n{line}\n".encode())
    assert (record.players, record.games[0].score_before) == (players, score)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("  1)                                 31: 8/5 6/5", [(Moved, BLACK)]),
        ("  1) 31: 8/5 6/5", [(Moved, WHITE)]),
        ("  1) 11: 25/24 23/22 22/21* 13/12 61: 25/24 20/14", [(Moved, WHITE), (Moved, BLACK)]),
        ("  1)  Doubles => 2                   Takes", [(Doubled, WHITE), (Took, BLACK)]),
        ("  1) 31: 8/5 6/5                     Doubles => 2", [(Moved, WHITE), (Doubled, BLACK)]),
        ("  1)  Drops    Wins 1 point", [(Dropped, WHITE)]),
        ("  1)  Beavers => 4                   Raccoons => 8", [(Beavered, WHITE), (Beavered, BLACK)]),
        ("  1)  Losses 1 point                 Wins 1 point", [(Conceded, WHITE)]),
        ("  1) 62: Concedes", [(Moved, WHITE), (Conceded, WHITE)]),
        ("  1) 66: Cannot Move                 65: ????", [(Moved, WHITE), (Moved, BLACK)]),
        ("  1)", []),
        ("; a remark", []),
        ("  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5", [(Moved, WHITE), (Moved, WHITE)]),
    ],
)
def test_cells_fall_to_the_right_side(row, expected):
    assert [(type(action), action.side) for action in actions(row + "\n")] == expected


def test_phrases_instead_of_a_play_are_understood():
    first, second = actions("  1) 66: Cannot Move                 65: ????\n")
    assert (first.written, second.written) == (DANCE, UNKNOWN)


@pytest.mark.parametrize(
    ("line", "winner", "points", "ends"),
    [
        ("      Wins 1 point", WHITE, 1, False),
        ("                                  Wins 2 points", BLACK, 2, False),
        ("  7)                              Wins 2 point and the match", BLACK, 2, True),
        ("  7)  Wins 4 point", WHITE, 4, False),
    ],
)
def test_results_stand_in_the_winners_column(line, winner, points, ends):
    game = read((HEAD + "  1) 31: 8/5 6/5\n" + line + "\n").encode()).games[0]
    assert (game.winner, game.points, game.ends_match) == (winner, points, ends)


@pytest.mark.law("record.readable")
@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (b"", "file_empty", 0),
        (b" \n ", "file_empty", 0),
        (b"x" * 1_000_001, "file_too_large", 0),
        (b"(;" + b" " * 4_000_000, "file_too_large", 0),
        (b"(;" + b" " * 1_000_001, "unreadable", 1),
        (b"7 point match\0", "file_not_text", 0),
        (b"PK\x03\x04\x14\0\0\0", "file_is_zip", 0),
        (b"RGMH\x01\0\0\0", "file_damaged_at", 0),
        (b'{"format":"BGF","version":"1.0","compress":true}\n\x1f\x8b\x08\0', "file_damaged_at", 0),
        (b"%PDF-1.7\n", "file_is_pdf", 0),
        (b"\xff\xd8\xff\xe0\0\x10JFIF" + b"x" * 5_000_000, "file_is_picture", 0),
        (b"\x89PNG\r\n\x1a\n\0", "file_is_picture", 0),
        (b"\0\0\0\x18ftypheic", "file_is_picture", 0),
        (b"Dear diary", "record_format_unknown", 1),
        (b"7 point match\n", "unreadable", 1),
        (HEAD.encode() + b"  1) 6: " + b"6/5 " * 30 + b"   61: 8/7\n 2)\n", "unreadable", 5),
        (b"Hello\n7 point match\n", "unreadable", 1),
        (b"7 point match\nAnn : 0  Bob : 0\n", "unreadable", 2),
        (b"7 point match\n Game 1\n", "unreadable", 2),
        (HEAD.encode() + b"  1) 31: 8/5 6/x\n  2)\n\n", "unreadable", 5),
        (HEAD.encode() + b"  1) 31: 8/5 6/5\nwhat is this\n  3)\n", "unreadable", 6),
        (HEAD.encode() + b"  1) " + b"x" * 5000 + b"\n", "unreadable", 5),
        (b'{"format": 1}', "unreadable", 1),
        (b"{", "unreadable", 1),
        (b'{"a":' * 100_000, "unreadable", 1),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(data, code, line):
    with pytest.raises(Unreadable) as excinfo:
        read(data)
    assert (excinfo.value.code, excinfo.value.facts["line"]) == (code, line)
    assert (excinfo.value.law, bool(excinfo.value.facts["expected"])) == ("record.readable", True)


@pytest.mark.law("record.readable")
def test_a_text_that_breaks_off_is_read_as_far_as_it_goes():
    record = read((HEAD + "  1) 31: 8/5 6/5                  64: 24/14\n  2) 41: 13/").encode())
    assert (len(record.games[0].actions), record.cut[0]) == (2, 6)
    codes = [finding.code for finding in replay(record).findings]
    assert codes == ["game_unfinished", "match_unfinished", "record_truncated"]


@pytest.mark.parametrize(
    "action",
    [
        Placed(WHITE, Position.build({6: 15}, {6: 14}, BLACK)),
        Conceded(BLACK, 2),
        Conceded(BLACK),
        Beavered(WHITE, 4),
        Dropped(WHITE),
    ],
)
def test_every_action_survives_json(action):
    record = sheet("31: 8/5 6/5")
    game = replace(record.games[0], actions=(*record.games[0].actions, action))
    again = read(write_json(replace(record, games=(game,))).encode())
    assert again.games[0].actions[-1] == action


def test_two_actions_of_one_side_stand_in_two_rows():
    record = read((HEAD + "  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5\n").encode())
    assert essence(read(write_mat(record).encode())) == essence(record)


@pytest.mark.parametrize(
    ("action", "cell"),
    [
        (Conceded(WHITE), "Concedes"),
        (Conceded(WHITE, 2), "Losses 2 point"),
        (Beavered(WHITE, 4), "Beavers => 4"),
    ],
)
def test_rare_actions_have_their_phrases_in_a_score_sheet(action, cell):
    record = sheet("31: 8/5 6/5")
    game = replace(record.games[0], actions=(action,))
    text = write_mat(replace(record, games=(game,)))
    assert text.rstrip().splitlines()[-1].split(maxsplit=1)[1] == cell
    assert read(text.encode()).games[0].actions[0]._replace(line=0) == action


JSON = write_json(sheet("31: 8/5 6/5 | Doubles => 2\nTakes | 64: 24/14", result="      Wins 2 points"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"length": 7', '"length": "7"'),
        ('"length": 7', '"length": true'),
        ('"length": 7', '"length": -7'),
        ('"version": 2', '"version": 3'),
        ('"31", "8/5 6/5"', '"31", "8/5 6/x"'),
        ('"take"', '"taxi"'),
        ('"double", 2', '"double", null'),
        ('["Anna", "Bea"]', '["Anna"]'),
        ('"score": [0, 0]', '"score": [0]'),
        ('"white", "take"', '"white", "place", "f"'),
        ('"white", "take"', '"white", "place", "' + Position.start().code() + 'w"'),
        ('"players": ["Anna", "Bea"]', '"players": 3'),
        ('"winner": "white"', '"winner": "red"'),
        ('"white", "take"', '"white", "place", "000"'),
    ],
)
def test_malformed_json_is_refused(before, after):
    assert before in JSON
    with pytest.raises(Unreadable):
        read(JSON.replace(before, after).encode())


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_only_unreadable_escapes_from_garbage(data):
    _read_or_refuse(data)


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 10**9))
def test_only_unreadable_escapes_from_damaged_records(seed):
    random = Random(seed)
    text = sample("m015_3pt.mat") if seed % 3 else JSON
    for _ in range(random.randint(1, 8)):
        place = random.randrange(len(text))
        text = (
            text[:place]
            + random.choice(["", "9", ":", "/", "*", "\n", "é", " 0", "Wins", '"'])
            + text[place + random.randint(0, 3) :]
        )
    _read_or_refuse(text.encode())


def _read_or_refuse(data: bytes) -> None:
    try:
        record = read(data)
    except Unreadable:
        return
    verdict = replay(record)
    assert verdict.to_json()["status"] == verdict.status


def test_a_refusal_shows_what_it_holds():
    assert (
        repr(Refusal("dice_invalid", "dice.valid", dice="71"))
        == "Refusal('dice_invalid', 'dice.valid', dice='71')"
    )
