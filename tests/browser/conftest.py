"""Fixtures: Chromium and a live server, started once per worker, and empty tables for every test."""

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
from tests.factory_recordings import recordings

# The database settings of the site, but without safety after a power failure.
UNSAFE_AND_FAST = "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;PRAGMA temp_store=MEMORY;"
LONGEST_ANSWER = 10.0
# Generous, because a busy machine is slow.
PATIENCE = 60_000

OpenDevice = Callable[..., Phone]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as a browser test of the second stage."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.second_stage)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser, for this package alone: the event loop of Playwright must end before other tests."""
    if not CHROMIUM:
        pytest.skip("needs Chromium (set CHROMIUM to its path)")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, in which the tests also use the database.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(PATIENCE)
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def tables(
    migrated_folder: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> Iterator[None]:
    """Tables for this test, to which every thread has its own connection, as on a real site."""
    own_tables = _a_data_file(migrated_folder, tmp_path) if connection.vendor == "sqlite" else _emptied()
    with django_db_blocker.unblock(), own_tables:
        yield


@contextmanager
def _a_data_file(migrated_folder: Path, folder: Path) -> Iterator[None]:
    """Use a copy of the migrated database file: late answers of the server write to it and disturb no other
    test."""
    file = folder / "crawford.sqlite3"
    shutil.copyfile(migrated_folder / file.name, file)
    usual_connection, usual_settings = connections[DEFAULT_DB_ALIAS], connections.settings[DEFAULT_DB_ALIAS]
    options = {**usual_settings["OPTIONS"], "init_command": UNSAFE_AND_FAST}
    connections.settings[DEFAULT_DB_ALIAS] = {**usual_settings, "NAME": str(file), "OPTIONS": options}
    connections[DEFAULT_DB_ALIAS] = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        with recordings.for_file():
            yield
    finally:
        connection.close()
        connections[DEFAULT_DB_ALIAS], connections.settings[DEFAULT_DB_ALIAS] = (
            usual_connection,
            usual_settings,
        )


@contextmanager
def _emptied() -> Iterator[None]:
    """Use the test database, and empty it after the last answer of the server."""
    yield
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(LONGEST_ANSWER)
    call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """The address of the live server of this worker."""
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
    """A function that opens a device.

    `open_device()` is a phone, `open_device(width=1280)` a laptop, `script=False` turns JavaScript off, and
    `dark=True` sets the dark colour scheme."""
    contexts = []

    def open_page(width: int = 320, *, script: bool = True, dark: bool = False, **options: Any) -> Phone:
        # From now on the server writes, too.
        recordings.is_paused = True
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

    yield open_page
    for context in contexts:
        context.close()
