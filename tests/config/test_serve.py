"""`manage.py serve`: what it prints, a port in use, and the demo of a first start."""

import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from io import StringIO
from pathlib import Path

import pytest
import segno
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from config.management.commands import serve
from config.management.commands.serve import draw_qr_code, make_startup_message, open_listening_socket
from matches.views.links import get_lan_address
from tests.servers import free_port, running, site, until

pytestmark = pytest.mark.second_stage

PRINTED = ("the demo's desk", "sign in as", "a player's phone")


@pytest.mark.django_db
def test_an_empty_site_prints_the_link_that_sets_it_up() -> None:
    assert make_startup_message(host="127.0.0.1", port=8000, setup_token="abc").splitlines() == [
        "",
        "  Crawford is open      http://127.0.0.1:8000/",
        "  set up this site      http://127.0.0.1:8000/setup/abc/",
        "                        This link works once: it creates the first account and the first club.",
        "  Ctrl-C stops it.",
    ]


@pytest.mark.django_db
def test_a_site_with_accounts_prints_its_address_alone() -> None:
    assert make_startup_message(host="127.0.0.1", port=8000).splitlines() == [
        "",
        "  Crawford is open      http://127.0.0.1:8000/",
        "  Ctrl-C stops it.",
    ]


@pytest.mark.django_db
def test_behind_a_proxy_the_link_begins_with_the_address_of_the_site(settings: Settings) -> None:
    settings.SITE_ADDRESS = "https://club.example"

    lines = make_startup_message(host="127.0.0.1", port=8000, setup_token="abc").splitlines()

    assert "  set up this site      https://club.example/setup/abc/" in lines


@pytest.mark.django_db
def test_a_start_migrates_only_if_a_migration_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[str] = []
    monkeypatch.setattr(serve, "call_command", lambda name, **_options: commands.append(name))

    serve.apply_migrations()
    assert commands == []

    MigrationRecorder(connection).record_unapplied("matches", "0001_initial")
    serve.apply_migrations()
    assert commands == ["migrate"]


def test_a_first_start_without_the_demo_prints_a_link_that_opens(
    migrated_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(migrated_folder, tmp_path, dirs_exist_ok=True)
    with site({"CRAWFORD_DATA": str(tmp_path)}) as (address, process):
        line = next(line for line in process.stdout or () if "set up this site" in line)
        with urllib.request.urlopen(line.split()[-1], timeout=60) as page:
            assert (page.status, page.url.startswith(f"{address}/setup/")) == (200, True)


@pytest.mark.django_db
def test_a_site_open_to_the_network_prints_its_lan_address() -> None:
    message = make_startup_message(host="0.0.0.0", port=81)
    assert (f"http://{get_lan_address()}:81/" in message, "http://0.0.0.0" in message) == (True, False)


def test_the_qr_code_is_the_smallest_that_holds_the_address() -> None:
    address = "http://192.168.1.20:8000/t/abcdefgh/"
    rows = draw_qr_code(address).rstrip("\n").splitlines()
    modules = segno.make(address, micro=False, error="l").symbol_size(border=2)[1]
    assert len(rows) == (modules + 1) // 2


def test_a_port_in_use_is_reported_in_one_line() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(CommandError) as excinfo:
            open_listening_socket("127.0.0.1", port)
    reason = "Address already in use"
    assert str(excinfo.value) == f"Cannot listen on 127.0.0.1 port {port}: {reason}. Try another --port."


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_connections_made_before_the_site_serves_are_not_refused(host: str) -> None:
    with (
        open_listening_socket(host, 0) as listener,
        socket.create_connection(listener.getsockname()[:2]) as early,
    ):
        assert early.getpeername()[:2] == listener.getsockname()[:2]


def test_a_first_start_with_the_demo_prints_its_pages_and_how_to_sign_in(tmp_path: Path) -> None:
    with site({"CRAWFORD_DATA": str(tmp_path)}, "--demo", "--host", "0.0.0.0") as (address, process):
        lines = [next(line for line in process.stdout or () if text in line) for text in PRINTED]
        matches = [re.search(r"(/clubs/\S+/desk/|nora, password \S+|/t/\w+/)", line) for line in lines]
        assert None not in matches
        with urllib.request.urlopen(address + str(matches[2] and matches[2][0]), timeout=60) as page:
            assert page.status == 200


def test_quiet_prints_nothing(migrated_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(migrated_folder, tmp_path, dirs_exist_ok=True)
    port = free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--quiet"]
    with running(command, env={"CRAWFORD_DATA": str(tmp_path)}, output=subprocess.PIPE) as process:
        until(lambda: is_up(port))
        process.terminate()
        assert process.communicate(timeout=60)[0] == ""


def is_up(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as page:
            return bool(page.status == 200)
    except OSError:
        return False


@pytest.mark.django_db
def test_the_demo_refuses_a_site_that_is_not_empty(django_user_model: type) -> None:
    django_user_model.objects.create_user("someone")  # type: ignore[attr-defined]
    with pytest.raises(CommandError):
        call_command("demo", stdout=StringIO())
