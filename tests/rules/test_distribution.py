"""The library by itself: the wheel is built, installed into an empty environment, and used there."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.rules.sample_records import ROOT

pytestmark = pytest.mark.second_stage

TASKS = """
import doctest, re, sys
from pathlib import Path
from random import Random

import crawford_backgammon
from crawford_backgammon import Match, Position, legal_plays, read_record, replay, write_record
from crawford_backgammon.equity import equity_tables
from crawford_backgammon.laws import LAWS

assert not {"rules", "django"} & set(sys.modules)
assert len(legal_plays(Position.start(), (3, 1))) == 16

match, random = Match(3), Random(1)
while not match.is_over:
    dice = (random.randint(1, 6), random.randint(1, 6))
    if match.turn is not None or dice[0] != dice[1]:
        match.push(random.choice(match.legal_actions(dice)))
assert replay(match.record()).status.startswith("certified")

for format in ("mat", "sgf", "json"):
    assert read_record(write_record(match.record(), format)).same_games_as(match.record())

verdict = replay(read_record(Path(sys.argv[1]).read_bytes()))
assert verdict.status.startswith("certified"), verdict

assert "cube 1, centre" in str(Position.start()) and "<style>" in Position.start()._repr_svg_()
assert len(equity_tables()) == 10 and len(LAWS) > 50

blocks = re.findall(r"```python\\n(.*?)```", Path(sys.argv[2]).read_text(encoding="utf-8"), re.DOTALL)
page = doctest.DocTestParser().get_doctest("\\n".join(blocks), {}, "README.md", None, 0)
assert doctest.DocTestRunner().run(page) .failed == 0
print(crawford_backgammon.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy by the build backend, without network."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "rules"
    shutil.copytree(ROOT / "rules", source, ignore=shutil.ignore_patterns("__pycache__"))
    build = f"import hatchling.build; print(hatchling.build.build_wheel({str(folder)!r}))"
    process = subprocess.run(
        [sys.executable, "-c", build], cwd=source, capture_output=True, text=True, check=True
    )
    return folder / process.stdout.split()[-1]


def test_the_wheel_has_every_module_and_data_file(wheel):
    names = set(ZipFile(wheel).namelist())
    files = {
        f"crawford_backgammon/{path.relative_to(ROOT / 'rules').as_posix()}"
        for path in (ROOT / "rules").rglob("*")
        if path.suffix in (".py", ".json", ".toml", ".css", ".typed") and path.name != "pyproject.toml"
    }
    assert {name for name in names if ".dist-info/" not in name} == files
    metadata = ZipFile(wheel).read(next(name for name in names if name.endswith("METADATA"))).decode()
    assert "Requires-Dist" not in metadata


def test_the_tasks_of_the_page_run_in_an_empty_environment(wheel, tmp_path):
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True, capture_output=True)
    script = tmp_path / "tasks.py"
    script.write_text(TASKS.replace("\\\\n", "\\n"), encoding="utf-8")
    record = sorted((ROOT / "tests" / "data" / "records").glob("*.mat"))[0]
    command = [python, "-I", script, record, ROOT / "rules" / "README.md"]
    process = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr
    assert Path(process.stdout.split()[-1]).is_relative_to(tmp_path)
    freeze = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True, check=True)
    assert [line.partition(" ")[0] for line in freeze.stdout.splitlines()] == ["crawford-backgammon"]


def test_the_licence_of_the_library_is_that_of_the_project():
    assert (ROOT / "rules" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
