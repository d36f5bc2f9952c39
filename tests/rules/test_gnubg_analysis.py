"""Analyses in files of GNU Backgammon, read as losses and luck."""

import os
import re
import shutil
import subprocess

import pytest

from rules.analysis import (
    AssessedAction,
    Candidate,
    Choice,
    GameAnalysis,
    Luck,
    Sums,
    make_assessed_action_of_frame,
    sums,
)
from rules.errors import Unreadable
from rules.formats import read, write
from rules.formats.sgf_analysis import is_analysed, read_analysis
from rules.formats.sgf_analysis_values import CubeFigures, Way, read_cube, read_number, read_way
from rules.replay import replay
from rules.sides import Side
from tests.rules.sample_records import DATA, sample, sheet

WHITE, BLACK = Side.WHITE, Side.BLACK
PROGRAM = shutil.which("gnubg", path="/usr/games:/usr/bin")
FILE = (DATA / "analysed" / "m015_3pt.sgf").read_text(encoding="utf-8")
EVALUATED = "E ver 3 0.5 0.1 0.0 0.1 0.0 {} 2C 0 1 0.000000 1"
ROOT = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:{}][game:0][ws:{}][bs:{}]PW[A]PB[B]RU[{}]"


def ways(*value):
    return "".join(f"[{letters} {EVALUATED.format(equity)}]" for letters, equity in value)


def cube(no_double, take):
    return f"DA[E ver 3 2C 1 0.000000 1 {'0.1 ' * 6}{no_double} {'0.1 ' * 6}{take}]"


def only_game(nodes, *, length=7, score=(0, 0), rules="Crawford"):
    return read_analysis(f"{ROOT.format(length, *score, rules)}{nodes})").games[0]


def cubes(*args, **kwargs):
    return [
        (each.side, each.played, each.best, round(each.lost, 3), each.is_counted)
        for each in only_game(*args, **kwargs).choices
    ]


def test_the_sums_are_those_of_the_program_itself():
    """The program's figures for this file: -0.474 and 7 cubes for White, -1.437 in 38 plays for Black."""
    analysis = read_analysis(FILE)
    assert (analysis.engine, analysis.settings) == ("GNU Backgammon 1.07.001", "0-ply")
    assert [_rounded(sums(analysis.games, side)) for side in (WHITE, BLACK)] == [
        Sums(0.0, 46, 0.474, 7, 0.709, 0.0, 1),
        Sums(1.437, 38, 0.0, 2, -1.088, 0.0, 1),
    ]


def test_a_file_is_read_with_its_analysis():
    assert read(FILE).analysis == read_analysis(FILE)
    assert read((DATA / "records" / "m015_3pt.sgf").read_bytes()).analysis is None


def test_a_side_without_figures_has_lost_nothing_in_no_decision():
    nothing = sums([], WHITE)
    assert (nothing, nothing.lost, nothing.decisions) == (Sums(0, 0, 0, 0, None), 0, 0)


def test_a_play_is_listed_beside_its_better_ones():
    game = only_game(f";W[31hefe]A[1]{ways(('hgfe', 0.2), ('hefe', 0.1))}MR[]LU[0.15]")
    items = (Candidate("8/7 6/5", 0.2), Candidate("8/5 6/5", 0.1))
    choice = Choice(0, WHITE, "checker", "8/5 6/5", "8/7 6/5", 0.1, True, items)
    choice = choice._replace(lost=pytest.approx(0.1))
    assert game == GameAnalysis(
        1, (choice,), (Luck(0, WHITE, 0.15),), (AssessedAction(WHITE, "roll", (3, 1)),)
    )


def test_a_play_the_program_ranks_low_is_listed_after_the_first_five():
    letters = ["hefe", "mjml", "mjfe", "hgfe", "mlfe", "xuxw"]
    items = [(each, -number / 10) for number, each in enumerate(letters)]
    first = only_game(f";W[31xuxw]A[5]{ways(*items)}").choices[0]
    assert len(first.candidates) == 6
    assert (first.played, first.candidates[-1]) == ("24/23 24/21", Candidate("24/23 24/21", -0.5))
    assert (first.lost, first.grade) == (0.5, "blunder")


def test_a_forced_play_is_no_decision():
    choice = only_game(f";W[31hefe]A[0]{ways(('hefe', 0.1))}").choices[0]
    assert (choice.is_counted, choice.lost, choice.grade) == (False, 0, "sound")


@pytest.mark.parametrize(
    "analysis",
    [
        "A[7][hefe E ver 3 0.5 0.1 0.0 0.1 0.0 0.1 2C 0 1 0 1]",
        "A[x][hefe E ver 3 0.5 0.1 0.0 0.1 0.0 0.1 2C 0 1 0 1]",
        "A[99999][hefe E ver 3 0.5 0.1 0.0 0.1 0.0 0.1 2C 0 1 0 1]",
        "A[0][hefe Q ver 3]",
        "A[0][hefefefefefe E ver 3 0.5 0.1 0.0 0.1 0.0 0.1 2C 0 1 0 1]",
        "A[0][zefe E ver 3 0.5 0.1 0.0 0.1 0.0 0.1 2C 0 1 0 1]",
        "A[0][hefe E ver 3 0.5 0.1 0.0 0.1 0.0 nan 2C 0 1 0 1]",
        "A[0]",
        "DA[nothing]LU[much]",
        "DA[E ver 3]LU[1e9]",
        "",
    ],
)
def test_what_is_not_clear_is_left_out(analysis):
    game = only_game(f";W[31hefe]{analysis}")
    assert (game.choices, game.luck) == ((), ())


def test_a_double_that_was_none_costs_what_waiting_was_worth_more():
    assert cubes(f";W[double]{cube(0.6, 0.4)};B[take]{cube(0.6, 0.4)}", length=0) == [
        (WHITE, "double", "no_double", 0.2, True),
        (BLACK, "take", "take", 0, True),
    ]


def test_a_wrong_take_costs_what_it_is_worse_than_a_drop():
    assert cubes(f";W[double]{cube(0.6, 1.3)};B[take]{cube(0.6, 1.3)}", length=0) == [
        (WHITE, "double", "double", 0, True),
        (BLACK, "take", "drop", 0.3, True),
    ]


def test_a_wrong_drop_costs_what_a_take_saves():
    assert cubes(f";W[double]{cube(0.6, 0.7)};B[drop]{cube(0.6, 0.7)}", length=0) == [
        (WHITE, "double", "double", 0, True),
        (BLACK, "drop", "take", 0.3, True),
    ]


def test_a_missed_double_is_counted_and_a_far_one_is_not_even_a_decision():
    assert cubes(f";W[31hefe]{cube(0.5, 0.7)};B[31yxyx]{cube(0.5, 0.2)}", length=0) == [
        (WHITE, "no_double", "double", 0.2, True),
        (BLACK, "no_double", "no_double", 0, False),
    ]


def test_a_beaver_is_judged_as_the_take_it_is_and_what_follows_is_not_judged():
    nodes = f";W[double]{cube(0.1, -0.2)};B[double]{cube(0.1, -0.2)};W[take]{cube(0.1, -0.2)}"
    assert cubes(nodes, length=0) == [
        (WHITE, "double", "no_double", 0.3, True),
        (BLACK, "take", "take", 0, True),
    ]


def test_chances_of_a_match_become_equities_by_the_table():
    """At 0-0 to 3, one point more is 59.947 %, one less 40.053 %: half way is equity 0."""
    game = only_game(f";W[31hefe]{cube(0.5, 0.59947)}", length=3)
    assert [round(candidate.equity, 3) for candidate in game.choices[0].candidates] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("length", "score", "rules", "expected"),
    [
        (7, (6, 0), "Crawford", 1),
        (7, (0, 0), "NoCube", 1),
        (1, (0, 0), "Crawford", 1),
        (7, (7, 0), "Crawford", 0),
        (99, (0, 0), "Crawford", 0),
        (7, (6, 0), "Crawford:CrawfordGame", 1),
    ],
)
def test_cubes_are_judged_where_the_table_reaches(length, score, rules, expected):
    nodes = f";W[31hefe]{cube(0.5, 0.5)}"
    assert len(only_game(nodes, length=length, score=score, rules=rules).choices) == expected


def test_a_game_without_a_score_has_no_judged_cubes():
    text = f"(;GM[6]MI[length:5]RU[Crawford];W[31hefe]{cube(0.5, 0.5)})"
    analysis = read_analysis(text)
    assert (analysis.games[0].choices, analysis.engine, analysis.settings) == ((), "", "")


def test_rollouts_are_read_too():
    text = "lpab X ver 3 Score -0.0632 -0.0632 Trials 36 Output 0.4 0.1 0.0 0.2 0.0 -0.06 0.4 StdDev 0.01"
    assert read_way(text) == Way("lpab", -0.0632, "rollout")
    both = "X ver 3 Eq Trials 36 NoDouble Output 1 2 3 4 5 6 0.48 StdDev 1 DoubleTake Output 1 2 3 4 5 6 0.44"
    assert read_cube(both) == CubeFigures(0.48, 0.44, "rollout")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "X ver 3 Output 1",
        "E ver x",
        "Q " + "1 " * 20,
        "X Output x Output x",
        "E ver 3 2C 1 0 1 " + "x " * 14,
    ],
)
def test_a_cube_that_tells_no_figures_is_none(text):
    assert read_cube(text) is None


def test_an_absent_depth_is_omitted():
    assert read_way(f"hefe {EVALUATED.format(0.1)}".replace("2C", "much")) == Way("hefe", 0.1, "")


@pytest.mark.parametrize(("text", "number"), [("0.5", 0.5), ("", None), ("inf", None), ("1000", None)])
def test_figures_have_the_size_of_figures(text, number):
    assert read_number(text) == number


def test_a_file_without_analysis_is_distinguished_from_one_with():
    assert (is_analysed(FILE), is_analysed(sample("m015_3pt.sgf")), is_analysed("")) == (True, False, False)


def test_a_text_of_another_kind_is_refused():
    with pytest.raises(Unreadable):
        read_analysis("7 point match")


def test_boards_set_up_and_rolls_without_a_play_are_passed_over():
    nodes = f";PL[W]DI[31];B[31yxyx]LU[0.5];PL[W]AE[a:y]AW[f]AB[s];W[double]{cube(0.1, 0.2)};B[take]"
    game = only_game(nodes, length=0)
    assert [each.kind for each in game.assessed_actions] == ["roll", "double", "take"]
    assert [(each.number, each.points) for each in game.luck] == [(0, 0.5)]
    assert [(each.number, each.played) for each in game.choices] == [(1, "double")]


def test_stored_and_rebuilt_it_is_the_same():
    for game in read_analysis(FILE).games:
        again = GameAnalysis.from_json(game.number, game.to_json())
        assert (again.choices, again.luck) == (game.choices, game.luck)


def test_an_analysis_finds_its_places_in_another_writing_of_the_match():
    verdict = replay(read(sample("m015_3pt.mat").encode()))
    for value, game in zip(read_analysis(FILE).games, verdict.games, strict=True):
        placed = value.placed([make_assessed_action_of_frame(frame) for frame in game.frames])
        assert len(placed.choices) == len(value.choices)
        assert [game.frames[each.number].side for each in placed.choices] == [
            each.side for each in placed.choices
        ]
        played = [each for each in placed.choices if each.kind == "checker"]
        assert [game.frames[each.number].text for each in played] == [each.played for each in played]


def test_where_two_courses_part_the_rest_is_left_out():
    item = read_analysis(FILE).games[0]
    actions = [
        None,
        *item.assessed_actions[:3],
        None,
        AssessedAction(WHITE, "drop", None),
        *item.assessed_actions[4:],
    ]
    placed = item.placed(actions)
    assert {each.number for each in placed.choices} == {1, 2, 3}
    assert {each.number for each in placed.luck} == {1, 2, 3}


def test_a_roll_whose_play_is_not_written_is_not_looked_at():
    frames = replay(sheet("31: 8/5 6/5 | 42: ????")).games[0].frames
    assert [make_assessed_action_of_frame(frame) for frame in frames] == [
        None,
        AssessedAction(WHITE, "roll", (3, 1)),
        None,
    ]


@pytest.mark.skipif(PROGRAM is None, reason="needs GNU Backgammon")
@pytest.mark.second_stage
@pytest.mark.parametrize("name", ["m019_7pt.mat", "m120_13pt.mat", "s08_money.sgf"])
def test_sums_equal_those_gnu_backgammon_prints(tmp_path, name):
    (tmp_path / "plain.sgf").write_text(write(read(sample(name).encode()), "sgf"), encoding="utf-8")
    depth = [f"set analysis {what} evaluation plies 0" for what in ("chequerplay", "cubedecision")]
    commands = ["set confirm new off", *depth, "load match plain.sgf", "analyse match"]
    commands += ["show statistics match", "save match analysed.sgf", ""]
    stdout = subprocess.run(
        [str(PROGRAM), "-t", "-q", "-r"],
        input="\n".join(commands),
        cwd=tmp_path,
        text=True,
        capture_output=True,
        timeout=600,
        env={"HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]},
        check=True,
    ).stdout
    analysis = read_analysis((tmp_path / "analysed.sgf").read_text(encoding="utf-8"))
    ours = [sums(analysis.games, side) for side in (WHITE, BLACK)]
    assert _row(stdout, "Unforced moves") == [each.checker_decisions for each in ours]
    assert _row(stdout, "Close or actual cube decisions") == [each.cube_decisions for each in ours]
    printed = _row(stdout, "Error total EMG.*")
    assert printed[:2] == [pytest.approx(-each.checker_lost, abs=6e-4) for each in ours]
    assert printed[2:4] == [pytest.approx(-each.cube_lost, abs=6e-4) for each in ours]
    assert _row(stdout, "Luck total EMG.*") == [pytest.approx(each.luck, abs=6e-4) for each in ours]


def _row(value, title):
    rows = re.findall(rf"^{title}  +([-+\d.]+)(?: *\([^)]*\))? +([-+\d.]+)", value, re.MULTILINE)
    return [float(number) for row in rows for number in row]


def _rounded(value):
    return Sums(*(round(figure, 3) for figure in value))
