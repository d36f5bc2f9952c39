"""Opening the site in the browser of the person who starts it."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping


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


def open_in_browser(address: str) -> None:
    """Open an address in a browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), name="open-browser", daemon=True).start()
