"""The first start of a site: the waiting page, the process that loads the demo, the browser that opens."""

import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError

import pytest

from config.browser import has_desktop_browser
from config.management.commands.serve import get_local_address, open_listening_socket
from config.waiting_page import DEMO, TABLES, show_waiting_page
from tests import servers
from tests.servers import free_port, running, site, until

pytestmark = pytest.mark.second_stage


def fetch(address: str, *, method: str = "GET", language: str = "en") -> tuple[int, Message, str]:
    """The status, headers and body of a response."""
    request = urllib.request.Request(address, method=method, headers={"Accept-Language": language})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.headers, response.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


@contextmanager
def waiting_site(phase: str = DEMO, *, with_demo: bool = True, failure: str = "") -> Iterator[str]:
    """The address of a site that shows its waiting page."""
    with (
        open_listening_socket("127.0.0.1", 0) as listener,
        show_waiting_page(listener, phase=phase, with_demo=with_demo) as server,
    ):
        if failure:
            server.fail(failure)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.mark.parametrize("path", ["/", "/setup/abc/", "/sign-in/"])
def test_every_page_of_a_new_site_says_what_happens_and_loads_itself_again(path: str) -> None:
    with waiting_site() as address:
        status, headers, page = fetch(address + path)
    assert (status, headers["Retry-After"], headers["Cache-Control"]) == (503, "1", "no-store")
    assert '<meta http-equiv="refresh" content="1">' in page
    assert "Load the demo: a club with two years of results and a tournament in play" in page


def test_the_waiting_page_speaks_the_language_of_the_browser() -> None:
    with waiting_site() as address:
        page = fetch(address, language="it")[2]
    assert '<html lang="it">' in page
    assert "Carica la demo" in page


def test_without_the_demo_the_waiting_page_names_the_tables_alone() -> None:
    with waiting_site(TABLES, with_demo=False) as address:
        page = fetch(address)[2]
    assert ("Create the tables of the database" in page, "demo" in page) == (True, False)


def test_a_program_gets_a_problem_document_and_a_health_check_its_answer() -> None:
    with waiting_site() as address:
        status, headers, body = fetch(f"{address}/api/v1/clubs/", method="POST")
        assert (status, headers["Content-Type"]) == (503, "application/problem+json")
        assert '"code": "try_again"' in body
        assert fetch(f"{address}/healthz")[::2] == (200, "ok\n")
        assert ":root" in fetch(f"{address}/waiting.css")[2]
        assert fetch(f"{address}/", method="HEAD")[::2] == (503, "")


def test_a_failure_is_shown_with_its_reason_and_the_page_stays() -> None:
    with waiting_site(failure="The disk is <full>.") as address:
        page = fetch(address)[2]
    assert ("The disk is &lt;full&gt;." in page, "http-equiv" in page) == (True, False)


def test_the_socket_listens_on_when_the_waiting_page_has_ended() -> None:
    with open_listening_socket("127.0.0.1", 0) as listener:
        for phase in (TABLES, DEMO):
            with show_waiting_page(listener, phase=phase, with_demo=True):
                assert fetch(f"http://127.0.0.1:{listener.getsockname()[1]}/")[0] == 503


@contextmanager
def first_start(folder: Path, *arguments: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A site that is started with the demo; its address, and its process, which has printed nothing yet."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--demo", "--port", str(port), *arguments]
    with running(command, env={"CRAWFORD_DATA": str(folder)}, output=subprocess.PIPE) as process:
        yield f"http://127.0.0.1:{port}", process


def read_until(process: "subprocess.Popen[str]", text: str) -> list[str]:
    """The lines that a process prints, up to the first one with a text."""
    lines: list[str] = []
    for line in process.stdout or ():
        lines.append(line.strip())
        if text in line:
            return lines
    raise AssertionError(lines)


def has_ended(process: "subprocess.Popen[str]") -> bool:
    """Whether a process and all its children have ended."""
    process.poll()
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return True
    return False


def count_accounts(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "crawford.sqlite3")) as database:
        (count,) = database.execute("SELECT count(*) FROM matches_user").fetchone()
    return int(count)


def test_a_first_start_prints_a_line_for_each_phase_and_shows_the_waiting_page_meanwhile(
    tmp_path: Path,
) -> None:
    with first_start(tmp_path) as (address, process):
        lines = read_until(process, "Loading the demo")
        assert lines == [
            "Creating the tables of a new database ...",
            f"Loading the demo; {address} shows it when it is ready ...",
        ]
        assert "Setting up the site" in fetch(f"{address}/")[2]
        read_until(process, "Crawford is open")
        status, _, page = fetch(f"{address}/")
        assert (status, "Setting up the site" in page, "no account yet" in page) == (200, False, False)


@pytest.mark.parametrize("signal_sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_loading_of_the_demo_ends_with_the_server_and_leaves_nothing_of_it(
    migrated_copy: Path, signal_sent: signal.Signals
) -> None:
    with first_start(migrated_copy) as (address, process):
        read_until(process, "Loading the demo")
        assert fetch(f"{address}/")[0] == 503
        process.send_signal(signal_sent)
        until(lambda: has_ended(process))
        assert process.returncode == (-9 if signal_sent == signal.SIGKILL else 0)
    assert count_accounts(migrated_copy) == 0


def test_the_reason_why_the_demo_was_not_loaded_is_printed_and_shown_until_the_site_is_stopped(
    migrated_copy: Path,
) -> None:
    player = "from matches.services.players import register_player; register_player(name='Ada')"
    servers.manage({"CRAWFORD_DATA": str(migrated_copy)}, "shell", "--verbosity", "0", "-c", player)
    reason = "This site is not empty; the demo is only for a new one."
    with first_start(migrated_copy) as (address, process):
        read_until(process, f"The demo could not be loaded: {reason}")
        status, _, page = fetch(f"{address}/")
        assert (status, reason in page) == (503, True)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 1


def make_browser(folder: Path) -> tuple[dict[str, str], Path]:
    """A browser that writes the address it is to open into a file."""
    program, opened = folder / "browser", folder / "opened"
    program.write_text(f'#!/bin/sh\necho "$1" > "{opened}.draft" && mv "{opened}.draft" "{opened}"\n')
    program.chmod(0o755)
    return {"BROWSER": f"{program} %s"}, opened


def test_without_the_demo_the_browser_opens_the_form_that_sets_up_the_site(migrated_copy: Path) -> None:
    env, opened = make_browser(migrated_copy)
    with site({"CRAWFORD_DATA": str(migrated_copy), **env}, "--open") as (address, _):
        until(opened.exists)
        page = opened.read_text().strip()
        assert page.startswith(f"{address}/setup/")
        assert fetch(page)[0] == 200


def test_outside_a_terminal_no_browser_opens_by_itself(migrated_copy: Path) -> None:
    env, opened = make_browser(migrated_copy)
    desktop = {"DISPLAY": ":0", "CRAWFORD_DATA": str(migrated_copy)}
    with site({**desktop, **env}) as (address, _):
        assert fetch(f"{address}/healthz")[0] == 200
    assert not opened.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a desktop")
@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":0", "SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"}])
def test_a_server_and_a_session_of_another_computer_have_no_desktop(environment: dict[str, str]) -> None:
    assert not has_desktop_browser(environment)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("192.0.2.7", "http://192.0.2.7:8000"),
        ("::1", "http://[::1]:8000"),
    ],
)
def test_the_address_on_this_computer_can_be_opened(host: str, address: str) -> None:
    assert get_local_address(host, 8000) == address
