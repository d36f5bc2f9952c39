"""The client generated from docs/openapi.yaml: its types are valid, and it plays a tournament."""

import os
import sys
from pathlib import Path

import pytest

from tests import servers
from tests.site.generated_client import generate_client, run

pytestmark = [pytest.mark.proof, pytest.mark.servers]


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the generated package."""
    folder = tmp_path_factory.mktemp("client")
    generate_client(folder)
    return folder


def test_mypy_accepts_the_client_and_a_program_that_uses_it(packages: Path, tmp_path: Path) -> None:
    (tmp_path / "mypy.ini").write_text(
        "[mypy]\nstrict = true\n[mypy-crawford_client.*]\nignore_errors = true\n"
    )
    mypy = [str(Path(sys.executable).parent / "mypy"), "--cache-dir", str(tmp_path / "cache")]
    run(*mypy, "--config-file", os.devnull, str(packages / "crawford_client"))
    program = "tests/proofs/client_evening.py"
    run(*mypy, "--config-file", str(tmp_path / "mypy.ini"), program, MYPYPATH=str(packages))


def test_a_program_plays_a_tournament_with_the_client(packages: Path, tmp_path: Path) -> None:
    env = {"CRAWFORD_DATA": str(tmp_path), "PYTHONPATH": str(packages)}
    python = sys.executable
    run(python, "manage.py", "migrate", "--verbosity", "0", **env)
    run(python, "manage.py", "demo", **env)
    secret = run(python, "manage.py", "token", "director", "bar-point", "--name", "Journey", "--write", **env)
    with servers.site(env) as (address, _):
        printed = run(python, "tests/proofs/client_evening.py", address, secret.strip(), "bar-point", **env)
    assert printed == "4 True white 412 version_outdated\n"
