"""Environments of sites with the probe app, migrated once: on SQLite, and on PostgreSQL with Redis."""

import shutil
from pathlib import Path

import pytest
from redis import Redis

from tests.servers import create_database

PROBE_ENV = {
    "DJANGO_SETTINGS_MODULE": "tests.config.probe.settings",
    "SECRET_KEY": "shared-by-the-sites-of-the-tests",
}


@pytest.fixture
def probe_env(migrated_folder: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a new site on SQLite."""
    return probe_env_in(tmp_path, migrated_folder)


def probe_env_in(folder: Path, migrated_folder: Path) -> dict[str, str]:
    """The environment of a site in `folder`, with the tables of `migrated_folder`."""
    shutil.copytree(migrated_folder, folder, dirs_exist_ok=True)
    return {**PROBE_ENV, "CRAWFORD_DATA": str(folder), "STREAMS_PER_CLIENT": "3"}


@pytest.fixture
def production(migrated_postgres: str, redis_server: str, tmp_path: Path) -> dict[str, str]:
    """The environment for every process of a new production site, with an empty Redis."""
    name = f"site_{abs(hash(tmp_path))}"
    create_database(migrated_postgres, name, template="migrated")
    with Redis.from_url(redis_server) as redis:
        redis.flushall()
    return {
        **PROBE_ENV,
        "CRAWFORD_DATA": str(tmp_path),
        "DATABASE_URL": f"{migrated_postgres}/{name}",
        "REDIS_URL": redis_server,
        "DB_POOL_MAX": "4",
    }


@pytest.fixture
def migrated_copy(migrated_folder: Path, tmp_path: Path) -> Path:
    """A data folder of its own with an empty database."""
    (tmp_path / "crawford.sqlite3").write_bytes((migrated_folder / "crawford.sqlite3").read_bytes())
    return tmp_path
