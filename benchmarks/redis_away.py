"""How long the desk waits for results with Redis running, stopped, and frozen: the same writes in one run.

Run from the root of the repository: `python -m benchmarks.redis_away`. Needs the development requirements: a
PostgreSQL and a Redis of its own are started. Phases alternate, so that a slowing machine affects all of
them. The first request after Redis froze waits a fifth of a second for it, no other does. Limit: p95
without Redis within 50 ms of p95 with it.
"""

import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

from benchmarks.desk_client import DeskClient
from tests import servers

EVENTS, PLAYERS, RESULTS_PER_PHASE = 3, 128, 32
LIMIT_SECONDS = 0.050
# Running, stopped, and not responding.
STATES = ("there", "gone", "frozen")


def main() -> int:
    """Print p50 and p95 in every state and how far p95 moves; return 1 when the limit is missed."""
    with tempfile.TemporaryDirectory() as folder, servers.postgres() as postgres:
        servers.create_database(postgres, "desk", template="template0")
        port = servers.free_port()
        env = {
            "CRAWFORD_DATA": folder,
            "DATABASE_URL": f"{postgres}/desk",
            "REDIS_URL": f"redis://127.0.0.1:{port}/0",
            "SECRET_KEY": "of-the-benchmark",
        }
        command = [sys.executable, "-m", "benchmarks.sites.desk", str(EVENTS), str(PLAYERS)]
        process = subprocess.run(
            command, env=servers.environment(env), cwd=servers.ROOT, stdout=subprocess.PIPE, check=True
        )
        with servers.site(env) as (address, _):
            return _report(_measure(DeskClient(address), json.loads(process.stdout), port))


def _measure(desk: DeskClient, tournaments: list[dict[str, Any]], port: int) -> dict[str, list[float]]:
    waiting = [(tournament["desk"], match) for tournament in tournaments for match in tournament["matches"]]
    seconds_by_state: dict[str, list[float]] = {state: [] for state in STATES}
    with _redis(port, "there"):
        for path, match in waiting[:RESULTS_PER_PHASE]:
            desk.settle(path, match)
    starts = range(RESULTS_PER_PHASE, len(waiting) - RESULTS_PER_PHASE + 1, RESULTS_PER_PHASE)
    for start, state in zip(starts, cycle(STATES), strict=False):
        with _redis(port, state):
            seconds_by_state[state] += [
                desk.settle(path, match) for path, match in waiting[start : start + RESULTS_PER_PHASE]
            ]
    return seconds_by_state


@contextmanager
def _redis(port: int, state: str) -> Iterator[None]:
    """Run Redis in one of `STATES` during the context."""
    if state == "gone":
        yield
        return
    with servers.redis_process(port) as process:
        if state == "there":
            # The site tries an unavailable Redis again after a few seconds.
            time.sleep(3)
        else:
            process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            process.send_signal(signal.SIGCONT)


def _report(data: dict[str, list[float]]) -> int:
    p95 = {state: statistics.quantiles(times, n=20)[-1] for state, times in data.items()}
    for state, times in data.items():
        difference = p95[state] - p95["there"]
        p50, last, difference_ms = (
            seconds * 1e3 for seconds in (statistics.median(times), p95[state], difference)
        )
        print(
            f"Redis {state:7} {len(times):4} writes, p50 {p50:6.1f} ms, p95 {last:6.1f} ms "
            f"{difference_ms:+7.1f} ms"
        )
    return int(max(p95.values()) - p95["there"] > LIMIT_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
