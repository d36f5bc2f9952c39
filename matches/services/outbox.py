"""The outbox: messages posted in a transaction and delivered after its commit, with retries.

Delivery means calling the handler of the message's kind, which an app registers in `AppConfig.ready`.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import cache
from queue import Full, Queue
from typing import Any

from celery import current_app, signature
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from matches.models.operations import Outbox

log = logging.getLogger(__name__)

MAX_QUEUED_CALLS = 1000


class BackgroundCaller:
    """Runs short calls in order on one daemon thread; drops calls that fail or exceed the queue.

    After a failure, calls are dropped for `pause` seconds. Only for calls whose loss merely delays something:
    a periodic task sweeps the tables.
    """

    def __init__(self, *, pause: float = 2.0) -> None:
        self._pause = pause
        self._silent_until = 0.0
        self._calls: Queue[Callable[[], object]] = Queue(MAX_QUEUED_CALLS)
        self._start_lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def enqueue(self, call: Callable[[], object]) -> None:
        """Queue a call and return at once."""
        try:
            self._calls.put_nowait(call)
        except Full:
            log.warning("A background call was dropped; the next sweep makes up for it.")
        self._ensure_thread()

    def _ensure_thread(self) -> None:
        with self._start_lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="background-calls", daemon=True)
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
    # Threads do not survive a fork: the child starts its own caller.
    os.register_at_fork(after_in_child=_get_background_caller.cache_clear)


def enqueue_call(call: Callable[[], object]) -> None:
    """Run `call` on the background thread of this process; never blocks, never raises."""
    _get_background_caller().enqueue(call)


def enqueue_task(name: str, **kwargs: object) -> None:
    """Send a Celery task to a worker without blocking.

    A lost message only delays the work, because pending rows are swept regularly.
    """
    if current_app.conf.broker_url.startswith("memory"):
        signature(name, kwargs=kwargs).apply_async()
    else:
        enqueue_call(signature(name, kwargs=kwargs).apply_async)


Handler = Callable[[dict[str, Any]], object]
DATABASE_HANDLERS: dict[str, Handler] = {}
"""Handlers by kind, for short work that only writes to the database. A handler runs in the transaction that
marks the row as sent, so its effect happens exactly once."""

EXTERNAL_HANDLERS: dict[str, Handler] = {}
"""Handlers by kind, for work outside the database, such as mail, and for long work in several transactions. A
handler runs outside a transaction and at least once: after a crash it runs again. It must give up on the
network within a minute (`EXTERNAL_WAIT`)."""

DELIVER_TASK = "matches.tasks.deliver"
# A message is due after this time, if the Celery task sent at its commit was lost.
FIRST_DELAY = timedelta(seconds=5)
MAX_RETRY_DELAY = timedelta(minutes=15)
# The least time between two attempts at an external message.
EXTERNAL_WAIT = timedelta(minutes=1)
MAX_SWEPT = 200


def post_message(*, kind: str, payload: dict[str, Any]) -> Outbox:
    """Post a message of this kind; call it inside the transaction. Raises LookupError for an unknown kind."""
    if kind not in DATABASE_HANDLERS and kind not in EXTERNAL_HANDLERS:
        raise LookupError(f"No handler for outbox kind {kind!r}")
    row = Outbox.objects.create(kind=kind, payload=payload, due_at=timezone.now() + FIRST_DELAY)
    transaction.on_commit(lambda: _enqueue_delivery(row.pk), robust=True)
    return row


def deliver_message(*, outbox_id: int) -> bool:
    """Deliver one message; return False if it is done or another worker has it. Re-raises handler errors."""
    if not _claim_message(outbox_id):
        return False
    try:
        return _handle_external_message(outbox_id) or _handle_database_message(outbox_id)
    except Exception as error:
        Outbox.objects.filter(pk=outbox_id).update(last_error=f"{type(error).__name__}: {error}"[:500])
        raise


def deliver_due_messages() -> int:
    """Deliver the messages that are due, at most `MAX_SWEPT`; return the number delivered.

    External messages come last. After a failure of an external kind the rest of that kind is skipped, so that
    an unreachable mail server delays the sweep only once.
    """
    now = timezone.now()
    due_rows = Outbox.objects.filter(sent_at=None, given_up_at=None, due_at__lte=now).order_by("due_at")
    rows = sorted(due_rows.values_list("pk", "kind")[:MAX_SWEPT], key=lambda row: row[1] in EXTERNAL_HANDLERS)
    delivered_count, failed_kinds = 0, set[str]()
    for pk, kind in rows:
        if kind in failed_kinds:
            continue
        try:
            delivered_count += deliver_message(outbox_id=pk)
        except Exception:
            log.exception("Outbox row %s failed and will be tried again.", pk)
            if kind in EXTERNAL_HANDLERS:
                failed_kinds.add(kind)
    return delivered_count


def prune(*, older_than: timedelta) -> int:
    """Delete messages sent or abandoned longer ago than `older_than`; return their number."""
    limit = timezone.now() - older_than
    deleted, _ = Outbox.objects.filter(Q(sent_at__lt=limit) | Q(given_up_at__lt=limit)).delete()
    return deleted


@transaction.atomic
def retry_message(*, outbox_id: int) -> bool:
    """Retry a failed or abandoned message at once; return False when it is done already."""
    row = Outbox.objects.select_for_update().filter(pk=outbox_id, sent_at=None).first()
    if row is None:
        return False
    Outbox.objects.filter(pk=outbox_id).update(given_up_at=None, attempts=0, due_at=timezone.now())
    transaction.on_commit(lambda: _enqueue_delivery(outbox_id), robust=True)
    return True


@transaction.atomic
def abandon_message(*, outbox_id: int) -> bool:
    """Abandon a failed message; return False when it is done already, or was never tried."""
    row = Outbox.objects.select_for_update().filter(pk=outbox_id, sent_at=None, attempts__gte=1).first()
    if row is None:
        return False
    Outbox.objects.filter(pk=outbox_id).update(given_up_at=timezone.now())
    return True


def get_retry_delay(attempt: int) -> timedelta:
    """Return the delay after the start of the `attempt`-th try (1, 2, …): 5 s, 10 s … 15 min."""
    return min(timedelta(seconds=5 * 2 ** min(attempt - 1, 20)), MAX_RETRY_DELAY)


def _claim_message(outbox_id: int) -> bool:
    """Count an attempt in a transaction of its own; return False if the row is done or not due.

    The next attempt becomes due after the retry delay. So a crashed worker is retried with back-off too, and
    concurrent deliveries skip the row.
    """
    with transaction.atomic():
        now = timezone.now()
        pending_rows = Outbox.objects.select_for_update(skip_locked=True).filter(
            sent_at=None, given_up_at=None
        )
        row = pending_rows.filter(Q(attempts=0) | Q(due_at__lte=now), pk=outbox_id).first()
        if row is None:
            return False
        wait = get_retry_delay(row.attempts + 1)
        due_at = now + (max(wait, EXTERNAL_WAIT) if row.kind in EXTERNAL_HANDLERS else wait)
        Outbox.objects.filter(pk=outbox_id).update(attempts=F("attempts") + 1, due_at=due_at)
    return True


def _handle_external_message(outbox_id: int) -> bool:
    row = Outbox.objects.get(pk=outbox_id)
    if row.kind not in EXTERNAL_HANDLERS:
        return False
    EXTERNAL_HANDLERS[row.kind](row.payload)
    Outbox.objects.filter(pk=outbox_id).update(sent_at=timezone.now(), last_error="")
    return True


@transaction.atomic
def _handle_database_message(outbox_id: int) -> bool:
    row = Outbox.objects.select_for_update().get(pk=outbox_id)
    if row.sent_at is not None or row.given_up_at is not None:
        return False
    DATABASE_HANDLERS[row.kind](row.payload)
    Outbox.objects.filter(pk=outbox_id).update(sent_at=timezone.now(), last_error="")
    return True


def _enqueue_delivery(outbox_id: int) -> None:
    enqueue_task(DELIVER_TASK, outbox_id=outbox_id)
