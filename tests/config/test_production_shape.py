"""PostgreSQL, Redis, two serving processes and a Celery worker: the same house, spread out."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest

from tests import servers
from tests.config.conftest import YARD, create_database
from tests.config.listening import call, stream

pytestmark = pytest.mark.servers


def test_a_notice_of_one_process_reaches_a_stream_of_another(production: dict[str, str]) -> None:
    with (
        servers.house(production) as (one, _),
        servers.house(production) as (other, _),
        stream(other, "match:abc") as page,
    ):
        call(one, "/yard/publish", method="POST", topic="match:abc")
        assert page.next_event().event == "match:abc"


def test_houses_that_start_together_make_the_tables_once(
    postgres_server: str, redis_server: str, tmp_path: Path
) -> None:
    create_database(postgres_server, "unfurnished", template="template0")
    env = {**YARD, "DATABASE_URL": f"{postgres_server}/unfurnished", "REDIS_URL": redis_server}
    with ThreadPoolExecutor() as threads, ExitStack() as stack:
        houses = [servers.house({**env, "CRAWFORD_DATA": str(tmp_path)}) for _ in range(2)]
        opened = list(threads.map(stack.enter_context, houses))
        assert [call(address, "/readyz")["migrations"] for address, _ in opened] == ["ok", "ok"]


def test_a_notice_that_commits_late_is_not_skipped(production: dict[str, str]) -> None:
    with servers.house(production) as (address, _), stream(address, "match:abc") as page:
        with psycopg.connect(production["DATABASE_URL"]) as slow:
            slow.execute(
                "INSERT INTO matches_notice (topic, kind, data, at) VALUES ('match:abc', 'slow', '{}', now())"
            )
            call(address, "/yard/publish", method="POST", topic="match:abc")
            overtaking = page.next_event()
        late = page.next_event()
        assert (overtaking.data["kind"], late.data["kind"], late.id) == ("changed", "slow", overtaking.id + 1)


def test_work_owed_while_the_workers_are_away_is_done_once_when_they_come(
    production: dict[str, str], tmp_path: Path
) -> None:
    with servers.house(production) as (address, _):
        call(address, "/yard/owe", method="POST", name="a")
        assert call(address, "/yard/count", name="a") == {"marks": 0, "sent": 0, "attempts": 0}
        with servers.celery_worker(production, tmp_path):
            servers.until(lambda: call(address, "/yard/count", name="a")["sent"] == 1)
            assert call(address, "/yard/count", name="a")["marks"] == 1


def test_work_cut_off_by_a_killed_worker_is_done_once_by_the_next(
    production: dict[str, str], tmp_path: Path
) -> None:
    with servers.house(production) as (address, _):
        with servers.celery_worker(production, tmp_path) as worker:
            call(address, "/yard/owe", method="POST", name="a", seconds="3")
            servers.until(lambda: call(address, "/yard/count", name="a")["attempts"] >= 1)
            servers.kill(worker)
        assert call(address, "/yard/count", name="a")["marks"] == 0
        with servers.celery_worker(production, tmp_path):
            servers.until(lambda: call(address, "/yard/count", name="a")["sent"] == 1)
            assert call(address, "/yard/count", name="a")["marks"] == 1


def test_a_house_without_its_redis_takes_results_and_delivers_when_redis_is_back(
    production: dict[str, str], tmp_path: Path
) -> None:
    port = servers.free_port()
    env = {**production, "REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    with ExitStack() as stack:
        address, _ = stack.enter_context(servers.house(env))
        page = stack.enter_context(stream(address, "match:abc"))
        call(address, "/yard/owe", method="POST", name="a")
        call(address, "/yard/publish", method="POST", topic="match:abc")
        assert page.next_event().event == "match:abc"
        stack.enter_context(servers.redis(port=port))
        stack.enter_context(servers.celery_worker(env, tmp_path))
        servers.until(lambda: call(address, "/yard/count", name="a")["sent"] == 1)
        assert call(address, "/yard/count", name="a")["marks"] == 1
