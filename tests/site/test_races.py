"""Every race of the site, run on a real PostgreSQL: SQLite lets one writer in at a time and hides them."""

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


def test_concurrent_requests_leave_one_truth(migrated_postgres: str, tmp_path: Path) -> None:
    servers.create_database(migrated_postgres, "test_races", template="migrated")
    environment = {
        **os.environ,
        "DATABASE_URL": f"{migrated_postgres}/races",
        "DB_POOL_MAX": "24",
        "REDIS_URL": "",
        "CRAWFORD_DATA": str(tmp_path),
    }
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *PROGRAMS, *ARGUMENTS],
        cwd=servers.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-5000:]
    outcome = run.stdout.splitlines()[-1]
    assert re.findall(r"(\d+) (passed|skipped)", outcome)[0][1] == "passed", outcome
    assert "skipped" not in outcome
