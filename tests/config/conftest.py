"""Sites with a yard, their tables made once: on SQLite, and on real PostgreSQL and Redis."""

import shutil
from pathlib import Path

import pytest
from redis import Redis

from tests.servers import create_database

YARD = {
    "DJANGO_SETTINGS_MODULE": "tests.config.yard.settings",
    "SECRET_KEY": "shared-by-the-sites-of-the-tests",
}


@pytest.fixture
def yard(furnished: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a site of its own on SQLite."""
    return yard_in(tmp_path, furnished)


def yard_in(folder: Path, furnished: Path) -> dict[str, str]:
    """The environment of a site in `folder`, with the tables of `furnished`."""
    shutil.copytree(furnished, folder, dirs_exist_ok=True)
    return {**YARD, "CRAWFORD_DATA": str(folder), "STREAMS_PER_CLIENT": "3"}


@pytest.fixture
def production(furnished_postgres: str, redis_server: str, tmp_path: Path) -> dict[str, str]:
    """The environment every process of a production site gets; its database and queue are its own."""
    name = f"site_{abs(hash(tmp_path))}"
    create_database(furnished_postgres, name, template="furnished")
    with Redis.from_url(redis_server) as redis:
        redis.flushall()
    return {
        **YARD,
        "CRAWFORD_DATA": str(tmp_path),
        "DATABASE_URL": f"{furnished_postgres}/{name}",
        "REDIS_URL": redis_server,
        "DB_POOL_MAX": "4",
    }
