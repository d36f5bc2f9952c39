"""A production house with a yard: real PostgreSQL, real Redis, nothing in either."""

from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from redis import Redis


@pytest.fixture
def production(postgres_server: str, redis_server: str, tmp_path: Path) -> dict[str, str]:
    """The environment every process of the house gets."""
    name = f"house_{abs(hash(tmp_path))}"
    with Redis.from_url(redis_server) as redis:
        redis.flushall()
    with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return {
        "DJANGO_SETTINGS_MODULE": "tests.config.yard.settings",
        "CRAWFORD_DATA": str(tmp_path),
        "SECRET_KEY": "shared-by-every-process-of-the-tests",
        "DATABASE_URL": f"{postgres_server}/{name}",
        "REDIS_URL": redis_server,
        "DB_POOL_MAX": "4",
    }
