"""An evening under load: 300 phones report and confirm while 500 pages are open, on a site as on a laptop.

Run from the root of the repository: `python -m benchmarks.busy_evening [seconds]`. Needs the development
requirements. Two phones at each of 150 tables open the table card. In each match one reports the result; the
other is notified by its stream, opens the page again and confirms. The moments are spread evenly over the
duration. Requests of /healthz in the same run show what a request costs without any work.
Limits: every match is final with the reported score, every open page received every notice, no request fails.
"""

import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from benchmarks.desk_client import SiteClient
from benchmarks.live_watchers import Watchers, allow_sockets
from tests import servers

WATCHERS, MATCHES, SECONDS = 500, 150, 180
TOURNAMENTS, PLAYERS = 2, 256
# As static/site.js waits before it requests the page again.
REFRESH_DELAY_SECONDS = 0.3
MOST_SECONDS_TO_READ = 5.0
REPORT_NUMBER = re.compile(r'name="report" value="(\d+)"')
VERSION = re.compile(r'name="version" value="(\d+)"')


@dataclass
class Log:
    """What the phones saw: seconds of each kind of request, failures, and results by match."""

    seconds_by_kind: dict[str, list[float]] = field(default_factory=dict)
    failures: Counter[str] = field(default_factory=Counter)
    score_by_match: dict[str, tuple[int, int]] = field(default_factory=dict)


class Evening:
    """The phones of one run; requests are made in threads, streams in the event loop."""

    def __init__(self, address: str, duration: float) -> None:
        self._address, self._duration = address, duration
        self._threads = ThreadPoolExecutor(max_workers=100)
        self._is_over = False
        self.log = Log()

    async def play(self, card_by_match: dict[str, str]) -> None:
        """Play all matches, each at a random moment of the evening."""
        rng = random.Random(MATCHES)
        health_check = asyncio.create_task(self._request_health())
        await asyncio.gather(
            *(
                self._play_match(match, card, rng.random() * self._duration, random.Random(match))
                for match, card in card_by_match.items()
            )
        )
        self._is_over = True
        await health_check

    async def _play_match(self, match: str, card: str, start: float, rng: random.Random) -> None:
        reporter, confirmer = SiteClient(self._address), SiteClient(self._address)
        streams = Watchers(self._address, [f"match:{match}"])
        page = f"/m/{match}/report/?table={card}"
        await asyncio.gather(
            *(self._get(phone, f"/t/{card}/", kind="opening") for phone in (reporter, confirmer))
        )
        await streams.open_streams(2)
        await asyncio.sleep(start)
        winner, points = rng.choice(("white", "black")), rng.randrange(5)
        self.log.score_by_match[match] = (5, points) if winner == "white" else (points, 5)
        sent_at = time.perf_counter()
        fields = {"table": card, "winner": winner, "points": str(points)}
        await self._post(reporter, f"/m/{match}/report/", **fields)
        while not streams.have_received(f"match:{match}", 2):
            await asyncio.sleep(0.01)
        self._note("notice", max(streams.received_at[f"match:{match}"]) - sent_at)
        await asyncio.sleep(REFRESH_DELAY_SECONDS)
        text = await self._get(confirmer, page)
        await asyncio.sleep(rng.random() * MOST_SECONDS_TO_READ)
        number, version = REPORT_NUMBER.search(text), VERSION.search(text)
        if number is None or version is None:
            self.log.failures["no report on the page of the other player"] += 1
        else:
            await self._post(
                confirmer, f"/m/{match}/confirm/", table=card, report=number[1], version=version[1]
            )
        await self._get(reporter, page)
        streams.close()

    async def _request_health(self) -> None:
        client = SiteClient(self._address)
        while not self._is_over:
            await self._get(client, "/healthz", kind="health")
            await asyncio.sleep(0.2)

    async def _get(self, client: SiteClient, path: str, *, kind: str = "page") -> str:
        started = time.perf_counter()
        status, text = await self._in_thread(client.get, path)
        self._note(kind, time.perf_counter() - started)
        if status != 200:
            self.log.failures[f"GET {status}"] += 1
        return str(text)

    async def _post(self, client: SiteClient, path: str, **fields: str) -> None:
        started = time.perf_counter()
        status = await self._in_thread(lambda: client.post(path, **fields))
        self._note("form", time.perf_counter() - started)
        if status not in {302, 303}:
            self.log.failures[f"POST {status}"] += 1

    async def _in_thread(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def _note(self, kind: str, seconds: float) -> None:
        self.log.seconds_by_kind.setdefault(kind, []).append(seconds)


async def _run(address: str, tournaments: list[dict[str, Any]], duration: float) -> int:
    """Run the evening and print its figures; return 1 when a limit is missed."""
    topics = [f"event:{tournament['event']}" for tournament in tournaments]
    watchers = Watchers(address, topics)
    await watchers.open_streams(WATCHERS)
    cards = {match: card for tournament in tournaments for match, card in tournament["cards"].items()}
    evening = Evening(address, duration)
    started = time.perf_counter()
    await evening.play(dict(list(cards.items())[:MATCHES]))
    seconds = time.perf_counter() - started
    await asyncio.sleep(2)
    received = sum(len(watchers.received_at.get(topic, ())) for topic in topics)
    watchers.close()
    return _report(address, evening.log, seconds, received)


def _report(address: str, log: Log, seconds: float, received: int) -> int:
    client = SiteClient(address)
    wrong = 0
    for code, score in log.score_by_match.items():
        match = json.loads(client.get(f"/api/v1/matches/{code}/")[1])["match"]
        wrong += (match["status"], match["white_score"], match["black_score"]) != ("settled", *score)
    print(f"{WATCHERS} open pages, {2 * MATCHES} phones, {MATCHES} matches in {seconds:.0f} s")
    health_median = statistics.median(log.seconds_by_kind["health"])
    for kind, times in sorted(log.seconds_by_kind.items()):
        p99 = statistics.quantiles(times, n=100)[-1]
        print(
            f"{kind:7} {len(times):5}, p50 {statistics.median(times) * 1e3:7.1f} ms, p99 {p99 * 1e3:7.1f} ms,"
            f" p50 is {statistics.median(times) / health_median:.1f} times that of /healthz"
        )
    # A page is notified once of each final result.
    expected = WATCHERS * MATCHES
    print(f"{received} of {expected} notices received; {wrong} wrong results")
    print(f"failures: {dict(log.failures) or 'none'}")
    return int(bool(received != expected or wrong or log.failures))


def main(duration: float) -> int:
    """Create the tournaments, run the site and the evening; return 1 when a limit is missed."""
    allow_sockets(2 * (WATCHERS + 4 * MATCHES))
    with tempfile.TemporaryDirectory() as folder:
        env = {"CRAWFORD_DATA": folder, "STREAMS_PER_CLIENT": "2000"}
        command = [sys.executable, "-m", "benchmarks.sites.desk", str(TOURNAMENTS), str(PLAYERS)]
        process = subprocess.run(
            command, env=servers.environment(env), cwd=servers.ROOT, stdout=subprocess.PIPE, check=True
        )
        with servers.site(env) as (address, _):
            return asyncio.run(_run(address, json.loads(process.stdout), duration))


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS))
