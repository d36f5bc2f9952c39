"""The tables of a new database: made from the models, and the same as the migrations make."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.db import connection, migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder

from config import tables
from tests import servers

pytestmark = pytest.mark.second_stage

# Every column, constraint and index of a database, without the names of constraints and indexes. One column
# is left out: the migrations and the models of Django give it integers of different sizes.
COLUMNS = """
    SELECT table_name, column_name, data_type, character_maximum_length::text, is_nullable, is_identity,
        column_default
    FROM information_schema.columns
    WHERE table_schema = 'public' AND (table_name, column_name) <> ('auth_group_permissions', 'id')"""
CONSTRAINTS = """
    SELECT conrelid::regclass::text, contype::text, pg_get_constraintdef(oid), condeferrable::text
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace"""
INDEXES = r"""
    SELECT tablename, regexp_replace(indexdef, 'INDEX \S+ ON', 'INDEX ON')
    FROM pg_indexes WHERE schemaname = 'public'"""
BOTH_WAYS = ("of_models", "of_migrations")


def create_both_ways(envs: dict[str, dict[str, str]]) -> None:
    """Create the tables of one site from the models, those of the other by the migrations."""
    servers.create_tables(envs["of_models"])
    env = servers.environment({"SECRET_KEY": "to-migrate", **envs["of_migrations"]})
    command = [sys.executable, "-m", "tests.config.run_migrations"]
    subprocess.run(command, cwd=servers.ROOT, env=env, check=True)


@pytest.fixture(scope="module")
def sqlite_files(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """The database files of both ways."""
    folders = {way: tmp_path_factory.mktemp(way) for way in BOTH_WAYS}
    create_both_ways({way: {"CRAWFORD_DATA": str(folder)} for way, folder in folders.items()})
    return SimpleNamespace(**{way: folder / "crawford.sqlite3" for way, folder in folders.items()})


def query_file(path: Path, query: str) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def read_sqlite_schema(path: Path) -> set[tuple[str, ...]]:
    """Every table and index of a file; the parts of a table in alphabetical order."""
    statements = query_file(path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(name, *sorted(split_statement(statement))) for name, statement in statements}


def split_statement(statement: str) -> Iterator[str]:
    """Split a CREATE TABLE at its outer commas; other statements stay whole."""
    head, _bracket, body = statement.partition("(")
    if not head.startswith("CREATE TABLE"):
        yield statement
        return
    yield head.strip()
    part, depth = "", 0
    for piece in re.split(r"('(?:[^']|'')*'|[(),])", body.removesuffix(")")):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth == 0:
            yield part.strip()
            part = ""
        else:
            part += piece
    yield part.strip()


def test_on_sqlite_the_models_give_the_tables_of_the_migrations(sqlite_files: SimpleNamespace) -> None:
    of_models = read_sqlite_schema(sqlite_files.of_models)
    of_migrations = read_sqlite_schema(sqlite_files.of_migrations)

    assert (sorted(of_models - of_migrations), sorted(of_migrations - of_models)) == ([], [])
    assert len(of_models) > 300


def test_every_migration_is_recorded(sqlite_files: SimpleNamespace) -> None:
    query = "SELECT app, name FROM django_migrations ORDER BY app, name"
    assert query_file(sqlite_files.of_models, query) == query_file(sqlite_files.of_migrations, query)


def test_migrations_leave_no_row_that_a_site_made_from_the_models_would_lack(
    sqlite_files: SimpleNamespace,
) -> None:
    names = query_file(sqlite_files.of_migrations, "SELECT name FROM sqlite_master WHERE type = 'table'")
    filled = [
        name
        for (name,) in names
        if not name.startswith("sqlite_")
        and query_file(sqlite_files.of_migrations, f'SELECT count(*) FROM "{name}"') != [(0,)]
    ]
    assert filled == ["django_migrations"]


def test_every_migration_that_runs_code_says_that_a_new_site_does_not_need_it() -> None:
    """Give RunPython or RunSQL `elidable=True`; without it all migrations are run on a new site, slowly."""
    assert tables.list_needed_migrations(MigrationLoader(None)) == []


@pytest.mark.parametrize(
    ("operation", "needed"),
    [
        (migrations.RunPython(lambda apps, editor: None), True),
        (migrations.RunPython(lambda apps, editor: None, elidable=True), False),
        (migrations.RunSQL("SELECT 1"), True),
        (migrations.SeparateDatabaseAndState(), True),
        (migrations.DeleteModel("Club"), False),
    ],
)
def test_a_migration_with_other_operations_is_needed_unless_they_are_elidable(
    operation: Operation, *, needed: bool
) -> None:
    migration = migrations.Migration("0001_federation", "plugin")
    migration.operations = [operation]
    loader = MigrationLoader(None)
    loader.disk_migrations = {("plugin", "0001_federation"): migration}

    assert tables.list_needed_migrations(loader) == [("plugin", "0001_federation")] * needed


@pytest.mark.django_db
def test_a_database_with_a_table_of_the_program_is_not_new() -> None:
    assert (tables.is_new_database(), tables.create_tables()) == (False, False)
    assert MigrationRecorder(connection).has_table()


def test_an_interrupted_creation_leaves_a_new_database(tmp_path: Path) -> None:
    env = servers.environment({"CRAWFORD_DATA": str(tmp_path), "SECRET_KEY": "to-interrupt"})
    command = [sys.executable, "-m", "tests.config.interrupted_tables"]
    assert subprocess.run(command, cwd=servers.ROOT, env=env, check=False).returncode == -9
    path = tmp_path / "crawford.sqlite3"
    assert query_file(path, "SELECT name FROM sqlite_master") == []

    servers.create_tables({"CRAWFORD_DATA": str(tmp_path)})
    assert query_file(path, "SELECT count(*) FROM matches_user") == [(0,)]


def test_processes_that_start_together_on_one_file_create_the_tables_once(tmp_path: Path) -> None:
    envs = [{"CRAWFORD_DATA": str(tmp_path)}] * 2
    with ThreadPoolExecutor() as threads:
        list(threads.map(servers.create_tables, envs))
    query = "SELECT app, name FROM django_migrations GROUP BY app, name HAVING count(*) > 1"
    assert query_file(tmp_path / "crawford.sqlite3", query) == []


@pytest.mark.servers
def test_on_postgresql_the_models_give_the_tables_of_the_migrations(
    postgres_server: str, tmp_path: Path
) -> None:
    addresses = {way: f"{postgres_server}/{way}" for way in BOTH_WAYS}
    for way in BOTH_WAYS:
        servers.create_database(postgres_server, way, template="template0")
    create_both_ways(
        {way: {"CRAWFORD_DATA": str(tmp_path), "DATABASE_URL": address} for way, address in addresses.items()}
    )
    of_models, of_migrations = (read_postgres_schema(addresses[way]) for way in BOTH_WAYS)

    assert (sorted(of_models - of_migrations), sorted(of_migrations - of_models)) == ([], [])
    assert of_models


def read_postgres_schema(address: str) -> set[tuple[str, ...]]:
    """The columns, constraints and indexes of a database."""
    with psycopg.connect(address) as database:
        results = [database.execute(query).fetchall() for query in (COLUMNS, CONSTRAINTS, INDEXES)]
    return {tuple(map(str, row)) for rows in results for row in rows}
