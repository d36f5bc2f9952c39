"""The races of an event, run on a real PostgreSQL: SQLite lets one writer in at a time and hides them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parents[2]


def test_many_hands_on_one_event_leave_one_true_bracket(postgres_server: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": f"{postgres_server}/postgres",
        "DB_POOL_MAX": "24",
        "REDIS_URL": "",
        "CRAWFORD_DATA": str(tmp_path),
    }
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/tournaments/event_races.py", "-q", "-p", "no:cacheprovider"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "5 passed" in played.stdout, played.stdout[-5000:]
