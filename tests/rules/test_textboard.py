"""The board as plain text: points, bar, dice, cube, score and the play."""

from rules.diagram import text_board
from rules.plays import CheckerMove
from rules.position import Position
from rules.sides import Side

START = Position.start()
CROWDED = Position.build({24: 1, 13: 7, 6: 3, 25: 1}, {13: 1, 6: 6, 25: 6}, Side.BLACK)


def test_the_start_of_a_match():
    assert text_board(START, dice=(3, 1), score=(1, 2), length=7).splitlines() == [
        "  13 14 15 16 17 18       19 20 21 22 23 24",
        "+-------------------+---+-------------------+",
        "|  O           X    |   |  X              O |",
        "|  O           X    |   |  X              O |",
        "|  O           X    |   |  X                |",
        "|  O                |   |  X                |",
        "|  O                |   |  X                |",
        "|                   |bar|                   |",
        "|  X                |   |  O                |",
        "|  X                |   |  O                |",
        "|  X           O    |   |  O                |",
        "|  X           O    |   |  O              X |",
        "|  X           O    |   |  O              X |",
        "+-------------------+---+-------------------+",
        "  12 11 10  9  8  7        6  5  4  3  2  1",
        "O: pips 167, off 0, score 1/7",
        "X: pips 167, off 0, score 2/7",
        "cube 1, centre",
        "O to play 3-1",
    ]


def test_tall_stacks_the_bar_and_a_cube_with_an_owner_seen_with_the_home_boards_on_the_left():
    board = text_board(CROWDED, home_on_left=True, cube=4, cube_owner=Side.BLACK, score=(0, 0))
    assert board.splitlines() == [
        "  24 23 22 21 20 19       18 17 16 15 14 13",
        "+-------------------+---+-------------------+",
        "|  O              X |   |                 O |",
        "|                 X |   |                 O |",
        "|                 X |   |                 O |",
        "|                 X |   |                 O |",
        "|                 6 | O |                 7 |",
        "|                   |bar|                   |",
        "|                   |X6 |                   |",
        "|                   |   |                   |",
        "|                 O |   |                   |",
        "|                 O |   |                   |",
        "|                 O |   |                 X |",
        "+-------------------+---+-------------------+",
        "   1  2  3  4  5  6        7  8  9 10 11 12",
        "O: pips 158, off 3, score 0",
        "X: pips 199, off 2, score 0",
        "cube 4, X",
        "X to roll",
    ]


def test_seen_from_the_other_side_the_start_is_the_same_with_the_marks_exchanged():
    swapped = str.maketrans("OX", "XO")
    item = text_board(START, below=Side.BLACK).splitlines()[:15]
    assert item == [line.translate(swapped) for line in text_board(START).splitlines()[:15]]


def test_plays_are_written_under_the_board():
    moves = (CheckerMove(8, 5), CheckerMove(6, 5))
    texts = text_board(START.with_turn(Side.BLACK), play=moves, cube=None).splitlines()
    assert texts[-3:] == ["X: pips 167, off 0", "O played 8/5 6/5", "X to roll"]
    assert text_board(START, plan=moves, dice=(3, 1)).splitlines()[-1] == "O to play 3-1: 8/5 6/5"
    assert text_board(START, to_move=Side.BLACK).splitlines()[-1] == "X to roll"
