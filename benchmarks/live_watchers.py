"""How long it takes until a thousand open pages are notified of a result, from the click at the desk.

Run from the root of the repository: `python -m benchmarks.live_watchers [watchers]`. Needs the development
requirements. The site runs as on a laptop (SQLite, one process); the watchers share its processors. After
each result the desk creates or withdraws an announcement, which takes little work: the ratio shows how much
a result adds.
Limit: 99 of 100 watchers are notified within a second.
"""

import asyncio
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from benchmarks.desk_client import DeskClient
from tests import servers

WATCHERS, PLAYERS, ROUNDS = 1000, 64, 10
LIMIT_SECONDS = 1.0
TIMEOUT_SECONDS = 30.0


class Watchers:
    """Open streams; `received_at` has the times at which they received a notice, by its topic."""

    def __init__(self, address: str, topics: list[str]) -> None:
        place = urlsplit(address)
        self._place = (place.hostname or "", place.port or 0)
        query = "&".join(f"topic={topic.replace(':', '%3A')}" for topic in topics)
        self._request = f"GET /stream/?{query} HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode()
        self._tasks: list[asyncio.Task[None]] = []
        self.open = 0
        self.received_at: dict[str, list[float]] = {}

    async def open_streams(self, count: int) -> None:
        """Open `count` streams, fifty at a time, and wait until all have started."""
        for start in range(0, count, 50):
            self._tasks += [asyncio.create_task(self._watch()) for _ in range(min(50, count - start))]
            await _wait_until(lambda: self.open == len(self._tasks))

    def have_received(self, topic: str, count: int) -> bool:
        """Return whether `count` streams have received a notice of a topic."""
        return len(self.received_at.get(topic, ())) >= count

    def close(self) -> None:
        """Close every stream."""
        for task in self._tasks:
            task.cancel()

    async def _watch(self) -> None:
        reader, writer = await asyncio.open_connection(*self._place)
        writer.write(self._request)
        await writer.drain()
        await reader.readuntil(b"retry: 2000")
        self.open += 1
        while line := await reader.readline():
            if line.startswith(b"event: "):
                self.received_at.setdefault(line[7:].decode().strip(), []).append(time.perf_counter())


async def _wait_until(is_done: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not is_done():
            await asyncio.sleep(0.002)


async def _measure(address: str, tournament: dict[str, Any], count: int) -> dict[str, list[float]]:
    desk, path = DeskClient(address), tournament["desk"]
    event, announcements = f"event:{tournament['event']}", f"news:{tournament['code']}"
    watchers = Watchers(address, [event, announcements])
    await watchers.open_streams(count)
    seconds_by_kind: dict[str, list[float]] = {"result": [], "announcement": []}
    for number, match in enumerate(tournament["matches"][: ROUNDS + 1], 1):
        actions: dict[str, tuple[str, Callable[[], object]]] = {
            "result": (event, partial(desk.settle, path, match)),
            "announcement": (announcements, partial(_change_announcement, desk, path, number)),
        }
        for name, (topic, action) in actions.items():
            watchers.received_at.clear()
            started = time.perf_counter()
            await asyncio.to_thread(action)
            await _wait_until(partial(watchers.have_received, topic, count))
            seconds_by_kind[name] += [moment - started for moment in watchers.received_at[topic][:count]]
            await asyncio.sleep(0.2)
    watchers.close()
    # The first of each warms up the site.
    return {name: times[count:] for name, times in seconds_by_kind.items()}


def _change_announcement(desk: DeskClient, path: str, number: int) -> None:
    """Create an announcement, and withdraw it the next time: only five may be active."""
    if number % 2:
        status = desk.post(f"{path}screens/announce/", english="Nothing", reach="everywhere", minutes="")
    else:
        # In a new database the ids count from 1.
        status = desk.post(f"{path}screens/withdraw-announcement/", announcement=str(number // 2))
    if status != 303:
        raise RuntimeError(f"An announcement was answered with {status}")


def main(count: int) -> int:
    """Print p50 and p99 of results and announcements, and their ratio; return 1 if the limit is missed."""
    allow_sockets(2 * count + 200)
    with tempfile.TemporaryDirectory() as folder:
        env = {"CRAWFORD_DATA": folder, "STREAMS_PER_CLIENT": str(2 * count)}
        command = [sys.executable, "-m", "benchmarks.sites.desk", "1", str(PLAYERS)]
        process = subprocess.run(
            command, env=servers.environment(env), cwd=servers.ROOT, stdout=subprocess.PIPE, check=True
        )
        (tournament,) = json.loads(process.stdout)
        with servers.site(env) as (address, _):
            return _report(asyncio.run(_measure(address, tournament, count)), count)


def _report(data: dict[str, list[float]], count: int) -> int:
    p99 = {name: statistics.quantiles(times, n=100)[-1] for name, times in data.items()}
    print(f"{count} watchers, {ROUNDS} results, {os.cpu_count()} processors")
    for name, times in data.items():
        print(f"{name:12} p50 {statistics.median(times) * 1e3:7.1f} ms, p99 {p99[name] * 1e3:7.1f} ms")
    print(f"p99 of a result is {p99['result'] / p99['announcement']:.2f} times that of an announcement")
    return int(p99["result"] > LIMIT_SECONDS)


def allow_sockets(number: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(number, hard), hard))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else WATCHERS))
