"""When two records have the same games."""

from dataclasses import replace

import pytest

from rules.actions import AcceptedIllegalPlay, Beavered, Doubled
from rules.formats import read
from rules.position import Position
from rules.record import Record
from rules.sides import Side
from tests.rules.sample_records import DATA, sample, sheet

GAMES = sheet("31: 8/5 6/5 | 64: 24/18/14\n Doubles => 2 | Takes", result="      Wins 2 points")

RESIGNED_BY_JACOBY = [15]


def test_the_spelling_of_a_play_and_the_order_of_dice_make_no_difference():
    other = sheet("13: 6/5 8/5 | 46: 24/14\n Doubles => 2 | Takes", result="      Wins 2 points")
    assert GAMES.same_games_as(other)


@pytest.mark.parametrize("name", [path.stem for path in sorted((DATA / "records").glob("m*.sgf"))])
def test_a_match_in_two_formats_is_the_same_match(name):
    mat, sgf = (read(sample(name + ending).encode()) for ending in (".mat", ".sgf"))
    assert mat.same_games_as(sgf)
    assert sgf.same_games_as(mat)


def test_a_beaver_left_without_its_acceptance_is_the_same():
    mat, sgf = (read(sample("s07_money" + ending).encode()) for ending in (".mat", ".sgf"))
    pairs = zip(mat.games, sgf.games, strict=True)
    same = [replace(mat, games=(a,)).same_games_as(replace(sgf, games=(b,))) for a, b in pairs]
    assert [number for number, is_same in enumerate(same, 1) if not is_same] == RESIGNED_BY_JACOBY


@pytest.mark.parametrize(
    "change",
    [
        {"players": ("Anna", "Carl")},
        {"length": 5},
        {"games": ()},
        {"games": (replace(GAMES.games[0], points=1),)},
        {"games": (replace(GAMES.games[0], winner=Side.BLACK),)},
        {"games": (replace(GAMES.games[0], initial_cube=2),)},
        {"games": (replace(GAMES.games[0], score_before=(1, 0)),)},
        {"games": (replace(GAMES.games[0], actions=GAMES.games[0].actions[:-1]),)},
    ],
    ids=str,
)
def test_other_players_results_or_actions_are_other_games(change):
    assert not GAMES.same_games_as(replace(GAMES, **change))


def test_a_score_line_left_out_makes_no_difference():
    assert GAMES.same_games_as(replace(GAMES, games=(replace(GAMES.games[0], score_before=None),)))


def test_a_beaver_written_as_a_second_double_is_the_same():
    rows = GAMES.games[0].actions[:2]
    records = [
        Record(("A", "B"), 0, (replace(GAMES.games[0], actions=(*rows, Doubled(Side.WHITE, 2), second)),))
        for second in (Doubled(Side.BLACK, 4), Beavered(Side.BLACK, 4), Beavered(Side.BLACK, 0))
    ]
    assert records[0].same_games_as(records[1])
    assert records[1].same_games_as(records[2])


def test_a_condoned_play_is_not_a_lawful_one():
    opening = GAMES.games[0].actions[0]
    board = Position.build({24: 2, 13: 5, 8: 2, 6: 4, 5: 2}, {24: 2, 13: 5, 8: 3, 6: 5}, Side.BLACK)
    one, other = (
        replace(GAMES, games=(replace(GAMES.games[0], actions=(action,)),))
        for action in (opening, AcceptedIllegalPlay(Side.WHITE, opening.dice, board))
    )
    assert not one.same_games_as(other)
