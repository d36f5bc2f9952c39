"""GNU Backgammon as a child process: time limits, ending it with all its children, minimal environment."""

import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from matches.records.engines import child_process, gnubg
from matches.records.engines.engine import AnalysisCancelled, EngineError, Limits
from tests.matches import fake_engines
from tests.matches.fake_engines import program
from tests.rules.sample_records import ROOT
from tests.servers import until

TREE = "(;GM[6]MI[length:1][game:0][ws:0][bs:0]PW[W]PB[B];W[31hefe])"
# Long enough for a busy machine to finish every program that a test lets finish.
GENEROUS = Limits(seconds=300, cpu=20, memory=1_000_000_000)


def analyse(path: str, limits: Limits = GENEROUS, is_wanted=lambda: True) -> str:
    return gnubg.analyse_tree(TREE, program=path, plies=0, limits=limits, is_wanted=is_wanted)


@pytest.mark.parametrize(
    ("body", "limits", "code"),
    [
        (fake_engines.HANGS, Limits(1, 20, 1_000_000_000), "analysis_too_long"),
        (fake_engines.BURNS, Limits(300, 1, 1_000_000_000), "analysis_too_long"),
        (fake_engines.EATS, GENEROUS, "analysis_broke_off"),
        (fake_engines.FAILS, GENEROUS, "analysis_broke_off"),
        (fake_engines.SILENT, GENEROUS, "analysis_unreadable"),
        (fake_engines.BABBLES, GENEROUS, "analysis_unreadable"),
    ],
    ids=["hangs", "burns", "eats", "fails", "silent", "babbles"],
)
def test_a_program_that_misbehaves_is_ended_and_named(
    tmp_path: Path, body: str, limits: Limits, code: str
) -> None:
    with pytest.raises(EngineError) as caught:
        analyse(program(tmp_path, body), limits)
    assert caught.value.code == code


def test_cancelling_ends_the_program_and_its_children(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(AnalysisCancelled):
        analyse(program(tmp_path, fake_engines.HANGS_WITH_CHILD), is_wanted=lambda: not _written(log))
    grandchild = int(log.read_text())
    until(lambda: not _runs(grandchild))


def test_the_program_gets_a_minimal_environment(tmp_path: Path) -> None:
    with pytest.raises(EngineError):
        analyse(program(tmp_path, fake_engines.TELLS))
    assert literal_eval((tmp_path / "log").read_text()) == [
        ["HOME", "LC_ALL"],
        True,
        ["commands", "game.sgf"],
        ["-t", "-q", "-r"],
        20,
        1_000_000_000,
        True,
        TREE,
    ]


def test_the_program_is_searched_where_the_settings_say(tmp_path: Path) -> None:
    path = program(tmp_path, fake_engines.SILENT)
    assert [gnubg.find_program(path), gnubg.find_program(str(tmp_path / "nowhere"))] == [path, None]


@fake_engines.needs_gnubg
def test_gnu_backgammon_returns_the_analysed_game() -> None:
    answer = analyse(str(fake_engines.REAL))
    assert answer.startswith("(;FF[4]GM[6]")
    assert "A[0][hefe E ver 3 " in answer


def _written(path: Path) -> bool:
    return path.exists() and bool(path.read_text())


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_stopping_site_ends_its_program_and_releases_the_slot(tmp_path: Path) -> None:
    log = tmp_path / "log"

    def closing() -> bool:
        if _written(log):
            child_process.stop_all()
        return True

    with pytest.raises(AnalysisCancelled):
        analyse(program(tmp_path, fake_engines.HANGS_WITH_CHILD), is_wanted=closing)
    with pytest.raises(EngineError):
        analyse(program(tmp_path, fake_engines.FAILS))


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_killing_a_worker_ends_its_program(tmp_path: Path) -> None:
    log = tmp_path / "log"
    body = "import os, pathlib, time; pathlib.Path({log!r}).write_text(str(os.getpid())); time.sleep(300)"
    path = program(tmp_path, body)
    worker = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"from matches.records.engines import gnubg; gnubg.analyse_tree('', program={path!r}, plies=0,"
            " limits=gnubg.Limits(300, 60, 10**9), is_wanted=lambda: True)",
        ],
        cwd=ROOT,
    )
    until(lambda: _written(log))
    worker.kill()
    worker.wait()
    until(lambda: not _runs(int(log.read_text())))
