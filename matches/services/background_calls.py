"""A background thread for best-effort calls, so that no request waits for Redis."""

import logging
import os
import threading
import time
from collections.abc import Callable
from functools import cache
from queue import Full, Queue

from celery import current_app, signature

log = logging.getLogger(__name__)

MAX_QUEUED_CALLS = 1000


class BackgroundCaller:
    """Runs small calls in order on one daemon thread; a call that fails or finds no room is dropped.

    After a failure all calls are dropped for `pause` seconds. Only for messages whose loss costs a few
    seconds: the tables are the truth and are swept.
    """

    def __init__(self, *, pause: float = 2.0) -> None:
        self._pause = pause
        self._silent_until = 0.0
        self._calls: Queue[Callable[[], object]] = Queue(MAX_QUEUED_CALLS)
        self._start = threading.Lock()
        self._thread: threading.Thread | None = None

    def soon(self, call: Callable[[], object]) -> None:
        """Hand over a call and return at once."""
        try:
            self._calls.put_nowait(call)
        except Full:
            log.warning("A background call was dropped; the next sweep makes up for it.")
        self._wake()

    def _wake(self) -> None:
        with self._start:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="nudges", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            self._try(self._calls.get())

    def _try(self, call: Callable[[], object]) -> None:
        if time.monotonic() < self._silent_until:
            return
        try:
            call()
        except Exception as error:  # noqa: BLE001 - whatever the broker throws must not end the thread
            log.warning("Redis does not answer (%s); results still count, sweeps deliver.", error)
            self._silent_until = time.monotonic() + self._pause


@cache
def _get_background_caller() -> BackgroundCaller:
    return BackgroundCaller()


if hasattr(os, "register_at_fork"):
    # Threads do not survive a fork: a child starts with a nudger of its own.
    os.register_at_fork(after_in_child=_get_background_caller.cache_clear)


def enqueue_call(call: Callable[[], object]) -> None:
    """Run `call` on the background thread of this process; never blocks, never raises."""
    _get_background_caller().soon(call)


def enqueue_task(name: str, **about: object) -> None:
    """Ask a worker to run a task now. A lost message only causes a delay: pending work is swept regularly."""
    if current_app.conf.broker_url.startswith("memory"):
        signature(name, kwargs=about).apply_async()
    else:
        enqueue_call(signature(name, kwargs=about).apply_async)
