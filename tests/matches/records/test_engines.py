"""The engines behind one interface: bgsage decision by decision, and which of the installed ones is used."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_django import Settings

from matches.records import site_engine
from matches.records.engines import bgsage, child_process
from matches.records.engines.bgsage import Bgsage, list_questions, make_board
from matches.records.engines.engine import AnalysisCancelled, EngineError, GameTask, Limits, make_game_task
from matches.records.engines.gnubg import GnuBackgammon
from rules import formats
from rules.analysis import Choice
from rules.position import Position
from rules.replay import replay
from rules.sides import Side

LIMITS = Limits(300, 60, 1_024_000_000)
# A good opening, a double that is far too early, a take; then a poor play of 6-5.
TEXT = """ 3 point match

 Game 1
 Ann : 0                             Bea : 0
  1) 31: 8/5 6/5                      52: 13/8 13/11
  2)  Doubles => 2                    Takes
  3) 65: 24/18 13/8                   21: 13/11 6/5
"""


def make_task(text: str = TEXT, *, is_crawford: bool = False) -> GameTask:
    record = formats.read(text.encode())
    verdict = replay(record)
    task = make_game_task(record, verdict, 1)
    return replace(task, game=replace(task.game, is_crawford=is_crawford))


def analyse(level: str = bgsage.QUICK, is_wanted=lambda: True) -> list[Choice]:
    result = Bgsage().analyse(make_task(), level=level, limits=LIMITS, is_wanted=is_wanted)
    return list(result.analysis.choices)


def test_each_decision_of_a_game_is_a_question_with_cube_and_score() -> None:
    questions = list(list_questions(make_task(), has_luck=False))
    assert [(each.number, each.kind, each.played if each.kind == "cube" else "") for each in questions] == [
        (1, "play", ""),
        (2, "cube", "no_double"),
        (2, "play", ""),
        (3, "cube", "double"),
        (4, "cube", "take"),
        (5, "play", ""),
        (6, "cube", "no_double"),
        (6, "play", ""),
    ]
    before, after = questions[3].terms, questions[-1].terms
    assert (before["cube_value"], before["cube_owner"], before["away1"], before["away2"]) == (
        1,
        "centered",
        3,
        3,
    )
    assert (after["cube_value"], after["cube_owner"], after["jacoby"], after["beaver"]) == (
        2,
        "player",
        False,
        False,
    )


def test_no_cube_is_analysed_in_the_crawford_game() -> None:
    questions = list_questions(make_task(is_crawford=True), has_luck=False)
    assert [each.number for each in questions if each.kind == "cube" and each.played == "no_double"] == []


def test_a_board_has_the_own_checkers_above_zero_and_both_bars_at_the_ends() -> None:
    position = Position.build({25: 2, 6: 13}, {25: 1, 1: 14}, Side.BLACK)
    assert make_board(position, Side.WHITE) == [1, *[0] * 5, 13, *[0] * 17, -14, 2]
    assert make_board(position, Side.BLACK) == [2, 14, *[0] * 17, -13, *[0] * 5, 1]


def test_bgsage_grades_the_decisions_of_a_game() -> None:
    choices = analyse()
    assert [(each.number, each.side.value, each.kind, each.played) for each in choices] == [
        (1, "white", "checker", "8/5 6/5"),
        (2, "black", "cube", "no_double"),
        (2, "black", "checker", "13/11 13/8"),
        (3, "white", "cube", "double"),
        (4, "black", "cube", "take"),
        (5, "white", "checker", "24/18 13/8"),
        (6, "black", "cube", "no_double"),
        (6, "black", "checker", "13/11 6/5"),
    ]
    opening, _, _, double, take, *_ = choices
    assert (opening.best, opening.lost, opening.grade) == ("8/5 6/5", 0.0, "sound")
    assert (double.best, double.grade, take.best, take.lost) == ("no_double", "blunder", "take", 0.0)
    assert all(choice.played in [each.text for each in choice.candidates] for choice in choices)


def test_the_full_level_has_the_luck_of_each_roll_too() -> None:
    result = Bgsage().analyse(make_task(), level=bgsage.STANDARD, limits=LIMITS, is_wanted=lambda: True)
    assert result.engine == Bgsage().get_title()
    assert [each.number for each in result.analysis.luck] == [1, 2, 5, 6]
    assert result.analysis.luck[0].points > 0


def test_a_cancelled_analysis_ends_bgsage() -> None:
    with pytest.raises(AnalysisCancelled):
        analyse(is_wanted=lambda: False)


@pytest.mark.parametrize("text", ["", "[]", "{}", "[1, 2]"])
def test_unusable_answers_of_bgsage_are_named(text: str) -> None:
    with pytest.raises(EngineError) as caught:
        bgsage._read_answers(text, 8)
    assert caught.value.code == "analysis_unreadable"


def test_the_site_itself_never_imports_bgsage() -> None:
    analyse()
    assert [name for name in sys.modules if name.partition(".")[0] in ("bgsage", "bgbot_cpp")] == []


@pytest.mark.parametrize(
    ("engine", "path", "title"),
    [
        ("auto", sys.executable, "GNU Backgammon, 2-ply"),
        ("auto", "/nowhere/gnubg", "bgsage"),
        ("bgsage", sys.executable, "bgsage"),
        ("gnubg", "/nowhere/gnubg", ""),
        ("none", sys.executable, ""),
    ],
)
def test_the_settings_choose_the_engine(settings: Settings, engine: str, path: str, title: str) -> None:
    settings.ANALYSIS_ENGINE, settings.GNUBG_PATH = engine, path
    engine = site_engine.find_site_engine()
    label = f"{engine.get_title()}, {site_engine.get_level(engine)}" if engine else ""
    assert label == (f"{Bgsage().get_title()}, 2ply, errors 3ply" if title == "bgsage" else title)


def test_both_engines_name_their_levels_by_their_own_count() -> None:
    assert [(each.name, each.levels, each.quick_level) for each in (GnuBackgammon(), Bgsage())] == [
        ("GNU Backgammon", ("0-ply", "1-ply", "2-ply", "3-ply", "4-ply"), "0-ply"),
        ("bgsage", ("2ply", "2ply, errors 3ply", "3ply"), "2ply"),
    ]


def test_the_child_process_refuses_nothing_that_the_levels_name(tmp_path: Path) -> None:
    """The child is a program of its own: the levels stand in both."""
    for level in Bgsage.levels:
        (tmp_path / "questions").write_text(json.dumps({"level": level, "questions": []}))
        command = [sys.executable, "-I", str(bgsage.CHILD), site_packages(), "answers"]
        child_process.run(
            command, folder=str(tmp_path), input_name="questions", limits=LIMITS, is_wanted=lambda: True
        )
        assert child_process.read_output(str(tmp_path), "answers") == "[]"


def site_packages() -> str:
    return str(Path(bgsage.find_spec("bgsage").origin).parent.parent)
