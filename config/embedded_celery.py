"""Celery's worker and beat as threads of the serving process, when there is no Redis to share."""

import logging
import threading
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

from celery.beat import Scheduler, Service

from config.celery import app
from config.heartbeat import Heartbeat
from matches.records import gnubg

log = logging.getLogger(__name__)


class EmbeddedCelery(AbstractContextManager["EmbeddedCelery"]):
    """Runs while the server runs. Start it in exactly one process, or scheduled tasks are sent twice."""

    def __init__(self, *, threads: int = 2) -> None:
        self._worker: Any = app.WorkController(
            pool_cls="threads",
            concurrency=threads,
            hostname="embedded@localhost",
            loglevel="WARNING",
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
        )
        self._heartbeat = Heartbeat("server")
        self._beat: Any = Service(app, scheduler_cls=Scheduler, max_interval=5)

    def __enter__(self) -> "EmbeddedCelery":
        for name, target in (("celery-worker", self._worker.start), ("celery-beat", self._beat.start)):
            threading.Thread(target=target, name=name, daemon=True).start()
        self._heartbeat.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        gnubg.stop_all()
        self._heartbeat.stop()
        self._beat.stop(wait=False)
        self._worker.stop()
