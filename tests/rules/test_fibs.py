"""Files of saved FIBS games: phrases, the two ways of counting points, errors of score lines."""

from dataclasses import replace

import pytest

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.errors import Refusal, Unreadable
from rules.formats import read, write
from rules.notation import DANCE, UNKNOWN
from rules.options import MatchLaws
from rules.position import Position
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
HEAD = "Score is 0-0 in a 5 point match.\nanna is X - bea is O\n"
MATCH = """\
> oldmoves
Score is 0-0 in a 3 point match.
anna is X - bea is O
X: (3 1) 8-5 6-5
O: (6 4) 1-7 1-5
X: doubles
O: accepts
X: (5 5) 8-3 8-3 6-1 6-1
O: wants to resign
X: rejects
O: (6 6) can't move
X: wants to resign.
O: accepts.
O: wins 2 points

bea says: thanks, one more
Score is 2-0 in a 3 point match.
bea is X - anna is O
O: (2 1) 12-14 1-2
X: (6 5) 24-18 18-13
O: doubles
X: rejects
O: wins 1 point
"""


def fibs(text: str):
    return read(text.encode())


def rows(text: str):
    return fibs(HEAD + text).games[0].actions


def test_a_match_is_read_with_both_ways_of_counting_and_with_changed_marks():
    record = fibs(MATCH)
    first, second = record.games
    assert (record.players, record.length, record.format) == (("anna", "bea"), 3, "fibs")
    assert [action.written.text for action in first.actions if isinstance(action, Moved)] == [
        "8/5 6/5",
        "24/18 24/20",
        "8/3 8/3 6/1 6/1",
        "Cannot Move",
    ]
    assert first.actions[2:4] == (Doubled(WHITE, 2, 6), Took(BLACK, 7))
    assert first.actions[-1] == Conceded(WHITE, None, 12)
    assert (first.score_before, first.winner, first.points) == ((0, 0), BLACK, 2)
    assert (second.score_before, second.winner, second.points) == ((0, 2), WHITE, 1)
    assert [action.side for action in second.actions] == [WHITE, BLACK, WHITE, BLACK]
    assert second.actions[0].written.text == "13/11 24/23"
    assert second.actions[-1] == Dropped(BLACK, 22)


@pytest.mark.parametrize("score", ["2-0", "0-2"])
def test_a_score_line_written_the_wrong_way_round_is_put_right(score):
    record = fibs(MATCH.replace("Score is 2-0", f"Score is {score}"))
    assert [game.score_before for game in record.games] == [(0, 0), (0, 2)]


def test_omitted_points_follow_from_the_next_score():
    record = fibs(MATCH.replace("O: wins 2 points", "O: wins"))
    assert (record.games[0].points, record.games[1].points) == (2, 1)
    assert fibs(MATCH.replace("O: wins 1 point", "O: wins")).games[1].points is None


@pytest.mark.parametrize(("score", "expected"), [("2-1", (1, 2)), ("1-0", (0, 1))])
def test_a_score_that_follows_from_nothing_is_left_to_the_replay(score, expected):
    record = fibs(MATCH.replace("Score is 2-0", f"Score is {score}"))
    assert record.games[1].score_before == expected
    assert "score_line_wrong" in {finding.code for finding in replay(record).findings}


def test_the_game_after_one_without_a_result_has_its_score_as_written():
    record = fibs(MATCH.replace("O: wins 2 points\n", ""))
    assert (record.games[0].winner, record.games[1].score_before) == (None, (0, 2))


@pytest.mark.parametrize(
    ("row", "texts"),
    [
        ("X: (6 2) 24-18 13-11", ["24/18 13/11"]),
        ("X: (6 2) 1-7 12-14", ["24/18 13/11"]),
        ("O: (6 2) 1/7 12/14", ["24/18 13/11"]),
        ("O: (2 1) bar-2 1-2", ["bar/23 24/23"]),
        ("O: (2 1) bar-23 24-23", ["bar/23 24/23"]),
        ("O: (2 1) bar-2", ["bar/23"]),
        ("O: (6 1) 23-off 19-off", ["2/off 6/off"]),
        ("X: (6 1) 2-off 6-off", ["2/off 6/off"]),
        ("O: (6 1) 19-25 23-25", ["6/0 2/0"]),
        ("X: (6 1) 25-24 2-BAR", None),
        ("X: (6 1) 99-24", None),
        ("X: (6 6)", ["????"]),
        ("X: (6 6) : can't move.", ["Cannot Move"]),
        ("X: (2 1) bar-10", ["bar/10"]),
        ("O: (5 3) 12-17 17-20\nO: (1 1) 5-4", ["13/8 8/5", "20/21"]),
    ],
)
def test_moves_are_written_in_the_numbers_of_the_mover(row, texts):
    if texts is None:
        with pytest.raises(Unreadable):
            rows(row + "\nX: wins\n")
    else:
        assert [action.written.text for action in rows(row)] == texts


def test_a_roll_without_moves_is_one_whose_play_nobody_knows():
    unknown, dance = rows("X: (6 2)\nO: (6 2) can't move")
    assert (unknown.written, dance.written) == (UNKNOWN, DANCE)


def test_automatic_doubles_are_the_cube_the_game_begins_with():
    game = fibs(HEAD + "Cube: 4 Owner: none\nX: (3 1) 8-5 6-5\nO: doubles\nX: accepts\n").games[0]
    assert (game.initial_cube, game.actions[1:]) == (4, (Doubled(BLACK, 8, 5), Took(WHITE, 6)))
    record = replace(sheet("31: 8/5 6/5"), games=(game,))
    assert write(record, "fibs").splitlines()[2:4] == ["Cube: 4", "X: (3 1) 8-5 6-5"]
    later = fibs(MATCH.replace("O\nX", "O\nCube: 2\nX")).games
    assert [game.initial_cube for game in later] == [2, 1]


def test_a_double_turned_back_is_a_beaver():
    text = "X: (3 1) 8-5 6-5\nO: doubles\nX: doubles\nO: accepts\nX: redoubles\nO: rejects\nX: wins 4 points"
    assert [type(action) for action in rows(text)] == [Moved, Doubled, Beavered, Took, Doubled, Dropped]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("X: (3 1) 8-5 6-5\nO: wants to resign\nX: wins 2 points", [Moved, Conceded]),
        ("X: (3 1) 8-5 6-5\nO: wants to resign\nO: (6 2) 1-7 12-14", [Moved, Moved]),
        ("X: (3 1) 8-5 6-5\nO: wants to resign\nX: rejects\nO: (6 2) 1-7 12-14", [Moved, Moved]),
        ("X: (3 1) 8-5 6-5\nO: wants to resign", [Moved]),
    ],
)
def test_an_offer_to_resign_counts_when_it_is_accepted(text, kinds):
    assert [type(action) for action in rows(text)] == kinds


@pytest.mark.parametrize(
    ("text", "length"),
    [("a 5 point match", 5), ("an unlimited match", 0), ("a money game", 0), ("an 11 point match", 11)],
)
def test_the_length_stands_in_the_score_line(text, length):
    assert fibs(f"Score is 0-0 in {text}.\na is X - b is O.\nX: (3 1) 8-5 6-5\n").length == length


def test_a_game_may_stand_without_a_score_line():
    record = fibs("a is X - b is O\nX: (3 1) 8-5 6-5\n")
    assert (record.length, record.games[0].score_before) == (0, None)
    record = fibs("a is X - b is O\nX: (3 1) 8-5 6-5\nX: wins\na is X - b is O\nO: (3 1) 8-5 6-5\n")
    assert [game.score_before for game in record.games] == [None, None]


@pytest.mark.law("record.readable")
@pytest.mark.parametrize(
    "second",
    [
        MATCH,
        MATCH.replace("anna", "carla"),
        MATCH.replace("3 point", "5 point"),
    ],
)
def test_a_file_of_several_matches_is_refused_where_the_second_begins(second):
    with pytest.raises(Unreadable) as excinfo:
        fibs(MATCH + second)
    line = len(MATCH.splitlines()) + 2
    assert (excinfo.value.code, excinfo.value.facts["line"]) == ("several_matches", line)


@pytest.mark.law("record.readable")
def test_a_game_after_the_end_of_the_match_is_left_to_the_replay():
    record = fibs(MATCH.replace("wins 2 points", "wins 4 points").replace("Score is 2-0", "Score is 4-0"))
    assert "games_after_end" in {finding.code for finding in replay(record).findings}


@pytest.mark.law("record.readable")
def test_a_match_begun_anew_before_its_end_is_another_match():
    with pytest.raises(Unreadable) as excinfo:
        fibs(MATCH.replace("Score is 2-0", "Score is 0-0"))
    assert excinfo.value.code == "several_matches"


@pytest.mark.law("record.readable")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Score is 0-0 in a 5 point match.\n", 1),
        (HEAD + "X: (3 1) 8-5 6-x\nO: doubles\n", 3),
        (HEAD + "X: (3 1) 8-5 6-5\nZ: doubles\nX: accepts\n", 4),
        (HEAD + "X: dreams\nX: accepts\n", 3),
        (HEAD + "Cube: 3\nX: (3 1) 8-5 6-5\n", 3),
        (HEAD + "X: (3 1) 8-5 6-5\nCube: 2\nO: doubles\n", 4),
        (HEAD + "X dreams\nX: accepts\n", 3),
        (HEAD + "X: (3 1) " + "8-5 " * 17 + "\n", 3),
        (HEAD + "X: (3 1) " + "8-5 " * 1100 + "\n", 3),
    ],
)
def test_what_is_no_game_is_refused_with_its_line(text, line):
    with pytest.raises(Unreadable) as excinfo:
        fibs(text)
    assert (excinfo.value.code, excinfo.value.facts["line"]) == ("unreadable", line)


@pytest.mark.law("record.readable")
def test_a_game_that_breaks_off_is_read_as_far_as_it_goes():
    record = fibs(HEAD + "X: (3 1) 8-5 6-5\nO: (6 ")
    assert (len(record.games[0].actions), record.cut[0]) == (1, 4)


def test_chat_between_the_games_is_skipped():
    rows = "X: (3 1) 8-5 6-5\n\nX: hi\nO: wants to resign\nX: wins 1 point\n** bye\n"
    (game,) = fibs("carl shouts: hello\n" + HEAD + rows).games
    assert ([type(action) for action in game.actions], game.winner) == ([Moved, Conceded], WHITE)


def test_rows_below_the_result_are_left_to_the_replay():
    record = fibs(MATCH + "X: (3 1) 8-5 6-5\n")
    assert "action_after_end" in {finding.code for finding in replay(record).findings}


def test_a_name_written_otherwise_in_a_later_game_is_no_other_match():
    record = sheet("31: 8/5 6/5 | 64: 24/14", result="      Wins 1 point")
    later = replace(record.games[0], number=2, score_before=(1, 0), players=("Anna C.", "Bea"))
    record = replace(record, games=(record.games[0], later))
    assert fibs(write(record, "fibs")).same_games_as(record)


def test_a_player_without_a_name_stays_without_one():
    record = replace(sheet("31: 8/5 6/5 | 64: 24/14"), players=("", "Bea"))
    record = replace(record, games=(replace(record.games[0], players=record.players),))
    assert fibs(write(record, "fibs")).players == ("", "Bea")


def test_a_name_of_several_parts_stays_one_name():
    record = replace(sheet("31: 8/5 6/5 | 64: 24/14"), players=("Anna B. Clark", "Bea"))
    record = replace(record, games=(replace(record.games[0], players=record.players),))
    text = write(record, "fibs")
    assert text.splitlines()[1] == "Anna\N{NO-BREAK SPACE}B.\N{NO-BREAK SPACE}Clark is X - Bea is O"
    assert fibs(text).same_games_as(record)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Conceded(WHITE, 2), ["X: wants to resign", "O: accepts"]),
        (Doubled(WHITE, 2), ["X: doubles"]),
        (Beavered(WHITE, 4), ["X: doubles"]),
        (Took(WHITE), ["X: accepts"]),
        (Dropped(WHITE), ["X: rejects"]),
        (Moved(WHITE, (6, 2), UNKNOWN), ["X: (6 2)"]),
        (Moved(WHITE, (6, 2), DANCE), ["X: (6 2) can't move"]),
    ],
)
def test_every_action_has_its_text(action, text):
    record = sheet("31: 8/5 6/5", result="      Wins 2 points")
    record = replace(record, games=(replace(record.games[0], actions=(action,)),))
    assert write(record, "fibs").splitlines()[2:] == [*text, "X: wins 2 points"]


@pytest.mark.parametrize(
    "action", [Placed(WHITE, Position.start()), AcceptedIllegalPlay(WHITE, (5, 3), Position.start(BLACK))]
)
def test_set_boards_are_not_written(action):
    record = sheet("31: 8/5 6/5")
    record = replace(record, games=(replace(record.games[0], actions=(action,)),))
    with pytest.raises(Refusal) as excinfo:
        write(record, "fibs")
    assert (excinfo.value.code, excinfo.value.facts["format"]) == ("format_cannot_hold", "fibs")


def test_a_game_without_points_or_score_keeps_neither():
    record = sheet("31: 8/5 6/5 | 64: 24/14")
    game = replace(record.games[0], winner=WHITE, points=None, score_before=None)
    text = write(replace(record, games=(game, replace(game, number=2))), "fibs")
    assert text.count("Score is 0-0 in a 7 point match.") == 1
    assert [game.points for game in fibs(text).games] == [None, None]


def test_jacoby_and_crawford_are_for_the_reader_to_say():
    record = fibs(write(sheet("31: 8/5 6/5 | 64: 24/14", length=0), "fibs"))
    assert (record.facts, record.length) == ({}, 0)
    assert replay(record, MatchLaws(jacoby=True)).plays == 2
