"""Twenty phones report on each match at the same moment, through four server processes: one result, no error.

STORM_MATCHES is the number of matches (200).
"""

import json
import os
import secrets
import string
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests import servers
from tests.servers import create_database

pytestmark = pytest.mark.servers

MATCHES = int(os.environ.get("STORM_MATCHES", "200"))
SITES = 4
RIVALS = 20
AT_ONCE = 2
MATCHES_WITHOUT_LOCKS = 2
PATIENCE = 25
UNLOCKED = "tests.proofs.unlocked.settings"

MatchReports = list[dict[str, Any]]


@pytest.fixture(params=["sqlite", "postgres"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The environment of the sites, on each database in turn."""
    variables = {"CRAWFORD_DATA": str(tmp_path), "SECRET_KEY": "shared-by-the-sites-of-the-storm"}
    if request.param == "postgres":
        server = request.getfixturevalue("postgres_server")
        name = f"storm_{secrets.token_hex(4)}"
        create_database(server, name, template="template0")
        variables |= {"DATABASE_URL": f"{server}/{name}", "DB_POOL_MAX": "12"}
    return variables


def test_every_match_ends_with_one_result_and_no_request_fails(
    env: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    answers, matches = report_on_matches(env, MATCHES)
    with capsys.disabled():
        print(f"\n{MATCHES} matches, {sum(answers.values())} reports: {dict(answers)}")
    assert sum(answers.values()) == MATCHES * RIVALS
    assert set(answers) == {200, 409}
    assert [match for match in matches if not has_one_result(match)] == []


def test_a_site_without_row_locks_is_detected(env: dict[str, str]) -> None:
    answers, matches = report_on_matches({**env, "DJANGO_SETTINGS_MODULE": UNLOCKED}, MATCHES_WITHOUT_LOCKS)
    is_inconsistent = any(not has_one_result(match) for match in matches)
    assert is_inconsistent or any(status >= 500 for status in answers)


def has_one_result(data: dict[str, Any]) -> bool:
    """Whether a match has one open or confirmed report, and its row and its notices agree with it."""
    if len(data["standing"]) != 1:
        return False
    *score, state = data["standing"][0]
    settled = ("settled", score, 1)
    waiting = ("reported", score, 0)
    expected = settled if state == "confirmed" else waiting
    return (data["status"], data["score"], data["settlings"]) == expected


def report_on_matches(env: dict[str, str], number: int) -> tuple[Counter[int], MatchReports]:
    """Let all phones report on `number` matches; return how often each status was answered, and the
    results."""
    matches = ask(env, "prepare", str(number))
    with sites(env) as addresses, ThreadPoolExecutor(AT_ONCE) as executor:
        races = executor.map(lambda match: race(addresses, match), matches)
        answers = sum(races, Counter())
    return answers, ask(env, "results")


def ask(env: dict[str, str], *arguments: str) -> MatchReports:
    """Run `tests.proofs.concurrent_site` with these arguments and return the JSON it prints."""
    command = [sys.executable, "-m", "tests.proofs.concurrent_site", *arguments]
    settings = {**env, "DJANGO_SETTINGS_MODULE": "config.settings"}
    process = subprocess.run(
        command, cwd=servers.ROOT, env=servers.environment(settings), stdout=subprocess.PIPE, check=True
    )
    return list(json.loads(process.stdout))


@contextmanager
def sites(env: dict[str, str]) -> Iterator[list[str]]:
    """The addresses of the server processes."""
    with ExitStack() as stack:
        yield [stack.enter_context(servers.site(env))[0] for _ in range(SITES)]


def race(addresses: list[str], match: dict[str, str]) -> Counter[int]:
    """Twenty phones report one match at the same moment: half of them one score, the others other scores."""
    start = threading.Barrier(RIVALS)

    def tap(number: int) -> int:
        phone = Phone(addresses[number % SITES])
        start.wait(PATIENCE)
        winner, points = ("white", 3) if number % 2 == 0 else ("black", number % 7)
        return phone.report(match, winner, points)

    with ThreadPoolExecutor(RIVALS) as executor:
        return Counter(executor.map(tap, range(RIVALS)))


class Phone:
    """A phone with cookies of its own."""

    def __init__(self, address: str) -> None:
        self._connection = HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        self._connection.connect()
        self._token = "".join(secrets.choice(string.ascii_letters) for _ in range(32))
        self._device = secrets.token_urlsafe(16)

    def report(self, match: dict[str, str], winner: str, points: int) -> int:
        """Report a final score; return the status of the page after the redirect, or 599 if the connection
        broke."""
        fields = {"csrfmiddlewaretoken": self._token, "table": match["table"], "key": secrets.token_hex(8)}
        try:
            status, place = self._send(
                "POST", f"/m/{match['match']}/report/", fields | _score(winner, points)
            )
            return self._send("GET", place, {})[0] if status == 302 else status
        except (OSError, HTTPException):
            return 599
        finally:
            self._connection.close()

    def _send(self, method: str, path: str, fields: dict[str, str]) -> tuple[int, str]:
        headers = {"Cookie": f"csrftoken={self._token}; device={self._device}"}
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, urlencode(fields) if fields else None, headers)
        answer = self._connection.getresponse()
        answer.read()
        return answer.status, answer.headers.get("Location", "")


def _score(winner: str, points: int) -> dict[str, str]:
    return {"winner": winner, "points": str(points)}
