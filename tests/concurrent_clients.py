"""Several clients at the same moment, for the races that `tests/site/test_races.py` runs on PostgreSQL."""

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


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run every work in a thread and a connection of its own, all starting together; refusals are answers."""
    start = Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            start.wait(timeout=60)
            return work()
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [item.result(timeout=300) for item in [pool.submit(run, work) for work in works]]
