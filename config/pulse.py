"""A thread of every worker that says it is alive, as long as it is."""

import logging
import os
import socket
import threading
from collections.abc import Callable
from typing import Any

from celery.signals import worker_ready, worker_shutdown
from django.db import Error, connection

from matches.models.pulse import Kind
from matches.services import pulses

log = logging.getLogger(__name__)


def own_name(word: str) -> str:
    """What this process is called among all of the house."""
    return f"{word}@{socket.gethostname()}:{os.getpid()}"


class Heart:
    """Beats from `start` until `stop`; a database that is away is asked again at the next beat."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._still = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Beat at once, then every twenty seconds."""
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """The last beat has been; waits for the thread a moment."""
        self._still.set()
        if self._thread is not None:
            self._thread.join(2)

    def _run(self) -> None:
        name = own_name(self._word)
        while not self._still.is_set():
            self._try(lambda: pulses.beat(name=name, kind=Kind.WORKER))
            self._still.wait(pulses.EVERY.total_seconds())
        self._try(lambda: pulses.end(name=name))

    def _try(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Error as error:
            log.warning("The pulse could not be written (%s).", error)
        finally:
            connection.close()


WORKER = Heart("worker")


@worker_ready.connect
def begin(**_said: Any) -> None:
    """A worker process is up."""
    WORKER.start()


@worker_shutdown.connect
def end(**_said: Any) -> None:
    """A worker process ends in order."""
    WORKER.stop()
