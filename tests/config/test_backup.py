"""A copy of a working house is complete and can be opened in its place."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.config.listening import call
from tests.servers import ROOT, environment, house


def backup(env: dict[str, str], file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "backup", str(file)]
    return subprocess.run(
        command, cwd=ROOT, env=environment(env), capture_output=True, text=True, check=False
    )


def test_a_copy_made_while_the_house_works_opens_as_a_house(yard: dict[str, str], tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with house(yard) as (address, _):
        call(address, "/yard/publish", method="POST", topic="match:marks")
        assert backup(yard, elsewhere / "crawford.sqlite3").returncode == 0
        call(address, "/yard/publish", method="POST", topic="match:marks")
    with house({**yard, "CRAWFORD_DATA": str(elsewhere)}) as (address, _):
        assert call(address, "/yard/count", name="changed")["marks"] == 1


@pytest.mark.django_db
def test_a_copy_never_replaces_a_file(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite3"
    file.write_text("precious")
    with pytest.raises(CommandError) as told:
        call_command("backup", str(file))
    assert (str(told.value), file.read_text()) == (f"{file} exists already; choose another name.", "precious")
