"""Workers killed at random moments: every piece of owed work has its effect exactly once.

KILLS says how many workers die (`make prove`: fifty).
"""

import os
import random
import signal
import subprocess
import time
from functools import partial
from pathlib import Path

import pytest

from tests import servers
from tests.config.listening import call

KILLS = int(os.environ.get("KILLS", "0"))
pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(KILLS == 0, reason="`make prove` kills workers at length"),
]
ROWS_PER_KILL = 4


def wound(worker: subprocess.Popen[str], chance: random.Random) -> None:
    """Kill one child of the worker's pool, or the worker with all its children."""
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    if children and chance.random() < 0.5:
        os.kill(int(chance.choice(children)), signal.SIGKILL)
    else:
        servers.kill(worker)


def any_begun(address: str, names: list[str]) -> bool:
    """Whether a worker has begun with one of the rows."""
    return any(call(address, "/yard/count", name=name)["attempts"] for name in names)


def test_killed_workers_lose_nothing_and_do_nothing_twice(
    production: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(f"kills-{KILLS}")
    names = [f"row-{number}" for number in range(KILLS * ROWS_PER_KILL)]
    waiting = list(names)
    with servers.house(production) as (address, _):
        for _ in range(KILLS):
            with servers.celery_worker(production, tmp_path) as worker:
                batch = [waiting.pop() for _ in range(ROWS_PER_KILL)]
                for name in batch:
                    call(address, "/yard/owe", method="POST", name=name, seconds=str(chance.uniform(0, 0.3)))
                servers.until(partial(any_begun, address, batch), patience=600)
                time.sleep(chance.uniform(0, 0.6))
                wound(worker, chance)
        began = time.monotonic()
        with servers.celery_worker(production, tmp_path):
            servers.until(
                lambda: all(call(address, "/yard/count", name=name)["sent"] for name in names), patience=600
            )
        done = [call(address, "/yard/count", name=name) for name in names]
    with capsys.disabled():
        print(f"\n{KILLS} kills, {sum(row['attempts'] for row in done)} tries of {len(names)} rows, ", end="")
        print(f"all done {time.monotonic() - began:.0f} s after the last worker started")
    assert [row["marks"] for row in done] == [1] * len(names)
