"""The races for money, run on a real PostgreSQL: SQLite lets one writer in at a time and hides them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import servers

pytestmark = pytest.mark.servers

ROOT = Path(__file__).parents[3]
WORDS = ("-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--reuse-db")


def test_many_hands_in_one_till_lose_nothing_and_take_nothing_twice(
    furnished_postgres: str, tmp_path: Path
) -> None:
    servers.create_database(furnished_postgres, "test_money_races", template="furnished")
    environment = {
        **os.environ,
        "DATABASE_URL": f"{furnished_postgres}/money_races",
        "DB_POOL_MAX": "24",
        "REDIS_URL": "",
        "CRAWFORD_DATA": str(tmp_path),
    }
    played = subprocess.run(
        [sys.executable, "-m", "pytest", "tests/tournaments/money/money_races.py", *WORDS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert "5 passed" in played.stdout, played.stdout[-5000:]
