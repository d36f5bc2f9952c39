"""Calls made at the same moment by several connections, for tests of race conditions on PostgreSQL."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from rules.errors import Refusal

ON_POSTGRES = [
    pytest.mark.servers,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one writer in at a time"),
]


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Make every call in a thread and a connection of its own, all starting together.

    Return the results in the order of the calls; a refusal is returned as its code.
    """
    start = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=60)
            return call()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result(timeout=300) for future in [pool.submit(run, call) for call in calls]]
