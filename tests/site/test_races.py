"""All tests of simultaneous writes, run on PostgreSQL: SQLite allows one writer at a time and hides races."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import servers

pytestmark = pytest.mark.servers

ARGUMENTS = ("-q", "-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider", "--reuse-db")
PROGRAMS = (
    "tests/matches/call_races.py",
    "tests/matches/pairs_races.py",
    "tests/tournaments/club_races.py",
    "tests/tournaments/event_races.py",
    "tests/tournaments/rating_races.py",
    "tests/tournaments/team_races.py",
    "tests/tournaments/finances/races.py",
    "tests/tournaments/registration/races.py",
)


def test_the_races_pass_on_postgresql(migrated_postgres: str, tmp_path: Path) -> None:
    servers.create_database(migrated_postgres, "test_races", template="migrated")
    environment = {
        **os.environ,
        "DATABASE_URL": f"{migrated_postgres}/races",
        # More than any of them has threads: waiting for a connection is not what they are about.
        "DB_POOL_MAX": "64",
        "REDIS_URL": "",
        "CRAWFORD_DATA": str(tmp_path),
    }
    process = subprocess.run(
        [sys.executable, "-m", "pytest", *PROGRAMS, *ARGUMENTS],
        cwd=servers.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert process.returncode == 0, process.stdout[-5000:]
    last_line = process.stdout.splitlines()[-1]
    assert re.findall(r"(\d+) (passed|skipped)", last_line)[0][1] == "passed", last_line
    assert "skipped" not in last_line
