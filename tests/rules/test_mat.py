"""Score sheets in .mat files: quirks of their writers, boards in place of plays, writing."""

import re
from dataclasses import replace

import pytest

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.errors import Unreadable
from rules.formats import mat, read
from rules.formats.mat import forget_plays, read_mat
from rules.formats.mat_writing import write_mat
from rules.notation import UNKNOWN, read_play
from rules.options import MatchLaws
from rules.position import Position
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import manifest, sample, sheet
from tests.rules.test_formats import HEAD, actions, essence

WHITE, BLACK = Side.WHITE, Side.BLACK
NACK = {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}
START = {24: 2, 13: 5, 8: 3, 6: 5}
NACK_LINE = "7;0;0;0;{};Ann;Bob;0;0;0;1;0;0;-2;-2;0;0;0;4;0;3;0;0;0;-4;4;0;0;0;-3;0;-4;0;0;0;2;2;0;6;4;"
ENCODINGS = {
    "bom": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16-be": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "cp1252": lambda text: text.encode("cp1252"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "cr": lambda text: text.replace("\n", "\r").encode(),
    "bom and crlf": lambda text: b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
    "padded": lambda text: "\n".join(line.ljust(70) for line in text.split("\n")).encode(),
}


def sheets():
    return [entry["file"] for entry in manifest() if entry["file"].endswith(".mat")]


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_record_reads_the_same_in_every_encoding_and_with_every_line_end(name):
    for file in sheets():
        text = sample(file)
        if name != "cp1252" or text.encode("cp1252", "replace").decode("cp1252") == text:
            assert read(ENCODINGS[name](text)) == read(text.encode()), file


def test_rows_read_together_are_read_as_one_by_one(monkeypatch):
    files = sheets()
    together = [read(sample(file).encode()) for file in files]
    monkeypatch.setattr(mat._Sheet, "read_rows", lambda self, lines, number: number)
    assert together == [read(sample(file).encode()) for file in files]


def test_a_record_cut_anywhere_is_read_together_as_row_by_row(monkeypatch):
    text = sample(sheets()[0])
    start = text.index("  5) ")
    cut = [text[:end].encode() for end in range(start, start + 300)]
    together = [read(record) for record in cut]
    monkeypatch.setattr(mat._Sheet, "read_rows", lambda self, lines, number: number)
    assert together == [read(record) for record in cut]


def test_cube_actions_and_results_are_read_beside_rolls_and_empty_cells():
    rows = [
        "  1) 31: 8/5 6/5                     42: 8/4 6/4",
        "  2)  Doubles => 2                    Takes",
        "  3) 61: 13/7 8/7                     Doubles => 4",
        "  4)  Takes                          65: 24/13",
        "  5)                                 21: 13/11 6/5",
        "  6)  Drops                           Wins 4 points",
    ]
    (game,) = read((HEAD + "\n".join(rows) + "\n").encode()).games
    assert [type(action).__name__ for action in game.actions] == (
        ["Moved", "Moved", "Doubled", "Took", "Moved", "Doubled", "Took", "Moved", "Moved", "Dropped"]
    )
    assert [action.side for action in game.actions[2:]] == [
        WHITE,
        BLACK,
        WHITE,
        BLACK,
        WHITE,
        BLACK,
        BLACK,
        WHITE,
    ]
    assert [game.actions[place].value for place in (2, 5)] == [2, 4]
    assert (game.winner, game.points, game.result_line) == (BLACK, 4, game.line + 6)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("  1) 15: 13/8 6/5", ["white 15 13/8 6/5"]),
        ("  1)31:8/5 6/5                      64:24/14", ["white 31 8/5 6/5", "black 64 24/14"]),
        ("  1) 61: 8/7 64: 24/14", ["white 61 8/7", "black 64 24/14"]),
        ("  1) 31: 8/5  6/5                  64 : 24/14", ["white 31 8/5 6/5", "black 64 24/14"]),
        (
            "100) 63: Bar/22 6/Off              66: Cannot Move",
            ["white 63 Bar/22 6/Off", "black 66 Cannot Move"],
        ),
        ("1234) 31: 8/5 6/5                  64: 24/14", ["white 31 8/5 6/5", "black 64 24/14"]),
        ("  1) 00: ????                      64: ???", ["white 00 ????", "black 64 ????"]),
        ("                                   64: 24/14", ["black 64 24/14"]),
        (
            "  1) 66: 24/18(2) 13/7(2)          62: 24/18/16*",
            ["white 66 24/18(2) 13/7(2)", "black 62 24/18/16*"],
        ),
    ],
)
def test_rolls_are_read_however_the_row_is_spaced(rows, expected):
    items = [
        f"{action.side.value} {action.dice[0]}{action.dice[1]} {action.written.text}"
        for action in actions(rows + "\n")
    ]
    assert items == expected


ROUND = "  1) 31: 8/5 6/5                  64: 24/14\n"


@pytest.mark.law("record.result")
@pytest.mark.parametrize(("indent", "winner"), [(6, WHITE), (34, BLACK)])
@pytest.mark.parametrize(
    "bare", [" Losses 1 point", "  Losses 1 point", " " * 36 + "Losses 1 point", " Concedes"]
)
def test_the_loser_on_a_row_without_a_number_follows_from_the_result(bare, indent, winner):
    record = read(f"{HEAD}{ROUND}{bare}\n{' ' * indent}Wins 1 point\n".encode())
    (conceded,) = [action for action in record.games[0].actions if isinstance(action, Conceded)]
    assert (conceded.side, record.games[0].winner) == (winner.other, winner)
    verdict = replay(record)
    assert [each.code for each in verdict.findings if each.severity == "error"] == []
    assert verdict.games[0].winner is winner


def test_a_concession_on_a_numbered_row_keeps_its_column():
    record = read(f"{HEAD}{ROUND}  2)  Losses 1 point\n      Wins 1 point\n".encode())
    assert [each.code for each in replay(record).findings if each.severity == "error"] == ["winner_wrong"]


def test_a_concession_without_a_result_is_worth_what_was_given_up():
    verdict = replay(read(f"{HEAD}{ROUND}  2)  Losses 2 points\n".encode()))
    assert (verdict.games[0].winner, verdict.games[0].points) == (BLACK, 2)


@pytest.mark.law("record.result")
@pytest.mark.parametrize(
    "last",
    [
        "  2) 41: 24/23 13/9            2)  Losses 2 point   Wins 2 point and the match",
        " " * 34 + "2)  Losses 2 point              Wins 2 point and the match",
        "  2)  Losses 2 point   Wins 2 point and the match",
    ],
)
def test_a_whole_row_where_a_cell_should_be_is_read_as_a_row(last):
    record = read(f"{HEAD}{ROUND}{last}\n".encode())
    game = record.games[0]
    assert (record.cut, game.actions[-1]._replace(line=0)) == (None, Conceded(WHITE, 2))
    assert (game.winner, game.points, game.ends_match) == (BLACK, 2, True)
    assert len(game.actions) == (4 if "41:" in last else 3)


def test_a_row_where_a_cell_should_be_names_its_place_when_it_is_not_understood():
    with pytest.raises(Unreadable) as excinfo:
        read(f"{HEAD}  1) 31: 8/5 6/5                  2)  something else\n{ROUND}".encode())
    assert (excinfo.value.facts["line"], excinfo.value.facts["column"]) == (5, 37)


@pytest.mark.parametrize("value", ["????", "???"])
def test_an_unknown_cell_without_dice_leaves_the_result_of_its_row(value):
    record = read(
        f"{HEAD}{ROUND}  2) {value}                           Wins 1 point and the match\n".encode()
    )
    game = record.games[0]
    assert (record.cut, len(game.actions)) == (None, 2)
    assert (game.winner, game.points, game.ends_match) == (BLACK, 1, True)
    assert ("unknown_ending", (1,)) in replay(record).unknown


@pytest.mark.law("record.readable")
@pytest.mark.parametrize(
    "rest", [" Game 2\n Ann", " Game 2\n Ann : 0                        Bob", " Game 2\n", " Game 2"]
)
def test_a_text_cut_inside_a_score_line_keeps_the_games_before_it(rest):
    record = read(f"{HEAD}{ROUND}      Wins 1 point\n\n{rest}".encode())
    assert [(game.winner, game.points) for game in record.games] == [(WHITE, 1)]
    assert record.cut[0] == 8 + rest.count("\n Ann")
    assert record.cut[2] == "the two names and their score"
    assert [each.code for each in replay(record).findings][-1] == "record_truncated"


def test_rows_that_overflow_their_column_do_not_disturb_the_others():
    rows = (
        "  1) 31: 8/5 6/5                 42: 8/4 6/4 \n"
        "  2) 22: 24/22 24/22 13/11* 13/11 21: 24/23 13/11 \n"
        "  3) 32: 13/10 13/11             11: 6/5(2) 8/7(2)\n"
    )
    result = actions(rows)
    assert [action.side for action in result] == [WHITE, BLACK] * 3
    assert [action.written.text for action in result][2:4] == ["24/22 24/22 13/11* 13/11", "24/23 13/11"]


@pytest.mark.parametrize(
    "head", ["5 point match", " 5 Point Match", "5 POINT MATCH  ", '; [Event "x"]\n\n\n5 point match']
)
def test_the_length_is_found_however_it_is_written(head):
    record = read(f"{head}\n\n\n game 1\n Ann : 0    Bob : 0\n  1) 31: 8/5 6/5\n".encode())
    assert (record.length, len(record.games)) == (5, 1)


@pytest.mark.parametrize(
    ("column", "side"), [(4, WHITE), (5, WHITE), (6, WHITE), (33, BLACK), (34, BLACK), (40, BLACK)]
)
@pytest.mark.parametrize("white", ["Ann", "A Very Long Player Name Indeed " * 4])
def test_a_lone_cell_falls_to_its_column_whatever_the_length_of_the_names(column, side, white):
    text = f"5 point match\n\n Game 1\n {white} : 0 Bob : 0\n"
    (action,) = read((text + "  1)".ljust(column) + "Doubles => 2\n").encode()).games[0].actions
    assert action == Doubled(side, 2, 5)


def test_a_beaver_and_a_raccoon_stand_without_a_take_and_are_written_so():
    rows = (
        "  1) 31: 8/5 6/5                     64: 24/14\n"
        "  2)  Doubles => 2                    Beavers => 4\n"
        "  3)  Beavers => 8                   \n"
        "  4) 41: 24/23 13/9                  62: 24/18 13/11\n"
    )
    record = read(HEAD.replace("5 point", "0 point").encode() + rows.encode())
    kinds = [(type(action), action.side) for action in record.games[0].actions][2:5]
    assert kinds == [(Doubled, WHITE), (Beavered, BLACK), (Beavered, WHITE)]
    assert "Takes" not in write_mat(record)
    assert essence(read(write_mat(record).encode())) == essence(record)
    (game,) = replay(record).games
    assert game.frames[-1].cube == 8


def test_phrases_of_other_writers_mean_the_same():
    rows = "  1)  Doubles => 2                    Accepts\n  2)  Double => 4                     Passes\n"
    items = [type(action) for action in actions(rows)]
    assert items == [Doubled, Took, Doubled, Dropped]
    (value,) = actions("  1)  Resigns\n")
    assert value == Conceded(WHITE, None, 5)
    (value,) = actions("  1)                                    Loses 2 points\n")
    assert value == Conceded(BLACK, 2, 5)


@pytest.mark.parametrize("column", [0, 33])
def test_an_illegal_play_is_the_board_it_left(column):
    line = "5;0;0;0;{};Bob;Ann;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-4;5;0;0;0;-4;0;-5;0;0;0;0;2;0;6;4;"
    side = BLACK if column else WHITE
    cell = f"52: Illegal play ({line.format(side.index)})"
    (action,) = actions("  1) ".ljust(column) + cell + "\n")
    after = Position.build(START | {8: 4, 13: 4}, START)
    expected = after.with_turn(BLACK) if side is WHITE else after.mirror().with_turn(WHITE)
    assert action == AcceptedIllegalPlay(side, (5, 2), expected, 5)
    record = read((HEAD + "  1) ".ljust(column) + cell + "\n").encode())
    assert record.same_games_as(read(write_mat(record).encode()))


def test_a_play_may_follow_an_illegal_one_in_the_same_row():
    cell = f"12: Illegal play ({NACK_LINE.format(0)})"
    first, second = actions(f"  1) {cell} 61: 13/7 8/7\n")
    start = Position.build(NACK, NACK, BLACK)
    assert (first, second.side, second.dice) == (Placed(WHITE, start, 5), BLACK, (6, 1))


def test_names_in_the_line_of_an_illegal_play_are_not_taken_for_cells():
    line = NACK_LINE.format(0).replace("Ann", "Wins (12: Drops)").replace("Bob", "Doubles")
    (action,) = actions(f"  1) 64: Illegal play ({line})\n")
    assert type(action) is AcceptedIllegalPlay


@pytest.mark.parametrize(
    ("cell", "column"),
    [
        ("64: Illegal play (7;0;0)", 28),
        ("64: Illegal play (" + NACK_LINE.format(3) + ")", 32),
        ("64: Illegal play", 6),
    ],
)
def test_a_broken_line_of_an_illegal_play_is_located(cell, column):
    with pytest.raises(Unreadable) as excinfo:
        actions(f"  1) {cell}\n  2)\n")
    assert (excinfo.value.facts["line"], excinfo.value.facts["column"]) == (5, column)


def test_nackgammon_starts_from_its_own_position_declared_by_a_row_or_by_the_header():
    row = f"  1)                              12: Illegal play ({NACK_LINE.format(1)})\n"
    play = "  2) 64: 24/18 18/14             43: 24/20 23/20\n"
    by_row = read((HEAD + row + play).encode())
    by_header = read(('; [Variation "NackGammon"]\n' + HEAD + play).encode())
    start = Position.build(NACK, NACK, WHITE)
    assert by_row.games[0].actions[0] == Placed(BLACK, start, 5)
    assert by_row.same_games_as(by_header)
    assert by_row.same_games_as(read(write_mat(by_header).encode()))
    assert [finding.code for finding in replay(by_row).findings] == ["game_unfinished", "match_unfinished"]


def test_an_ordinary_first_roll_is_no_start():
    standard = NACK_LINE.format(0).replace("-2;-2;0;0;0;4", "-2;0;0;0;0;5").replace("-4;4", "-5;5")
    standard = standard.replace("-3;0;-4;0;0;0;2;2", "-3;0;-5;0;0;0;0;2")
    (action,) = actions(f"  1) 21: Illegal play ({standard})\n")
    assert type(action) is AcceptedIllegalPlay


@pytest.mark.parametrize("turn", [WHITE, BLACK])
@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_a_set_board_is_written_as_a_cell_without_dice(turn, side):
    record = sheet("31: 8/5 6/5 | 64: 24/14")
    board = Position.build({6: 10, 5: 4}, {25: 1, 3: 9}, turn)
    placed = Placed(side, board, 0, 4, BLACK)
    game = replace(record.games[0], actions=(*record.games[0].actions, placed))
    text = write_mat(replace(record, games=(game,)))
    assert "00: Illegal play (7;0;0;0;" in text
    assert read(text.encode()).games[0].actions[-1]._replace(line=0) == placed


def test_automatic_doubles_and_a_result_without_points_survive():
    record = sheet("31: 8/5 6/5 | 64: 24/14")
    game = replace(record.games[0], initial_cube=4, winner=BLACK, points=None, ends_match=True)
    record = replace(record, games=(game,), facts={"site": "Club"})
    text = write_mat(record)
    assert ('; [Game 1 Cube "4"]' in text, text.rstrip().endswith("    Wins and the match")) == (True, True)
    again = read(text.encode())
    assert (again.games[0].initial_cube, again.facts) == (4, {"site": "Club"})
    assert again.same_games_as(record)


def test_a_cube_that_is_no_number_stays_what_the_header_says():
    record = read(('; [Game 1 Cube "big"]\n' + HEAD).encode())
    assert (record.facts, record.games[0].initial_cube) == ({"game_1_cube": "big"}, 1)


def test_what_a_header_cannot_hold_is_left_out():
    record = replace(sheet("31: 8/5 6/5"), facts={'a "key"]\n5 point match': 'x"\n Game 2'})
    again = read(write_mat(record).encode())
    assert (again.length, len(again.games), list(again.facts.values())) == (7, 1, ["x' Game 2"])


def test_digits_of_other_kinds_are_no_dice():
    with pytest.raises(Unreadable) as excinfo:
        actions("  1) ²3: 8/5 6/5                   64: 24/14\n  2)\n")
    assert (excinfo.value.code, excinfo.value.facts["line"]) == ("unreadable", 5)


def test_rows_before_the_names_are_refused():
    rows = "  1) 31: 8/5 6/5                   64: 24/14\n"
    with pytest.raises(Unreadable) as excinfo:
        read((HEAD + rows * 2 + " Game 2\n" + rows + " \n").encode())
    assert excinfo.value.facts["line"] == 8


def test_a_roll_whose_play_is_unknown_is_not_a_dance():
    (action,) = actions("  1) 64: ????\n")
    assert action == Moved(WHITE, (6, 4), UNKNOWN, 5)
    assert read_play("", (6, 4)) is not UNKNOWN


def test_a_text_without_a_length_ends_in_a_refusal():
    with pytest.raises(Unreadable) as excinfo:
        read_mat('; [Event "x"]\n; a remark\n')
    assert excinfo.value.facts["line"] == 3


def test_plays_forgotten_are_read_anew():
    text = sample("m015_3pt.mat").encode()
    before = read(text)
    forget_plays()
    assert read(text) == before


TABBED = """ 3 point match

 Game 1
 Anna : 0\tBruno : 0
  1) 31: 8/5 6/5\tDoubles => 2
  2)  Drops\tWins 1 point

 Game 2
 Anna : 0\tBruno : 1
  1) 31: 8/5 6/5\tDoubles => 2
  2)  Takes\t42: 8/4 6/4
  3) 61: 13/7 8/7\tLoses 2 points
\tWins 2 points

 Game 3
 Anna : 2\tBruno : 1
  1) \t42: 8/4 6/4
  2) 61: 13/7 8/7\t31: 8/5 6/5
  3)
\tWins 1 point and the match
"""
WIDTHS = {
    "one tab": TABBED,
    "two tabs": TABBED.replace("\t", "\t\t").replace("\n\t\tWins", "\n\tWins"),
    "a tab after the number": re.sub(r"(?m)^(  \d\)) *", r"\1\t", TABBED).replace("\t\t42: 8", "\t\t42: 8"),
    "dice and plays apart": re.sub(r"(\d\d:) ", r"\1\t", TABBED),
    "no result on the left": TABBED.replace("\n\tWins", "\n\t\tWins", 1),
    "eight columns": re.sub(r"(?m)^(\s+\d\).*?) *\t(.*)$", r"\1\t\t\t  \2", TABBED),
}


@pytest.mark.law("record.readable")
@pytest.mark.parametrize("width", WIDTHS)
def test_cells_between_tabs_belong_to_their_columns(width):
    record = read(WIDTHS[width].encode())
    sides = [[(type(each).__name__, each.side) for each in game.actions] for game in record.games]
    assert sides == [
        [("Moved", WHITE), ("Doubled", BLACK), ("Dropped", WHITE)],
        [
            ("Moved", WHITE),
            ("Doubled", BLACK),
            ("Took", WHITE),
            ("Moved", BLACK),
            ("Moved", WHITE),
            ("Conceded", BLACK),
        ],
        [("Moved", BLACK), ("Moved", WHITE), ("Moved", BLACK)],
    ]
    assert [(game.winner, game.points) for game in record.games] == [(BLACK, 1), (WHITE, 2), (WHITE, 1)]
    assert [each for each in replay(record).findings if each.severity == "error"] == []


@pytest.mark.law("record.readable")
def test_where_tabs_leave_the_column_of_a_result_open_the_next_score_tells_the_winner():
    text = """ 3 point match

 Game 1
 Anna : 0\tBruno : 0
  1) 31: 8/5 6/5\t42: 8/4 6/4
\tWins 1 point

 Game 2
 Anna : 0\tBruno : 1
  1) 31: 8/5 6/5\t42: 8/4 6/4
\tWins 2 points

 Game 3
 Anna : 2\tBruno : 1
"""
    assert [game.winner for game in read(text.encode()).games] == [BLACK, WHITE, None]


@pytest.mark.law("move.compulsory")
@pytest.mark.parametrize("end", ["55:", "55:\n", "55: 13/8", "55: 13/8 13/"])
def test_a_text_that_stops_inside_a_roll_is_incomplete_and_accuses_nobody(end):
    verdict = replay(read(f"{HEAD}  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) {end}".encode()))
    assert verdict.status == "incomplete"
    assert {each.code for each in verdict.findings} <= {
        "game_unfinished",
        "match_unfinished",
        "record_truncated",
    }


@pytest.mark.law("move.compulsory")
@pytest.mark.parametrize("name", ["m269_5pt.mat", "m254_5pt.sgg"])
def test_no_honest_record_is_accused_wherever_it_is_cut(name):
    text = sample(name)
    laws = MatchLaws(crawford=False)
    for length in range(text.index("6/"), len(text), 41):
        findings = replay(read(text[:length].encode()), laws).findings
        assert [each for each in findings if each.severity == "error"] == [], length


@pytest.mark.law("record.readable")
def test_of_two_matches_in_one_sheet_the_first_is_read_and_the_others_named():
    match = f"{HEAD}{ROUND}      Wins 7 points and the match\n\n"
    others = match.replace("Ann", "Carla").replace("Bob", "Dino"), match.replace("Bob", "Eve")
    record = read("".join((match, *others)).encode())
    assert (record.players, len(record.games)) == (("Ann", "Bob"), 1)
    assert record.other_matches == (("Carla", "Dino"), ("Ann", "Eve"))
    (note,) = [each for each in replay(record).findings if each.code == "other_matches"]
    assert (note.severity, note.facts) == ("note", {"matches": "Carla – Dino, Ann – Eve"})


@pytest.mark.law("record.result")
@pytest.mark.parametrize("points", [4, 1004, 4016])
def test_backgammon_studio_flags_points_and_multiplies_the_flag_by_the_cube(points):
    rows = (
        "  1) 31: 8/5 6/5                 Doubles => 2\n  2)  Takes                      42: 8/4 6/4\n"
        "  3) Doubles => 4                Takes\n  4) 61: 13/7 8/7                62: Concedes\n"
    )
    record = read(f"{HEAD}{rows}      Wins {points} point\n".encode())
    assert record.games[0].stated_points == 4
    assert (replay(record).score, replay(record).status) == ((4, 0), "incomplete")
