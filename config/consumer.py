"""How a worker takes messages from Redis: a connection that was lost never ends it."""

import logging
from typing import Any

from celery.worker.consumer import Consumer

log = logging.getLogger(__name__)


class Enduring(Consumer):
    """Celery's consumer, which ends its worker when a connection that broke cannot be tidied up.

    kombu gives messages it holds back to Redis as it closes a channel, also where the transport has
    forgotten its connection (`AttributeError` in `Channel._connparams`). The connection is lost already and
    what was owed stands in tables: nothing is left to tidy, and the worker connects anew.
    """

    def on_connection_error_after_connected(self, exc: Exception) -> Any:
        """Leave the broken connection behind."""
        try:
            super().on_connection_error_after_connected(exc)
        except Exception as error:  # noqa: BLE001 - whatever it is, the next connection begins anew
            log.warning("A lost connection to Redis was not tidied up (%r); the worker goes on.", error)
