"""Opening the site in the browser of the person who starts it."""

import os
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Mapping

from config.health import PROGRAM_HEADER


def has_desktop_browser(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether this process runs on a desktop with a browser, not in a session of another computer."""
    if "SSH_CONNECTION" in environment:
        return False
    if sys.platform in {"win32", "darwin"}:
        return True
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    # A GenericBrowser itself, such as lynx, would take the terminal.
    return type(browser) is not webbrowser.GenericBrowser


def open_in_browser(address: str) -> threading.Thread:
    """Open an address in a browser, without waiting for it; return the thread that does it."""
    thread = threading.Thread(target=webbrowser.open, args=(address,), name="open-browser", daemon=True)
    thread.start()
    return thread


def is_crawford(address: str) -> bool:
    """Whether a Crawford, or its waiting page, answers at an address of this computer."""
    try:
        # Not by a proxy, which could not reach it.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"{address}/healthz", timeout=10) as answer:
            return bool(answer.headers.get(PROGRAM_HEADER) == "Crawford")
    except OSError:
        return False
