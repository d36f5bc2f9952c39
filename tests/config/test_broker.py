"""A message a worker had reserved when Redis was lost does not end it."""

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from kombu import Connection

from config.celery import app

OURS = "config.broker.Transport"


@contextmanager
def reserved_message(url: str, transport: str) -> Iterator[tuple[Any, Any]]:
    """A connection that was cleared away while a message of it was at work, and the message."""
    with Connection(url, transport=transport) as connection:
        queue = connection.SimpleQueue(uuid.uuid4().hex)
        queue.put("work")
        message = queue.get(timeout=60)
        connection.transport.client = None
        message.channel._pool = None
        yield connection, message
        connection.transport.client = connection
        message.ack()
        queue.close()


def test_what_cannot_be_acknowledged_any_more_is_a_lost_connection(redis_server: str) -> None:
    with reserved_message(redis_server, OURS) as (connection, message):
        message.ack_log_error(logging.getLogger("tests"), connection.connection_errors)

        assert message.acknowledged is False


def test_the_library_alone_fails_in_a_way_nobody_expects(redis_server: str) -> None:
    with reserved_message(redis_server, "redis") as (connection, message), pytest.raises(AttributeError):
        message.ack_log_error(logging.getLogger("tests"), connection.connection_errors)


def test_workers_on_redis_use_it(redis_server: str) -> None:
    with Connection(redis_server, transport=OURS) as connection:
        assert (type(connection.transport).__module__, connection.transport.driver_type) == (
            "config.broker",
            "redis",
        )
    assert (app.conf.broker_transport, settings.CELERY_BROKER_URL) == (None, "memory://localhost/")
