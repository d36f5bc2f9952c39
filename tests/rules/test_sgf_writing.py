"""Writing records as SGF: the properties of the root, the rules, and a node for every action."""

from dataclasses import replace

import pytest

from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Moved, Placed, Took
from rules.formats import read, write
from rules.notation import DANCE, UNKNOWN, read_play
from rules.position import Position
from rules.sides import Side
from tests.rules.sample_records import sample, sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
HEAD = "(;FF[4]GM[6]CA[UTF-8]AP[Crawford]"
PLACES = Position.build({25: 1, 24: 1, 1: 2}, {25: 2, 20: 1}, WHITE)


def tree(*actions, **changes):
    """The nodes of one game, the root apart."""
    record = sheet("31: 8/5 6/5")
    game = replace(record.games[0], actions=actions, **changes)
    text = write(replace(record, games=(game,)), "sgf")
    root, *nodes = text.rstrip(")\n").split("\n")
    return [root, *nodes]


def play(side, dice, text):
    return Moved(side, dice, read_play(text, dice))


@pytest.mark.parametrize(
    ("action", "nodes"),
    [
        (play(WHITE, (3, 1), "8/5 6/5"), [";W[31hefe]"]),
        (play(BLACK, (3, 1), "8/5 6/5"), [";B[31qtst]"]),
        (play(WHITE, (2, 1), "bar/22"), [";W[21yv]"]),
        (play(BLACK, (2, 1), "2/off 1/off"), [";B[21wzxz]"]),
        (play(WHITE, (3, 1), "6/25"), [";W[31fy]"]),
        (Moved(BLACK, (6, 6), DANCE), [";B[66]"]),
        (Moved(BLACK, (6, 5), UNKNOWN), [";PL[B]DI[65]"]),
        (Doubled(WHITE, 2), [";W[double]"]),
        (Beavered(BLACK, 4), [";B[double]"]),
        (Took(WHITE), [";W[take]"]),
        (Dropped(BLACK), [";B[drop]"]),
        (Conceded(BLACK, 2), []),
        (Placed(WHITE, PLACES), [";PL[W]AE[a:y]AW[a][a][x][y]AB[e][y][y]"]),
        (
            Placed(WHITE, PLACES, cube=4, owner=BLACK),
            [";PL[W]AE[a:y]AW[a][a][x][y]AB[e][y][y]", ";CP[b]", ";CV[4]"],
        ),
        (
            Placed(WHITE, replace(PLACES, black=(15,) + (0,) * 25), cube=2),
            [";PL[W]AE[a:y]AW[a][a][x][y]", ";CP[c]", ";CV[2]"],
        ),
        (
            AcceptedIllegalPlay(BLACK, (5, 3), PLACES),
            [";PL[B]DI[53]", ";PL[W]AE[a:y]AW[a][a][x][y]AB[e][y][y]"],
        ),
    ],
)
def test_every_action_has_its_nodes(action, nodes):
    assert tree(action)[1:] == nodes


@pytest.mark.parametrize(
    "action", [Placed(WHITE, PLACES, cube=4, owner=BLACK), AcceptedIllegalPlay(BLACK, (5, 3), PLACES)]
)
def test_set_boards_read_back_unchanged(action):
    record = sheet("31: 8/5 6/5")
    game = replace(record.games[0], actions=(*record.games[0].actions, action))
    record = replace(record, games=(game,))
    assert read(write(record, "sgf").encode()).games[0].actions[1]._replace(line=0) == action


def test_automatic_doubles_are_the_cubes_first_value():
    assert tree(initial_cube=4)[1:] == [";CV[4]"]


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ({"winner": WHITE, "points": 2}, "RE[W+2R]"),
        ({"winner": BLACK, "points": None}, "RE[B+R]"),
        ({"winner": BLACK, "points": 1, "actions": (Doubled(BLACK, 2), Dropped(WHITE))}, "RE[B+1]"),
        ({}, ""),
    ],
)
def test_a_result_that_neither_board_nor_drop_gave_is_a_resignation(changes, result):
    record = sheet("31: 8/5 6/5")
    game = replace(record.games[0], **changes)
    root = write(replace(record, games=(game,)), "sgf").split("\n")[0]
    assert root == f"{HEAD}MI[length:7][game:0][ws:0][bs:0]PW[Anna]PB[Bea]RU[Crawford]{result}"


def test_names_and_facts_are_preserved_with_their_brackets():
    record = replace(sheet("31: 8/5 6/5"), facts={"event": "Cup [A]", "site": "Bar\\Off", "match_id": "7"})
    game = replace(record.games[0], players=("An]n", "Bea"))
    record = replace(record, games=(game, replace(game, number=2)), players=("An]n", "Bea"))
    again = read(write(record, "sgf").encode())
    assert (again.players, again.games[1].number) == (("An]n", "Bea"), 2)
    assert again.facts == {"event": "Cup [A]", "site": "Bar\\Off", "crawford": "On", "jacoby": "Off"}


@pytest.mark.parametrize(
    ("length", "facts", "rules"),
    [
        (7, {}, "RU[Crawford]"),
        (7, {"crawford": "Off"}, ""),
        (7, {"crawford": "ON", "jacoby": "On"}, "RU[Crawford:Jacoby]"),
        (0, {}, ""),
        (0, {"jacoby": "On"}, "RU[Jacoby]"),
    ],
)
def test_the_rules_in_force_stand_in_the_root(length, facts, rules):
    record = replace(sheet("31: 8/5 6/5", length=length), facts=facts)
    root = write(record, "sgf").split("\n")[0]
    assert root.partition("PB[Bea]")[2] == rules


def crawford_games(record):
    return [
        number for number, game in enumerate(read(write(record, "sgf").encode()).games) if game.is_crawford
    ]


def test_the_crawford_game_is_marked():
    record = read(sample("m054_7pt.mat").encode())
    scores = [game.score_before for game in record.games]
    expected = [number for number, score in enumerate(scores) if 6 in score][:1]
    assert (crawford_games(record), scores) == (expected, scores)
    assert crawford_games(replace(record, facts={"crawford": "Off"})) == []
    marked = [replace(game, is_crawford=number == 0) for number, game in enumerate(record.games)]
    assert crawford_games(replace(record, games=tuple(marked))) == [0]


def test_scores_that_do_not_add_up_tell_no_crawford_game():
    record = read(sample("m054_7pt.mat").encode())
    for changes in ({"points": 9}, {"points": None}, {"winner": None}, {"score_before": (6, 0)}):
        games = (replace(record.games[0], **changes), *record.games[1:])
        assert crawford_games(replace(record, games=games)) == []


def test_without_any_mark_the_crawford_game_is_for_the_replay_to_find():
    games = read(write(sheet("31: 8/5 6/5"), "sgf").encode()).games
    assert [game.is_crawford for game in games] == [None]


@pytest.mark.parametrize(("length", "score"), [(1, (0, 0)), (7, (6, 2))])
def test_the_first_game_of_a_record_is_not_taken_for_the_crawford_game(length, score):
    assert crawford_games(sheet("31: 8/5 6/5", length=length, score=score)) == []


def test_a_record_without_games_or_scores_is_still_a_tree():
    record = sheet("31: 8/5 6/5")
    text = write(replace(record, games=()), "sgf")
    assert text == f"{HEAD}MI[length:7][game:0]PW[Anna]PB[Bea]RU[Crawford])\n"
    assert tree(score_before=None)[0] == f"{HEAD}MI[length:7][game:0]PW[Anna]PB[Bea]RU[Crawford]"
