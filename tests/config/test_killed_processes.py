"""Workers, web processes and Redis killed at random moments: nothing is lost and nothing is done twice.

KILLS says how many of each die (`make prove`: fifty); one web process and one Redis die in every run.
"""

import json
import os
import random
import secrets
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests import servers
from tests.config.stream_client import call

KILLS = int(os.environ.get("KILLS", "0"))
pytestmark = pytest.mark.servers
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
    return any(call(address, "/probe/count", name=name)["attempts"] for name in names)


def is_done(address: str, names: list[str]) -> bool:
    """Whether every row is done."""
    return all(call(address, "/probe/count", name=name)["sent"] for name in names)


def run_activity(env: dict[str, str], *arguments: str) -> str:
    """What tests/config/play_evenings.py prints of a site."""
    command = [sys.executable, "-m", "tests.config.play_evenings", *arguments]
    process = subprocess.run(
        command, cwd=servers.ROOT, env=servers.environment(env), stdout=subprocess.PIPE, check=True
    )
    return process.stdout.decode()


@pytest.mark.skipif(KILLS == 0, reason="`make prove` kills workers at length")
def test_killed_workers_lose_nothing_and_do_nothing_twice(
    production: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(f"kills-{KILLS}")
    names = [f"row-{number}" for number in range(KILLS * ROWS_PER_KILL)]
    waiting = list(names)
    with servers.site(production) as (address, _):
        for _ in range(KILLS):
            with servers.celery_worker(production, tmp_path) as worker:
                batch = [waiting.pop() for _ in range(ROWS_PER_KILL)]
                for name in batch:
                    call(
                        address,
                        "/probe/enqueue",
                        method="POST",
                        name=name,
                        seconds=str(chance.uniform(0, 0.3)),
                    )
                servers.until(partial(any_begun, address, batch), patience=600)
                time.sleep(chance.uniform(0, 0.6))
                wound(worker, chance)
        began = time.monotonic()
        with servers.celery_worker(production, tmp_path):
            servers.until(partial(is_done, address, names), patience=600)
        items = [call(address, "/probe/count", name=name) for name in names]
    with capsys.disabled():
        print(
            f"\n{KILLS} workers killed, {sum(row['attempts'] for row in items)} tries of {len(names)} rows, ",
            end="",
        )
        print(f"all done {time.monotonic() - began:.0f} s after the last worker started")
    assert [row["marks"] for row in items] == [1] * len(names)


class Laptop:
    """A director's laptop that enters results, and enters them again until the site has answered."""

    def __init__(self, session: str) -> None:
        self._token = secrets.token_hex(16)
        self._cookies = f"sessionid={session}; csrftoken={self._token}"
        self.address = ""

    def enter(self, path: str, match: str, key: str) -> int:
        """The status a result was answered with, 0 for none."""
        fields = {"match": match, "white_score": "5", "black_score": "2", "version": "", "key": key}
        connection = HTTPConnection(urlsplit(self.address).netloc, timeout=20)
        headers = {"Cookie": self._cookies, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            body = urlencode({**fields, "csrfmiddlewaretoken": self._token})
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()


class Fall(threading.Thread):
    """Kills a site some time after it has given so many answers."""

    def __init__(self, process: subprocess.Popen[str], *, answers: int, seconds: float) -> None:
        super().__init__()
        self._process, self._seconds = process, seconds
        self._left, self._enough = answers, threading.Event()
        if not answers:
            self._enough.set()
        self.start()

    def run(self) -> None:
        """Wait, then kill."""
        self._enough.wait(60)
        time.sleep(self._seconds)
        servers.kill(self._process)

    def counted(self, answer: int) -> int:
        """One more answer."""
        self._left -= 1
        if self._left <= 0:
            self._enough.set()
        return answer


def answers_at(address: str) -> bool:
    """Whether a site has drawn a page: the first takes longest."""
    try:
        return bool(call(address, "/readyz")["ready"])
    except OSError:
        return False


def entered(laptop: Laptop, fall: Fall, result: tuple[str, str, str]) -> int:
    """Enter a result while the site may fall; the status."""
    return fall.counted(laptop.enter(*result))


def test_killed_web_processes_lose_no_result_and_count_none_twice(
    production: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kills = KILLS or 1
    chance = random.Random(f"web-{kills}")
    seated = json.loads(run_activity(production, "seat", str(kills * ROWS_PER_KILL)))
    waiting = [(path, match, secrets.token_hex(8)) for path, match in seated["matches"]]
    laptop, cut_off = Laptop(seated["session"]), 0
    items: list[tuple[str, str, str]] = []
    for _ in range(kills):
        with servers.site(production) as (address, process), ThreadPoolExecutor(ROWS_PER_KILL) as threads:
            laptop.address = address
            batch = [*items, *(waiting.pop() for _ in range(ROWS_PER_KILL))]
            servers.until(partial(answers_at, address), patience=300)
            fall = Fall(process, answers=chance.randrange(ROWS_PER_KILL), seconds=chance.uniform(0, 0.3))
            answers = list(threads.map(partial(entered, laptop, fall), batch))
            fall.join()
            items = [each for each, answer in zip(batch, answers, strict=True) if answer == 0]
            cut_off += len(items)
            assert {answer for answer in answers if answer} <= {303}
    with servers.site(production) as (address, _), servers.celery_worker(production, tmp_path):
        laptop.address = address
        assert [laptop.enter(*each) for each in items] == [303] * len(items)
        servers.until(
            lambda: call(address, "/readyz")["outbox"] == "ok" and not has_pending_messages(production),
            patience=600,
        )
    data = json.loads(run_activity(production, "count"))
    with capsys.disabled():
        print(f"\n{kills} web processes killed, {len(data)} results, {cut_off} times one was entered again")
    assert data == {match: ["settled", 5, 2, 1, 2] for _, match in seated["matches"]}


def has_pending_messages(env: dict[str, str]) -> bool:
    """Whether messages of a site are still pending."""
    return run_activity(env, "owed") != "0"


def test_a_worker_at_work_while_redis_dies_goes_on_when_it_is_back(
    production: dict[str, str], tmp_path: Path
) -> None:
    port = servers.free_port()
    env = {**production, "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    slow = ["slow-1", "slow-2", "slow-3", "slow-4"]
    with servers.redis_process(port) as redis, ExitStack() as stack:
        address, _ = stack.enter_context(servers.site(env))
        worker = stack.enter_context(servers.celery_worker(env, tmp_path))
        for name in slow:
            call(address, "/probe/enqueue", method="POST", name=name, seconds="1.5")
        servers.until(partial(any_begun, address, slow))
        servers.kill(redis)
        with servers.redis_process(port):
            call(address, "/probe/enqueue", method="POST", name="after")
            servers.until(partial(is_done, address, [*slow, "after"]))
            items = [call(address, "/probe/count", name=name) for name in [*slow, "after"]]
            assert (worker.poll(), [row["marks"] for row in items]) == (None, [1] * 5)


def test_a_redis_killed_again_and_again_loses_nothing_and_is_not_waited_for(
    production: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kills = KILLS or 1
    chance = random.Random(f"redis-{kills}")
    port = servers.free_port()
    env = {**production, "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    names = [f"row-{number}" for number in range(kills * ROWS_PER_KILL)]
    waiting = list(names)
    with ExitStack() as stack:
        address, _ = stack.enter_context(servers.site(env))
        stack.enter_context(servers.celery_worker(env, tmp_path))
        for _ in range(kills):
            with servers.redis_process(port) as redis:
                time.sleep(chance.uniform(0, 1.0))
                for name in [waiting.pop() for _ in range(ROWS_PER_KILL // 2)]:
                    call(address, "/probe/enqueue", method="POST", name=name)
                time.sleep(chance.uniform(0, 0.3))
                servers.kill(redis)
            for name in [waiting.pop() for _ in range(ROWS_PER_KILL // 2)]:
                call(address, "/probe/enqueue", method="POST", name=name)
        began = time.monotonic()
        with servers.redis_process(port):
            servers.until(partial(is_done, address, names), patience=600)
        value = time.monotonic() - began
        items = [call(address, "/probe/count", name=name) for name in names]
    with capsys.disabled():
        print(f"\nRedis killed {kills} times, all of {len(names)} rows done {value:.0f} s after it was back")
    assert [row["marks"] for row in items] == [1] * len(names)
