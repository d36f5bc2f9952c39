"""GNU Backgammon reads what this house writes, where that program is installed."""

import os
import shutil
import subprocess

import pytest

from rules.formats import read
from rules.formats.sheet import write_mat
from rules.replay import replay
from tests.rules.samples import manifest, sample

PROGRAM = shutil.which("gnubg", path="/usr/games:/usr/bin")
SAMPLE = int(os.environ.get("CRAWFORD_ORACLE_SAMPLE", "20"))
NAMES = [entry["file"] for entry in manifest() if entry["length"]][:SAMPLE]


@pytest.mark.skipif(PROGRAM is None, reason="needs GNU Backgammon")
def test_score_sheets_come_back_from_gnu_backgammon_unchanged(tmp_path):
    records = {name: read(sample(name).encode()) for name in NAMES}
    commands = ["set confirm new off"]
    for name, record in records.items():
        (tmp_path / name).write_text(write_mat(record), encoding="utf-8")
        commands += [f"import mat {tmp_path / name}", f"save match {tmp_path / name}.back"]
    subprocess.run(
        [str(PROGRAM), "-t", "-q", "-r"],
        input="\n".join([*commands, ""]),
        text=True,
        capture_output=True,
        timeout=120,
        env={"HOME": str(tmp_path), "LC_ALL": "C.UTF-8"},
        check=False,
    )
    back = {name: read((tmp_path / f"{name}.back").read_bytes()) for name in NAMES}
    assert {name: _games(record) for name, record in back.items()} == {
        name: _games(record) for name, record in records.items()
    }


def _games(record):
    """What happened, by boards: that program may write the hops of a play in another order."""
    return [
        (game.winner, game.points, [(frame.kind, frame.position, frame.cube) for frame in game.frames])
        for game in replay(record).games
    ]
