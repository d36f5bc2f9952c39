"""A Redis transport for Celery that reports a lost connection as lost, so that a worker reconnects."""

from typing import Any

from kombu.transport import redis


class Channel(redis.Channel):
    """kombu's channel, for one thing: a transport that has forgotten its connection has lost it.

    Messages a worker still holds are given back or acknowledged after Redis died. Where the transport has
    been cleared by then, kombu fails with `AttributeError`, which nobody expects, and Celery ends the worker.
    """

    def _connparams(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("The connection of this channel was lost.")
        return super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]


class Transport(redis.Transport):
    """Redis with channels that say so when their connection is gone."""

    Channel = Channel
