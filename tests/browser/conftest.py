"""A real Chromium, started once per worker; without one every journey is skipped in one line."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.phones import Phone

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser") or ""

LONGEST_ANSWER = 10.0
Hand = Callable[..., Phone]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test of this folder drives a browser."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser itself. It lives for this folder: its driver's event loop must be gone when others test."""
    if not CHROMIUM:
        pytest.skip("needs Chromium (set CHROMIUM to its path)")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # The driver runs an event loop in this thread; the database is used from here all the same.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def hand(chromium: Browser, live_server: LiveServer) -> Iterator[Hand]:
    """Hands out devices: `hand()` is a small phone, `hand(width=1280)` a laptop, `script=False` one without
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
        context.set_default_timeout(10_000)
        contexts.append(context)
        return Phone(context, live_server.url)

    yield give
    for context in contexts:
        context.close()
    _fall_silent()


def _fall_silent() -> None:
    """Wait for answers the server is still giving: tables that are being read cannot be emptied."""
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(LONGEST_ANSWER)
