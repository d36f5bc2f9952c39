"""A Redis transport for Celery that reports a lost connection as lost, so that a worker reconnects."""

from typing import Any

from kombu.transport import redis


class RedisChannel(redis.Channel):
    """kombu's channel, which reports a closed transport as a lost connection.

    After a failure of Redis a worker returns or acknowledges its messages. Where the transport has been
    cleared by then, kombu fails with an unexpected `AttributeError`, and Celery ends the worker.
    """

    def _connparams(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("The connection of this channel was lost.")
        return super()._connparams(asynchronous=asynchronous)  # type: ignore[misc]


class Transport(redis.Transport):
    """The Redis transport with these channels."""

    Channel = RedisChannel
