"""Stopping the server from a page, for a person who runs the site on their own computer.

`serve` allows it where no service manager would start the server again and no proxy stands before it.
"""

import os
import signal
import threading
from collections.abc import Mapping

from django.conf import settings

from matches.models import User
from rules.errors import Refusal
from tournaments.permissions import must_host

# Time for the browser to load the page that says goodbye, with its style sheet.
DELAY_SECONDS = 2.0

_stop_allowed = threading.Event()


def is_own_computer(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether neither systemd nor a proxy manages this server."""
    return not settings.BEHIND_PROXY and "INVOCATION_ID" not in environment


def allow_stop() -> None:
    """Let the operator stop this server from a page, if it runs on a person's own computer."""
    if is_own_computer():
        _stop_allowed.set()


def can_stop() -> bool:
    """Whether this server can be stopped from a page."""
    return _stop_allowed.is_set()


def stop_server(*, by: User) -> None:
    """Stop the server of this process in two seconds, as Ctrl-C does.

    Raises `server_not_stoppable` where it was not started by `serve` on a person's own computer.
    """
    must_host(by)
    if not can_stop():
        raise Refusal("server_not_stoppable")
    threading.Timer(DELAY_SECONDS, signal.raise_signal, (signal.SIGINT,)).start()
