"""A child process that loads the demo, so that the server answers meanwhile."""

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from multiprocessing.connection import Connection

import django
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from config.garbage_collection import collect_less_often
from config.tables import hold_startup_lock

logger = logging.getLogger(__name__)


class DemoProcess:
    """The process that loads the demo."""

    def __init__(self) -> None:
        # Not forked: the child must not share the connections and threads of the server.
        context = multiprocessing.get_context("spawn")
        self._receiver, sender = context.Pipe(duplex=False)
        self._process = context.Process(target=load_demo, args=(sender,), name="demo", daemon=True)
        self._process.start()
        sender.close()

    def is_running(self, *, seconds: float) -> bool:
        """Whether the process still loads the demo after so many seconds; returns as soon as it does not."""
        return not self._receiver.poll(seconds)

    def get_failure(self) -> str | None:
        """Return why the demo could not be loaded; None if it was."""
        try:
            reason: str | None = self._receiver.recv()
        except EOFError:
            self._process.join()
            reason = f"The process that loads it ended with exit code {self._process.exitcode}."
        return reason

    def stop(self) -> None:
        """End the process, if it still runs; its transaction is rolled back."""
        self._process.terminate()
        self._process.join()
        self._receiver.close()


@contextmanager
def start_demo_process() -> Iterator[DemoProcess]:
    """Start the process that loads the demo; it ends with the block."""
    process = DemoProcess()
    try:
        yield process
    finally:
        process.stop()


def load_demo(sender: Connection) -> None:
    """Load the demo in this process, and send None, or why that failed."""
    # Ctrl-C in a terminal reaches the child too, which the server ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    collect_less_often()
    django.setup()
    try:
        _load_into_empty_site()
    except CommandError as error:
        sender.send(str(error))
    except Exception as error:
        logger.exception("The demo could not be loaded.")
        sender.send(f"{type(error).__name__}: {error}")
    else:
        sender.send(None)


def _load_into_empty_site() -> None:
    with hold_startup_lock():
        # A process that was started at the same time may have loaded it.
        if not get_user_model().objects.exists():
            call_command("demo", stdout=StringIO())


def _end_with_parent() -> None:
    """End this process when the server has ended, also when it was killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
