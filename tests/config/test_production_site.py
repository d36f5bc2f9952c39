"""A production site: PostgreSQL, Redis, two web processes and a Celery worker."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from tests import servers
from tests.config.conftest import PROBE_ENV
from tests.config.stream_client import call, stream

pytestmark = pytest.mark.servers

TWICE = "SELECT app, name FROM django_migrations GROUP BY app, name HAVING count(*) > 1"


@pytest.fixture(scope="module")
def spread(
    postgres_server: str, redis_server: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SimpleNamespace]:
    """Two web processes started together on an empty database, and the environment they share."""
    servers.create_database(postgres_server, "spread", template="template0")
    env = {
        **PROBE_ENV,
        "CRAWFORD_DATA": str(tmp_path_factory.mktemp("spread")),
        "DATABASE_URL": f"{postgres_server}/spread",
        "REDIS_URL": redis_server,
        "DB_POOL_MAX": "4",
    }
    with ThreadPoolExecutor() as threads, ExitStack() as stack:
        sites = [servers.site(env) for _ in range(2)]
        (one, _), (other, _) = threads.map(stack.enter_context, sites)
        yield SimpleNamespace(env=env, one=one, other=other)


def test_processes_that_start_together_create_the_tables_once(spread: SimpleNamespace) -> None:
    opened = (spread.one, spread.other)
    assert [call(address, "/readyz")["migrations"] for address in opened] == ["ok", "ok"]
    with psycopg.connect(spread.env["DATABASE_URL"]) as database:
        assert database.execute(TWICE).fetchall() == []


def test_a_notice_of_one_process_reaches_a_stream_of_another(spread: SimpleNamespace) -> None:
    with stream(spread.other, "match:abc") as page:
        call(spread.one, "/probe/publish", method="POST", topic="match:abc")
        assert page.next_event().event == "match:abc"


def test_a_notice_that_commits_late_is_not_skipped(spread: SimpleNamespace) -> None:
    with stream(spread.one, "match:late") as page:
        with psycopg.connect(spread.env["DATABASE_URL"]) as slow:
            slow.execute(
                "INSERT INTO matches_notice (topic, kind, data, at) VALUES (%s, 'slow', '{}', now())",
                ["match:late"],
            )
            call(spread.one, "/probe/publish", method="POST", topic="match:late")
            overtaking = page.next_event()
        assert [overtaking.data["kind"], page.next_event().data["kind"]] == ["changed", "slow"]
    # A client that received the one that overtook, and reconnects, gets both.
    with stream(spread.one, "match:late", last=overtaking.id) as page:
        assert [page.next_event().data["kind"] for _ in range(2)] == ["slow", "changed"]


def test_messages_queued_while_the_workers_are_away_or_killed_are_processed_once_by_the_next(
    spread: SimpleNamespace, tmp_path: Path
) -> None:
    def count(name: str) -> dict[str, int]:
        return call(spread.other, "/probe/count", name=name)

    call(spread.one, "/probe/enqueue", method="POST", name="a")
    assert count("a") == {"marks": 0, "sent": 0, "attempts": 0}
    with servers.celery_worker(spread.env, tmp_path) as worker:
        servers.until(lambda: count("a")["sent"] == 1)
        call(spread.one, "/probe/enqueue", method="POST", name="b", seconds="3")
        servers.until(lambda: count("b")["attempts"] >= 1)
        servers.kill(worker)
    assert (count("a")["marks"], count("b")["marks"]) == (1, 0)
    with servers.celery_worker(spread.env, tmp_path):
        servers.until(lambda: count("b")["sent"] == 1)
        assert (count("a")["marks"], count("b")["marks"]) == (1, 1)


def test_messages_queued_without_redis_are_processed_when_redis_is_back(
    production: dict[str, str], tmp_path: Path
) -> None:
    port = servers.free_port()
    env = {**production, "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    with ExitStack() as stack:
        address, _ = stack.enter_context(servers.site(env))
        page = stack.enter_context(stream(address, "match:abc"))
        call(address, "/probe/enqueue", method="POST", name="a")
        call(address, "/probe/publish", method="POST", topic="match:abc")
        assert page.next_event().event == "match:abc"
        stack.enter_context(servers.redis(port=port))
        stack.enter_context(servers.celery_worker(env, tmp_path))
        servers.until(lambda: call(address, "/probe/count", name="a")["sent"] == 1)
        assert call(address, "/probe/count", name="a")["marks"] == 1
