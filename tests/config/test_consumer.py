"""A worker whose lost connection cannot be tidied up takes messages again from the next one."""

from typing import Any

import pytest
from celery.worker.consumer import Consumer

from config.celery import app
from config.consumer import Enduring


class Forgotten:
    """A connection whose transport has forgotten it, as kombu leaves it where Redis dies at a bad moment."""

    def collect(self, **_: Any) -> None:
        raise ConnectionError

    def close(self) -> None:
        raise AttributeError("'NoneType' object has no attribute 'hostname'")


def consumer() -> Any:
    return app.WorkController(pool_cls="solo", hostname="tried@localhost").consumer


def test_the_house_takes_messages_in_its_own_way() -> None:
    assert type(consumer()) is Enduring


def test_a_connection_that_cannot_be_tidied_up_is_left_behind() -> None:
    ours = consumer()
    ours.connection = Forgotten()
    ours.on_connection_error_after_connected(ConnectionError())

    assert ours.connection is None


def test_the_library_alone_would_end_the_worker() -> None:
    theirs = consumer()
    theirs.connection = Forgotten()
    with pytest.raises(AttributeError):
        Consumer.on_connection_error_after_connected(theirs, ConnectionError())
