"""The empty database of a process that rehearses days, in memory or in a file."""

import gc
import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.servers import migrated_tables

DATABASE = "file:rehearsals?mode=memory&cache=shared"
TEST_HOST = "testserver"


def use_empty_database() -> None:
    """Connect to an empty database in memory, unless this process has."""
    if connection.settings_dict["NAME"] != DATABASE:
        _use_database(DATABASE)


def use_database_file(file: Path) -> None:
    """Connect to an empty database in a file."""
    _use_database(str(file))


def _use_database(name: str) -> None:
    # Templates need not report what they render, as the usual test environment does.
    if TEST_HOST not in settings.ALLOWED_HOSTS:
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, TEST_HOST]
    # The method of SQLite's own class does not close a database in memory.
    BaseDatabaseWrapper.close(connection)
    connection.settings_dict["NAME"] = name
    with closing(sqlite3.connect(migrated_tables() / "crawford.sqlite3")) as template:
        connection.ensure_connection()
        template.backup(connection.connection)
    # Fewer collections: most objects of a day live until its end.
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
