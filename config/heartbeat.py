"""A thread of every worker that records in the database that the worker is alive."""

import logging
import os
import socket
import threading
from collections.abc import Callable
from typing import Any

from celery.signals import worker_ready, worker_shutdown
from django.db import Error, connection

from matches.models.operations import ProcessKind
from matches.services import heartbeats

log = logging.getLogger(__name__)


def get_process_name(role: str) -> str:
    """Return the unique name of this process in the installation: role, host and process id."""
    return f"{role}@{socket.gethostname()}:{os.getpid()}"


class HeartbeatThread:
    """A thread that writes a heartbeat from `start` until `stop`; errors of the database do not end it."""

    def __init__(self, role: str) -> None:
        self._role = role
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Write a heartbeat at once, then every twenty seconds."""
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait for the thread for up to two seconds."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join(2)

    def _run(self) -> None:
        name = get_process_name(self._role)
        while not self._stopped.is_set():
            self._write(lambda: heartbeats.record_heartbeat(name=name, kind=ProcessKind.WORKER))
            self._stopped.wait(heartbeats.HEARTBEAT_INTERVAL.total_seconds())
        self._write(lambda: heartbeats.delete_heartbeat(name=name))

    def _write(self, write: Callable[[], None]) -> None:
        try:
            write()
        except Error as error:
            log.warning("The heartbeat could not be written (%s).", error)
        finally:
            connection.close()


worker_heartbeat = HeartbeatThread("worker")


@worker_ready.connect
def start_heartbeat(**_kwargs: Any) -> None:
    """Start the heartbeat of a worker process."""
    worker_heartbeat.start()


@worker_shutdown.connect
def stop_heartbeat(**_kwargs: Any) -> None:
    """Stop the heartbeat of a worker process that shuts down."""
    worker_heartbeat.stop()
