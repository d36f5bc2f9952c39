"""The files of an event are the same, byte for byte, under every locale.

The number F29 is that of the list of failures in docs/proofs.md.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

pytestmark = pytest.mark.second_stage

SCRIPT = "tests.tournaments.exchange.everything_written"


def output(**env: str) -> list[str]:
    """The decimal point and the digest under these variables."""
    command = [sys.executable, "-m", SCRIPT]
    # String hashes differ between processes: the output must not depend on them either.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    process = subprocess.run(
        command, cwd=ROOT, env={**environment, **env}, capture_output=True, text=True, check=True
    )
    return process.stdout.split()


@pytest.fixture(scope="module")
def plain() -> list[str]:
    return output(LC_ALL="C.UTF-8")


@pytest.mark.parametrize("country", ["it_IT", "de_DE", "tr_TR"])
def test_f29_a_decimal_comma_changes_no_file(country: str, tmp_path: Path, plain: list[str]) -> None:
    maker = shutil.which("localedef")
    name = f"{country}.UTF-8"
    process = maker and subprocess.run(
        [maker, "-i", country, "-f", "UTF-8", str(tmp_path / name)], capture_output=True, check=False
    )
    if not process or not (tmp_path / name).is_dir():
        pytest.skip(f"this machine cannot make {name}")
    assert plain[0] == "."
    assert output(LOCPATH=str(tmp_path), LC_ALL=name) == [",", plain[1]]
