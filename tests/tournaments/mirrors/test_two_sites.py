"""Two sites in processes of their own: a laptop publishes to a site on the internet, and the line is cut."""

import json
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests import servers

pytestmark = [pytest.mark.servers, pytest.mark.second_stage]
PATIENCE = 120.0


class Line:
    """A line to a port of this machine, which can be cut and mended."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener: socket.socket | None = None
        self.port = servers.free_port()

    def mend(self) -> None:
        """Accept connections again."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        """Refuse connections."""
        if self._listener is not None:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                one, _ = listener.accept()
                other = socket.create_connection(("127.0.0.1", self._target))
                threading.Thread(target=_connect, args=(one, other), daemon=True).start()


def _connect(one: socket.socket, other: socket.socket) -> None:
    """Pass on what two ends send to each other, until both have ended."""
    with one, other:
        back = threading.Thread(target=_copy, args=(other, one), daemon=True)
        back.start()
        _copy(one, other)
        back.join()


def _copy(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def run(env: dict[str, str], *arguments: str) -> Any:
    """Run a command of `play_at_site` at a site and return what it prints."""
    command = [sys.executable, "-m", "tests.tournaments.mirrors.play_at_site", *arguments]
    output = subprocess.run(
        command, cwd=servers.ROOT, env=servers.environment(env), stdout=subprocess.PIPE, check=True
    ).stdout
    return json.loads(output)


@contextmanager
def a_site(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Run a site with an empty database; yield its address and its environment."""
    shutil.copytree(servers.migrated_tables(), folder)
    env = {
        "CRAWFORD_DATA": str(folder),
        "SECRET_KEY": f"of {folder.name}",
        "WEBHOOKS_PRIVATE": "1",
        "PYTHONPATH": str(servers.ROOT),
    }
    with servers.site(env) as (address, _process):
        yield address, env


def query(env: dict[str, str], statement: str) -> Any:
    """Return the first value that a statement reads from the database of a site."""
    with closing(sqlite3.connect(Path(env["CRAWFORD_DATA"]) / "crawford.sqlite3")) as database:
        row = database.execute(statement).fetchone()
        return row[0] if row else None


def has_lines(env: dict[str, str], count: int) -> bool:
    """Whether the journal of the only event of a site is so long."""
    return bool(query(env, "SELECT COUNT(*) FROM tournaments_journalentry") == count)


def has_problem(env: dict[str, str], code: str) -> bool:
    """Whether this is why the only publication of a site could not be sent, "" for nothing."""
    return bool(query(env, "SELECT problem FROM mirrors_publication") == code)


def read(address: str) -> str:
    """Return a page."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        text: str = answer.read().decode()
        return text


def test_an_evening_is_followed_over_a_line_that_is_cut(tmp_path: Path) -> None:
    with ExitStack() as stack:
        internet, internet_env = stack.enter_context(a_site(tmp_path / "internet"))
        _laptop, laptop_env = stack.enter_context(a_site(tmp_path / "laptop"))
        line = Line(int(internet.rpartition(":")[2]))
        line.mend()
        stack.callback(line.cut)

        token = run(internet_env, "make_follower")
        page = run(laptop_env, "publish", f"http://127.0.0.1:{line.port}/clubs/riverside/", token)
        servers.until(lambda: has_lines(internet_env, 4), patience=PATIENCE)
        assert "Directed by The laptop, as of" in read(f"{internet}{page}")

        line.cut()
        run(laptop_env, "settle", "M1-1")
        servers.until(lambda: has_problem(laptop_env, "unreachable"), patience=PATIENCE)
        assert has_lines(internet_env, 4)

        line.mend()
        servers.until(lambda: has_lines(internet_env, 5), patience=PATIENCE)
        servers.until(lambda: has_problem(laptop_env, ""), patience=PATIENCE)
        assert run(laptop_env, "describe").startswith("Published up to ")
