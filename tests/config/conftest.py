"""Houses with a yard, their tables made once: on SQLite, and on real PostgreSQL and Redis."""

import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from redis import Redis

from tests.servers import ROOT, environment

YARD = {
    "DJANGO_SETTINGS_MODULE": "tests.config.yard.settings",
    "SECRET_KEY": "shared-by-the-houses-of-the-tests",
}


def migrate(env: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(command, cwd=ROOT, env=environment(env), check=True)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose tables are made."""
    folder = tmp_path_factory.mktemp("furnished")
    migrate({**YARD, "CRAWFORD_DATA": str(folder)})
    return folder


@pytest.fixture
def yard(furnished: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a house of its own on SQLite."""
    return yard_in(tmp_path, furnished)


def yard_in(folder: Path, furnished: Path) -> dict[str, str]:
    """The environment of a house in `folder`, with the tables of `furnished`."""
    shutil.copytree(furnished, folder, dirs_exist_ok=True)
    return {**YARD, "CRAWFORD_DATA": str(folder), "STREAMS_PER_CLIENT": "3"}


@pytest.fixture(scope="session")
def furnished_postgres(postgres_server: str) -> str:
    """The address of a PostgreSQL with a database `furnished` whose tables are made."""
    create_database(postgres_server, "furnished", template="template0")
    migrate({**YARD, "DATABASE_URL": f"{postgres_server}/furnished", "DB_POOL_MAX": "1"})
    return postgres_server


def create_database(server: str, name: str, *, template: str) -> None:
    words = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(words)


@pytest.fixture
def production(furnished_postgres: str, redis_server: str, tmp_path: Path) -> dict[str, str]:
    """The environment every process of a production house gets; its database and queue are its own."""
    name = f"house_{abs(hash(tmp_path))}"
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
