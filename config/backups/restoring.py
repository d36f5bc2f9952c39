"""Puts a backup back in place: first everything is checked, then all of it is replaced or none."""

import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from config.backups.seal import BackupError, Manifest, Sealed, opened, pieces
from config.backups.writing import SQLITE, member_of, migrations, tables

OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
    AND application_name <> current_setting('application_name')
"""


def restore(file: Path, *, replace: bool) -> Manifest:
    """Put the house of a backup in the place of the one here, then bring its tables up to this program.

    Raises BackupError, and changes nothing, for a file that is damaged, newer, or of another kind of
    database, for a house that is open, and for one with people in it unless `replace` says that it may go.
    """
    with opened(file) as sealed:
        _must_fit(sealed.manifest)
        if not replace and is_lived_in():
            raise BackupError("There are people in this house. Only --replace puts another in its place.")
        if connection.vendor == "sqlite":
            _sqlite(sealed)
        else:
            _postgres(sealed)
    call_command("migrate", interactive=False, verbosity=0)
    cache.clear()
    return sealed.manifest


def is_lived_in() -> bool:
    """Whether anybody has an account in the house that is here now."""
    try:
        return bool(get_user_model()._default_manager.exists())
    except DatabaseError:
        return False


def _must_fit(manifest: Manifest) -> None:
    if manifest.database != connection.vendor:
        raise BackupError(
            f"The file was written by a house on {manifest.database}; this one is on another kind."
        )
    known = MigrationLoader(None).disk_migrations or {}
    named = [(app, name) for app, names in manifest.migrations.items() for name in names]
    newer = [f"{app}.{name}" for app, name in named if (app, name) not in known]
    if newer:
        told = ", ".join(newer)
        raise BackupError(f"The file was written by a newer version of this program (it has {told}).")


def _path() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _sqlite(sealed: Sealed) -> None:
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.restored")
    try:
        with sealed.open(SQLITE) as part, draft.open("wb") as copy:
            shutil.copyfileobj(part, copy)
        _must_be_sound(draft)
        connection.close()
        _close_up(path)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _must_be_sound(file: Path) -> None:
    with closing(sqlite3.connect(file)) as found:
        # The checks of the tables ask for it.
        found.create_function("REGEXP", 2, lambda pattern, text: re.search(pattern, str(text)) is not None)
        try:
            said = found.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as fault:
            raise BackupError("The records in the file are damaged.") from fault
    if said != ("ok",):
        raise BackupError("The records in the file are damaged.")


def _close_up(path: Path) -> None:
    """Take the newest results out of the log beside the file; that needs a house nobody has open."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=1)) as here:
        try:
            mode = here.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            mode = ("wal",)
    if mode != ("delete",):
        raise BackupError("The house is open. Stop it, then restore.")


def _postgres(sealed: Sealed) -> None:
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        (others,) = cursor.fetchone()
    if others:
        raise BackupError(
            f"The house is open: {others} other connections. Stop it and its workers, then restore."
        )
    with transaction.atomic():
        if (migrations(), tables()) != (sealed.manifest.migrations, sealed.manifest.columns):
            _empty()
            _furnish(sealed.manifest)
        _fill(sealed)
    connection.close()


def _empty() -> None:
    """Drop what is there, all of it the house's own."""
    _run(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(table)) for table in tables())


def _furnish(manifest: Manifest) -> None:
    """Make the tables as they were when the file was written."""
    executor = MigrationExecutor(connection)
    executor.migrate([(app, name) for app, names in manifest.migrations.items() for name in names])
    if tables() != manifest.columns:
        raise BackupError("The tables of the file are not those its migrations make.")


def _fill(sealed: Sealed) -> None:
    columns = sealed.manifest.columns
    everything = sql.SQL(", ").join(map(sql.Identifier, columns))
    # What the migrations have written goes; keys between tables are looked at when all rows are there.
    _run([sql.SQL("SET CONSTRAINTS ALL IMMEDIATE"), sql.SQL("TRUNCATE {}").format(everything)])
    _run([sql.SQL("SET CONSTRAINTS ALL DEFERRED")])
    for table, names in columns.items():
        _load(sealed, table, names)
    _run(_counters(columns))


def _load(sealed: Sealed, table: str, columns: list[str]) -> None:
    words = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with connection.cursor() as cursor, sealed.open(member_of(table)) as part, cursor.copy(words) as copy:
        for piece in pieces(part):
            copy.write(piece)


def _counters(columns: Iterable[str]) -> Iterator[Any]:
    """What lets new rows count on from the last one."""
    for table in columns:
        with connection.cursor() as cursor:
            found = connection.introspection.get_sequences(cursor, table)
        for each in found:
            yield sql.SQL(
                "SELECT setval(pg_get_serial_sequence({}, {}), max({}), max({}) IS NOT NULL) FROM {}"
            ).format(
                sql.Literal(table),
                sql.Literal(each["column"]),
                sql.Identifier(each["column"]),
                sql.Identifier(each["column"]),
                sql.Identifier(table),
            )


def _run(statements: Iterable[Any]) -> None:
    with connection.cursor() as cursor:
        for each in statements:
            cursor.execute(each)
