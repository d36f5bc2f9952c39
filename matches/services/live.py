"""Change notices for open pages, written in the transaction of the change."""

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from matches.models.operations import Notice
from matches.services import outbox

TOPIC = re.compile(r"(match|event|club|desk|session|news|screen|board|transcript):[A-Za-z0-9_-]{1,64}")
# How many topics one stream may follow; the home page follows its 24 newest running events.
TOPICS_MAX = 32
# The Redis channel that wakes the streams of other processes.
CHANNEL = "crawford:notices"
_listeners: list[Callable[[], None]] = []


def publish(*, topic: str, kind: str, data: dict[str, Any] | None = None) -> Notice:
    """Store a notice under `topic` for open pages and return it.

    Topics: "match:CODE", "event:ID", "club:ID", "desk:CODE", "session:CODE", "news:DESK", "screen:CODE",
    "board:MATCH", "transcript:ID" (a match file without a match). Call it inside the transaction: pages
    receive it when the transaction commits. Any visitor may listen to any topic, so `data` holds only public
    values (a version, a number). Raises ValueError for another kind of topic.
    """
    if not TOPIC.fullmatch(topic):
        raise ValueError(f"Not a topic: {topic!r}")
    return publish_all(kind=kind, data_by_topic=[(topic, data or {})])[0]


def publish_all(*, kind: str, data_by_topic: Sequence[tuple[str, dict[str, Any]]]) -> list[Notice]:
    """Store several notices of one kind, as `publish` does one; return them. One query."""
    for topic, _ in data_by_topic:
        if not TOPIC.fullmatch(topic):
            raise ValueError(f"Not a topic: {topic!r}")
    notices = Notice.objects.bulk_create(
        Notice(topic=topic, kind=kind, data=data) for topic, data in data_by_topic
    )
    transaction.on_commit(_notify_listeners, robust=True)
    return notices


def add_listener(listener: Callable[[], None]) -> None:
    """Call `listener` whenever this process has committed a notice; it must be quick and thread-safe."""
    _listeners.append(listener)


def remove_listener(listener: Callable[[], None]) -> None:
    """Undo `add_listener`."""
    _listeners.remove(listener)


def prune(*, older_than: timedelta) -> int:
    """Delete notices older than `older_than`; return their number."""
    deleted, _ = Notice.objects.filter(at__lt=timezone.now() - older_than).delete()
    return deleted


def _notify_listeners() -> None:
    for listener in list(_listeners):
        listener()
    if settings.REDIS_URL:
        outbox.enqueue_call(_notify_other_processes)


def _notify_other_processes() -> None:
    _redis().publish(CHANNEL, "1")


@cache
def _redis() -> Any:
    # Imported late: the package is slow to import, and most commands and small sites do not use Redis.
    client = import_module("redis").Redis
    return client.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
