"""A house moves from one kind of database to the other and back, and is the same house."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.test_backup import scribe
from tests.servers import ROOT, environment

pytestmark = pytest.mark.servers


def manage(env: dict[str, str], *words: str) -> None:
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, cwd=ROOT, env=environment(env), check=True, stdout=subprocess.DEVNULL)


def rows(env: dict[str, str], newcomer: str = "") -> dict[str, str]:
    """What is in a house, after somebody new has founded a club in it."""
    with scribe(env, "rows", newcomer) as process:
        told: dict[str, str] = json.loads(process.communicate()[0])
    return told


def test_a_house_moves_to_postgres_and_back_and_is_the_same(
    yard: dict[str, str], production: dict[str, str], tmp_path: Path
) -> None:
    laptop, server = tmp_path / "laptop.backup", tmp_path / "server.backup"
    there = {**production, "REDIS_URL": ""}
    home = {**yard, "CRAWFORD_DATA": str(tmp_path / "home")}
    with scribe(yard, "play", "one") as process:
        process.communicate("")
    lived = rows(yard, "founder")

    manage(yard, "backup", str(laptop))
    manage(there, "restore", str(laptop))
    assert rows(there) == lived

    # New rows count on from the last ones.
    grown = rows(there, "newcomer")
    manage(there, "backup", str(server))
    manage(home, "restore", str(server))
    assert rows(home) == grown
    assert len(rows(home, "another")) == len(grown)
