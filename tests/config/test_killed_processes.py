"""Workers, web processes and Redis killed at random moments: no message or result is lost or processed twice.

KILLS is the number of kills of each kind (`make prove`: 50); without it, one web process and
one Redis are killed.
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


def kill_some(worker: subprocess.Popen[str], chance: random.Random) -> None:
    """Kill one child of the worker, or the worker with all its children."""
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    if children and chance.random() < 0.5:
        os.kill(int(chance.choice(children)), signal.SIGKILL)
    else:
        servers.kill(worker)


def any_begun(address: str, names: list[str]) -> bool:
    """Whether a worker has begun to process one of these messages."""
    return any(call(address, "/probe/count", name=name)["attempts"] for name in names)


def is_done(address: str, names: list[str]) -> bool:
    """Whether all these messages are processed."""
    return all(call(address, "/probe/count", name=name)["sent"] for name in names)


def run_activity(env: dict[str, str], *arguments: str) -> str:
    """Run tests/config/play_evenings.py in a site; return its output."""
    command = [sys.executable, "-m", "tests.config.play_evenings", *arguments]
    process = subprocess.run(
        command, cwd=servers.ROOT, env=servers.environment(env), stdout=subprocess.PIPE, check=True
    )
    return process.stdout.decode()


@pytest.mark.skipif(KILLS == 0, reason="`make prove` kills workers at length")
def test_killed_workers_lose_no_message_and_process_none_twice(
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
                kill_some(worker, chance)
        began = time.monotonic()
        with servers.celery_worker(production, tmp_path):
            servers.until(partial(is_done, address, names), patience=600)
        counts = [call(address, "/probe/count", name=name) for name in names]
    with capsys.disabled():
        print(
            f"\n{KILLS} workers killed, {sum(count['attempts'] for count in counts)} tries of "
            f"{len(names)} messages, ",
            end="",
        )
        print(f"all done {time.monotonic() - began:.0f} s after the last worker started")
    assert [count["marks"] for count in counts] == [1] * len(names)


class Laptop:
    """The browser of a director, who enters results."""

    def __init__(self, session: str) -> None:
        self._token = secrets.token_hex(16)
        self._cookies = f"sessionid={session}; csrftoken={self._token}"
        self.address = ""

    def enter(self, path: str, match: str, key: str) -> int:
        """Enter a result; return the status of the answer, or 0 if the connection broke."""
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


class DelayedKill(threading.Thread):
    """Kills a web process `seconds` after it has given `answers` answers."""

    def __init__(self, process: subprocess.Popen[str], *, answers: int, seconds: float) -> None:
        super().__init__()
        self._process, self._seconds = process, seconds
        self._left, self._enough = answers, threading.Event()
        if not answers:
            self._enough.set()
        self.start()

    def run(self) -> None:
        """Wait, then kill the process."""
        self._enough.wait(60)
        time.sleep(self._seconds)
        servers.kill(self._process)

    def counted(self, answer: int) -> int:
        """Count one more answer, and return it."""
        self._left -= 1
        if self._left <= 0:
            self._enough.set()
        return answer


def answers_at(address: str) -> bool:
    """Whether a site has answered a first request, which takes longest."""
    try:
        return bool(call(address, "/readyz")["ready"])
    except OSError:
        return False


def entered(laptop: Laptop, delayed_kill: DelayedKill, result: tuple[str, str, str]) -> int:
    """Enter a result while the site may be killed; return the status."""
    return delayed_kill.counted(laptop.enter(*result))


def test_killed_web_processes_lose_no_result_and_count_none_twice(
    production: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kills = KILLS or 1
    chance = random.Random(f"web-{kills}")
    seated = json.loads(run_activity(production, "seat", str(kills * ROWS_PER_KILL)))
    waiting = [(path, match, secrets.token_hex(8)) for path, match in seated["matches"]]
    laptop, cut_off = Laptop(seated["session"]), 0
    unanswered: list[tuple[str, str, str]] = []
    for _ in range(kills):
        with servers.site(production) as (address, process), ThreadPoolExecutor(ROWS_PER_KILL) as threads:
            laptop.address = address
            batch = [*unanswered, *(waiting.pop() for _ in range(ROWS_PER_KILL))]
            servers.until(partial(answers_at, address), patience=300)
            delayed_kill = DelayedKill(
                process, answers=chance.randrange(ROWS_PER_KILL), seconds=chance.uniform(0, 0.3)
            )
            answers = list(threads.map(partial(entered, laptop, delayed_kill), batch))
            delayed_kill.join()
            unanswered = [result for result, answer in zip(batch, answers, strict=True) if answer == 0]
            cut_off += len(unanswered)
            assert {answer for answer in answers if answer} <= {303}
    with servers.site(production) as (address, _), servers.celery_worker(production, tmp_path):
        laptop.address = address
        assert [laptop.enter(*result) for result in unanswered] == [303] * len(unanswered)
        servers.until(
            lambda: call(address, "/readyz")["outbox"] == "ok" and not has_pending_messages(production),
            patience=600,
        )
    settled = json.loads(run_activity(production, "count"))
    with capsys.disabled():
        print(
            f"\n{kills} web processes killed, {len(settled)} results, {cut_off} times one was entered again"
        )
    assert settled == {match: ["settled", 5, 2, 1, 2] for _, match in seated["matches"]}


def has_pending_messages(env: dict[str, str]) -> bool:
    """Whether messages of a site are still pending."""
    return run_activity(env, "pending") != "0"


def test_a_worker_continues_after_redis_was_killed_and_restarted(
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
            counts = [call(address, "/probe/count", name=name) for name in [*slow, "after"]]
            assert (worker.poll(), [count["marks"] for count in counts]) == (None, [1] * 5)


def test_redis_killed_repeatedly_loses_no_message_and_does_not_block_requests(
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
        seconds = time.monotonic() - began
        counts = [call(address, "/probe/count", name=name) for name in names]
    with capsys.disabled():
        print(
            f"\nRedis killed {kills} times, all of {len(names)} rows done {seconds:.0f} s after it was back"
        )
    assert [count["marks"] for count in counts] == [1] * len(names)
