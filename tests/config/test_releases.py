"""What each release has stored is opened by this one: its backup is restored, its SQLite file served.

The file of a release is written once and stays. Before the first release it may be written again, if
migrations are made anew: `python -m tests.config.release_backup before-0.1.0`.
"""

import json
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from config.backups.archive import open_backup
from tests import servers
from tests.config.release_backup import FOLDER

pytestmark = pytest.mark.second_stage

RELEASES = sorted(path.stem for path in FOLDER.glob("*.backup"))
# All journal lines are older than a day and in no snapshot: the doctor would warn of that.
ENV = {"SECRET_KEY": "given", "SNAPSHOT_MINUTES": "0"}


def run(folder: Path, *arguments: str) -> str:
    """Run Python in a site with the data of `folder`; return its output."""
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=servers.ROOT,
        env=servers.environment({**ENV, "CRAWFORD_DATA": str(folder)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout + process.stderr


def test_there_is_a_small_valid_backup_of_every_release() -> None:
    sizes = {}
    for release in RELEASES:
        file = FOLDER / f"{release}.backup"
        with open_backup(file) as backup:
            sizes[backup.manifest.version] = file.stat().st_size
    assert "0.1.0" in sizes
    assert {version: size for version, size in sizes.items() if size > 500_000} == {}


@pytest.mark.parametrize("release", RELEASES)
def test_the_backup_of_a_release_is_restored_and_every_page_answers(release: str, tmp_path: Path) -> None:
    answer = json.loads(
        run(tmp_path, "-m", "tests.config.restored_release", str(FOLDER / f"{release}.backup"))
    )
    assert (answer["doctor"], answer["failures"]) == ("", [])
    assert answer["pages"] > 60


@pytest.mark.parametrize("release", RELEASES)
def test_the_sqlite_file_of_a_release_is_served(release: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(FOLDER / f"{release}.backup") as backup:
        backup.extract("crawford.sqlite3", tmp_path)
    with servers.site({**ENV, "CRAWFORD_DATA": str(tmp_path)}) as (address, _process):
        statuses = {path: get_status(address + path) for path in ("/", "/readyz", "/help/", "/laws/")}
    assert statuses == dict.fromkeys(statuses, 200)
    assert run(tmp_path, "manage.py", "doctor") == ""


def get_status(address: str) -> int:
    """The status of a page."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        return int(answer.status)
