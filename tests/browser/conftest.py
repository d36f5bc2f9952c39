"""A real Chromium and a server of the site, started once per worker; every test has tables of its own."""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.test.testcases import LiveServerThread
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.browser.chromium import CHROMIUM, launched
from tests.browser.phones import Phone

# The site's own database settings, but nothing has to outlive a power cut.
UNSAFE_AND_FAST = "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;PRAGMA temp_store=MEMORY;"
LONGEST_ANSWER = 10.0
# As long as the browser waits for everything else: a busy machine is slow, not wrong.
PATIENCE = 60_000

OpenDevice = Callable[..., Phone]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder drives a browser."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.second_stage)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser itself. It lives for this folder: its driver's event loop must be gone when others test."""
    if not CHROMIUM:
        pytest.skip("needs Chromium (set CHROMIUM to its path)")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # The driver runs an event loop in this thread; the database is used from here all the same.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(PATIENCE)
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def tables(
    migrated_folder: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> Iterator[None]:
    """Tables that every thread meets through a connection of its own, as in a real site."""
    of_its_own = _a_data_file(migrated_folder, tmp_path) if connection.vendor == "sqlite" else _emptied()
    with django_db_blocker.unblock(), of_its_own:
        yield


@contextmanager
def _a_data_file(migrated_folder: Path, folder: Path) -> Iterator[None]:
    """What the server still answers when its test is over goes on in that file and disturbs nobody."""
    file = folder / "crawford.sqlite3"
    shutil.copyfile(migrated_folder / file.name, file)
    value, usual = connections[DEFAULT_DB_ALIAS], connections.settings[DEFAULT_DB_ALIAS]
    options = {**usual["OPTIONS"], "init_command": UNSAFE_AND_FAST}
    connections.settings[DEFAULT_DB_ALIAS] = {**usual, "NAME": str(file), "OPTIONS": options}
    connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        yield
    finally:
        connection.close()
        connections[DEFAULT_DB_ALIAS], connections.settings[DEFAULT_DB_ALIAS] = value, usual


@contextmanager
def _emptied() -> Iterator[None]:
    """The tables of the run, emptied when the server has given its last answer."""
    yield
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(LONGEST_ANSWER)
    call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """Where the server of this worker answers."""
    server = LiveServerThread("localhost", static_handler=StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    yield f"http://{server.host}:{server.port}"
    server.terminate()


@pytest.fixture
def open_device(chromium: Browser, address: str) -> Iterator[OpenDevice]:
    """Opens devices: `open_device()` is a phone, `open_device(width=1280)` a laptop, `script=False` without
    JavaScript, `dark=True` one in the dark."""
    contexts = []

    def give(width: int = 320, *, script: bool = True, dark: bool = False, **options: Any) -> Phone:
        context = chromium.new_context(
            viewport={"width": width, "height": 640 if width < 700 else 800},
            java_script_enabled=script,
            color_scheme="dark" if dark else "light",
            locale="en-GB",
            **options,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Phone(context, address)

    yield give
    for context in contexts:
        context.close()
