"""Restoring a backup: the file is verified, then the whole database is replaced, or nothing of it."""

import io
import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, DataError, IntegrityError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from psycopg import sql

from config.backups import writer
from config.backups.archive import BackupError, BackupReader, Manifest, open_backup, read_chunks
from config.backups.writer import SQLITE_MEMBER, get_member_name, get_table_columns
from config.tables import create_tables

Row = Sequence[Any]
Fields = Sequence["models.Field[Any, Any]"]

BATCH_SIZE = 500
# The format of PostgreSQL's COPY: null, and escaped characters.
NULL = r"\N"
ESCAPE_PATTERN = re.compile(r"\\(.)")
ESCAPED_CHARACTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def get_fields_by_table(state: ProjectState) -> Mapping[str, Fields]:
    """Return the fields of the columns of every table, by the models of `state`."""
    model_options = [model._meta for model in state.apps.get_models(include_auto_created=True)]
    stored_models = [meta for meta in model_options if meta.managed and not meta.proxy]
    return {
        meta.db_table: meta.local_concrete_fields
        for meta in sorted(stored_models, key=lambda meta: meta.db_table)
    }


def read_postgres_rows(backup: BackupReader, table: str, fields: Fields) -> Iterator[Row]:
    """Read the rows of a table, as Python values, from a backup of a PostgreSQL database."""
    names = backup.manifest.columns.get(table, [])
    if sorted(names) != sorted(str(field.column) for field in fields):
        raise BackupError(f"The columns of {table} are not those its migrations make.")
    column_indexes = [names.index(str(field.column)) for field in fields]
    with backup.open(get_member_name(table)) as part:
        for line in io.TextIOWrapper(part, encoding="utf-8", newline="\n"):
            cells = line.rstrip("\n").split("\t")
            yield [
                _to_python_value(field, _unescape(cells[index]))
                for field, index in zip(fields, column_indexes, strict=True)
            ]


def read_sqlite_rows(database_file: Path, table: str, fields: Fields) -> Iterator[Row]:
    """Read the rows of a table, as Python values, from an SQLite database file."""
    columns = ", ".join(map(_quote_column, fields))
    with closing(sqlite3.connect(database_file)) as database:
        try:
            for row in database.execute(f"SELECT {columns} FROM {connection.ops.quote_name(table)}"):  # noqa: S608
                yield [_to_python_value(field, cell) for field, cell in zip(fields, row, strict=True)]
        except sqlite3.DatabaseError as error:
            raise BackupError(f"The columns of {table} are not those its migrations make.") from error


def write_postgres_rows(table: str, fields: Fields, rows: Iterable[Row]) -> None:
    """Write rows into an empty table of this PostgreSQL database."""
    names = sql.SQL(", ").join(sql.Identifier(str(field.column)) for field in fields)
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(_to_database_values(fields, row))


def write_sqlite_rows(table: str, fields: Fields, rows: Iterable[Row]) -> None:
    """Write rows into an empty table of this SQLite database."""
    columns, placeholders = ", ".join(map(_quote_column, fields)), ", ".join(["%s"] * len(fields))
    statement = f"INSERT INTO {connection.ops.quote_name(table)} ({columns}) VALUES ({placeholders})"  # noqa: S608
    row_iterator = iter(rows)
    with connection.cursor() as cursor:
        while batch := list(islice(row_iterator, BATCH_SIZE)):
            cursor.executemany(statement, [_to_database_values(fields, row) for row in batch])


def _unescape(text: str) -> str | None:
    if text == NULL:
        return None
    return (
        ESCAPE_PATTERN.sub(lambda match: ESCAPED_CHARACTERS.get(match[1], match[1]), text)
        if "\\" in text
        else text
    )


def _to_python_value(field: "models.Field[Any, Any]", cell: Any) -> Any:
    """Return the Python value of a cell of a backup of SQLite or PostgreSQL."""
    if cell is None:
        return None
    if isinstance(field, models.JSONField):
        value = json.loads(cell)
        # The null of JSON, not that of SQL.
        return models.Value(None, models.JSONField()) if value is None else value
    if isinstance(field, models.BinaryField):
        return bytes.fromhex(cell.removeprefix(r"\x")) if isinstance(cell, str) else bytes(cell)
    value = field.to_python(cell)
    is_datetime = isinstance(field, models.DateTimeField)
    return value.replace(tzinfo=UTC) if is_datetime and value.tzinfo is None else value


def _to_database_values(fields: Fields, row: Row) -> list[Any]:
    """Return the values of a row as this database stores them."""
    return [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)]


def _quote_column(field: "models.Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))


# Suffixes of the files that SQLite writes beside an open database.
SIDE_FILES = ("-wal", "-shm", "-journal")
KeepCurrent = Callable[[], None]
RUNNING = "The site is running. Stop it, then restore."
DAMAGED = "The database in the file is damaged."
WRONG_SCHEMA = "The database in the file is not one of this program."
TRIGGERS_AND_VIEWS = "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"
OTHER_CONNECTIONS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
    AND application_name <> current_setting('application_name')
"""


def restore(file: Path, *, replace: bool, keep_current: KeepCurrent = lambda: None) -> Manifest:
    """Replace the database by that of a backup, then apply the migrations of this release.

    A backup of SQLite can be restored into PostgreSQL, and the other way round. Raises BackupError, and
    changes nothing, for a file that is damaged or newer, while the site is running, and where accounts exist
    unless `replace` is set. `keep_current` is called after these checks, before anything is replaced.
    """
    with open_backup(file) as backup:
        _check_manifest(backup.manifest)
        if not replace and has_accounts():
            raise BackupError(
                "This installation has accounts. Use --replace to overwrite it; its data is kept as a backup."
            )
        try:
            REPLACERS[connection.vendor](backup, keep_current)
        except (DataError, IntegrityError) as error:
            reason = str(error).partition("\n")[0]
            raise BackupError(f"The database in the file does not fit the tables: {reason}") from error
    call_command("migrate", interactive=False, verbosity=0, backup=False)
    cache.clear()
    return backup.manifest


def has_accounts() -> bool:
    """Whether this database has accounts, or its file cannot be read."""
    user = get_user_model()
    try:
        with connection.cursor() as cursor:
            has_tables = user._meta.db_table in connection.introspection.table_names(cursor)
        return has_tables and bool(user._default_manager.exists())
    except DatabaseError:
        if connection.vendor != "sqlite":
            raise
        return _get_database_path().exists()


def copy_damaged_database(folder: Path, name: str) -> Path:
    """Copy the files of an unreadable SQLite database to `folder`; return the path of the copy."""
    path = _get_database_path()
    for suffix in ("", *SIDE_FILES):
        part = path.with_name(path.name + suffix)
        if part.exists():
            shutil.copy2(part, folder / f"{name}{suffix}")
    return folder / name


def _check_manifest(manifest: Manifest) -> None:
    if manifest.database not in REPLACERS:
        raise BackupError(f"The file was written on another kind of database: {manifest.database}.")
    writer.check_migrations_known(manifest)


def _get_database_path() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _replace_sqlite(backup: BackupReader, keep_current: KeepCurrent) -> None:
    path = _get_database_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.restored")
    _delete_database_files(draft)
    try:
        if backup.manifest.database == "sqlite":
            _unpack(backup, draft)
        else:
            with _use_database_file(draft):
                _transfer_to_sqlite(backup)
        _check_integrity(draft)
        connection.close()
        if _is_in_use(path):
            raise BackupError(RUNNING)
        keep_current()
        connection.close()
        _checkpoint(path)
        draft.replace(path)
    finally:
        _delete_database_files(draft)


def _delete_database_files(database: Path, suffixes: Iterable[str] = ("", *SIDE_FILES)) -> None:
    for suffix in suffixes:
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def _unpack(backup: BackupReader, draft: Path) -> None:
    """Extract the SQLite database of a backup into a file."""
    needed, free = backup.manifest.members[SQLITE_MEMBER].bytes, shutil.disk_usage(draft.parent).free
    if needed > free:
        raise BackupError(
            f"The disk is too full: {needed // 1_000_000} MB are needed, {free // 1_000_000} are free."
        )
    with backup.open(SQLITE_MEMBER) as part, draft.open("wb") as copy:
        shutil.copyfileobj(part, copy)
    _check_applied_migrations(backup.manifest, draft)


@contextmanager
def _use_database_file(database_file: Path) -> Iterator[None]:
    """Let the connection use another database file for a while."""
    original = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(database_file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = original


def _transfer_to_sqlite(backup: BackupReader) -> None:
    state = _create_tables(backup.manifest)
    connection.disable_constraint_checking()
    with transaction.atomic():
        for table, fields in get_fields_by_table(state).items():
            _execute_all([f"DELETE FROM {connection.ops.quote_name(table)}"])  # noqa: S608 - a table of our own
            write_sqlite_rows(table, fields, read_postgres_rows(backup, table, fields))
        connection.check_constraints()


def _check_applied_migrations(manifest: Manifest, database_file: Path) -> None:
    """Refuse a database whose migrations are not those of the manifest, or that has triggers or views."""
    with closing(sqlite3.connect(database_file)) as database:
        try:
            applied = set(database.execute("SELECT app, name FROM django_migrations"))
            trigger_or_view = database.execute(TRIGGERS_AND_VIEWS).fetchone()
        except sqlite3.OperationalError as error:
            # There is no table of migrations.
            raise BackupError(WRONG_SCHEMA) from error
        except sqlite3.DatabaseError as error:
            raise BackupError(DAMAGED) from error
    if trigger_or_view or not applied.issuperset(writer.list_last_migrations(manifest)):
        raise BackupError(WRONG_SCHEMA)


def _check_integrity(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        # Used by check constraints.
        database.create_function("REGEXP", 2, lambda pattern, text: re.search(pattern, str(text)) is not None)
        try:
            result = database.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as error:
            raise BackupError(DAMAGED) from error
    if result != ("ok",):
        raise BackupError(DAMAGED)


def _checkpoint(path: Path) -> None:
    """Write the write-ahead log into the database file. Raises BackupError if a process has it open."""
    if _is_in_use(path):
        raise BackupError(RUNNING)
    # The logs of a damaged database must not be applied to the restored one.
    _delete_database_files(path, SIDE_FILES)


def _is_in_use(path: Path) -> bool:
    """Whether another process has a database open; if not, its write-ahead log is in the file afterwards."""
    if not path.exists():
        return False
    with closing(sqlite3.connect(path, timeout=1)) as database:
        try:
            (mode,) = database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            return True
        except sqlite3.DatabaseError:
            return False
    return bool(mode != "delete")


def _replace_postgres(backup: BackupReader, keep_current: KeepCurrent) -> None:
    with connection.cursor() as cursor:
        cursor.execute(OTHER_CONNECTIONS)
        (others,) = cursor.fetchone()
    if others:
        raise BackupError(
            f"The site is running: {others} connections. Stop it and its workers, then restore."
        )
    keep_current()
    with transaction.atomic():
        if backup.manifest.database == "sqlite":
            _transfer_to_postgres(backup)
        else:
            _restore_postgres(backup)
    connection.close()


def _restore_postgres(backup: BackupReader) -> None:
    columns = backup.manifest.columns
    if not writer.is_same_schema(backup.manifest) or not _has_columns(columns):
        _drop_tables()
        _create_tables(backup.manifest)
        if not _has_columns(columns):
            raise BackupError("The tables of the file are not those its migrations make.")
    _truncate_tables(columns)
    for table, names in columns.items():
        _copy_table(backup, table, names)
    _execute_all(_make_sequence_updates(columns))


def _has_columns(columns: Mapping[str, list[str]]) -> bool:
    """Whether the tables here have these columns, in any order."""
    existing = {table: sorted(names) for table, names in get_table_columns().items()}
    return existing == {table: sorted(names) for table, names in columns.items()}


def _transfer_to_postgres(backup: BackupReader) -> None:
    with TemporaryDirectory(prefix="crawford-") as folder:
        database_file = Path(folder) / SQLITE_MEMBER
        _unpack(backup, database_file)
        _check_integrity(database_file)
        if not writer.is_same_schema(backup.manifest):
            _drop_tables()
        fields_by_table = get_fields_by_table(_create_tables(backup.manifest))
        _truncate_tables(fields_by_table)
        for table, fields in fields_by_table.items():
            write_postgres_rows(table, fields, read_sqlite_rows(database_file, table, fields))
    _execute_all(_make_sequence_updates(fields_by_table))


def _drop_tables() -> None:
    """Drop all tables of this program."""
    _execute_all(
        sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(table)) for table in get_table_columns()
    )


def _create_tables(manifest: Manifest) -> ProjectState:
    """Create the tables as of the migrations of the backup; return the state of the models."""
    last_migrations = writer.list_last_migrations(manifest)
    if set(last_migrations) == set(MigrationLoader(None).graph.leaf_nodes()):
        create_tables()
    return MigrationExecutor(connection).migrate(last_migrations)


def _truncate_tables(names: Iterable[str]) -> None:
    """Delete all rows, and defer the check of foreign keys until all tables are filled.

    PostgreSQL refuses TRUNCATE while checks are deferred and pending.
    """
    everything = sql.SQL(", ").join(map(sql.Identifier, names))
    _execute_all(["SET CONSTRAINTS ALL IMMEDIATE", sql.SQL("TRUNCATE {}").format(everything)])
    _execute_all(["SET CONSTRAINTS ALL DEFERRED"])


def _copy_table(backup: BackupReader, table: str, columns: list[str]) -> None:
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        backup.open(get_member_name(table)) as part,
        cursor.copy(statement) as copy,
    ):
        for chunk in read_chunks(part):
            copy.write(chunk)


def _make_sequence_updates(columns: Iterable[str]) -> Iterator[Any]:
    """Yield statements that set each sequence to the highest id of its table."""
    for table in columns:
        with connection.cursor() as cursor:
            sequences = connection.introspection.get_sequences(cursor, table)
        for sequence in sequences:
            column = sequence["column"]
            yield sql.SQL(
                "SELECT setval(pg_get_serial_sequence({0}, {1}), max({2}), max({2}) IS NOT NULL) FROM {3}"
            ).format(sql.Literal(table), sql.Literal(column), sql.Identifier(column), sql.Identifier(table))


def _execute_all(statements: Iterable[Any]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


REPLACERS: Mapping[str, Callable[[BackupReader, KeepCurrent], None]] = {
    "sqlite": _replace_sqlite,
    "postgresql": _replace_postgres,
}
