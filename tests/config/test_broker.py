"""The Celery transport for Redis: a message that a worker had reserved when Redis was lost does not end the
worker."""

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from kombu import Connection

from config.celery import app

TRANSPORT = "config.broker.Transport"


@contextmanager
def reserved_message(url: str, transport: str) -> Iterator[tuple[Any, Any]]:
    """A connection that was closed while a message of it was reserved, and that message."""
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


def test_a_failed_acknowledgement_is_a_connection_error(redis_server: str) -> None:
    with reserved_message(redis_server, TRANSPORT) as (connection, message):
        message.ack_log_error(logging.getLogger("tests"), connection.connection_errors)

        assert message.acknowledged is False


def test_the_transport_of_kombu_raises_attribute_error(redis_server: str) -> None:
    with reserved_message(redis_server, "redis") as (connection, message), pytest.raises(AttributeError):
        message.ack_log_error(logging.getLogger("tests"), connection.connection_errors)


def test_workers_on_redis_use_the_transport(redis_server: str) -> None:
    with Connection(redis_server, transport=TRANSPORT) as connection:
        assert (type(connection.transport).__module__, connection.transport.driver_type) == (
            "config.broker",
            "redis",
        )
    assert (app.conf.broker_transport, settings.CELERY_BROKER_URL) == (None, "memory://localhost/")
