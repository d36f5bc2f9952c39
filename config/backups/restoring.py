"""Puts a backup back in place: first everything is checked, then all of it is replaced or none."""

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.management import call_command
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState
from psycopg import sql

from config.backups import carrying, lineage
from config.backups.seal import BackupError, Manifest, Sealed, opened, pieces
from config.backups.writing import SQLITE, member_of, tables

# What SQLite keeps beside its file while it is open.
BESIDE = ("-wal", "-shm", "-journal")
DAMAGED = "The records in the file are damaged."
ACTING = "SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view')"
OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend'
    AND application_name <> current_setting('application_name')
"""


def restore(file: Path, *, replace: bool) -> Manifest:
    """Put the house of a backup in the place of the one here, then bring its tables up to this program.

    A house that lived on the other kind of database moves to the kind that is here. Raises BackupError, and
    changes nothing, for a file that is damaged or newer, for a house that is open, and for one with people in
    it unless `replace` says that it may go.
    """
    with opened(file) as sealed:
        _must_fit(sealed.manifest)
        if not replace and is_lived_in():
            raise BackupError("There are people in this house. Only --replace puts another in its place.")
        try:
            _REPLACE[connection.vendor](sealed)
        except (DataError, IntegrityError) as fault:
            said = str(fault).partition("\n")[0]
            raise BackupError(f"The records in the file do not fit the tables of a house: {said}") from fault
    call_command("migrate", interactive=False, verbosity=0)
    cache.clear()
    return sealed.manifest


def is_lived_in() -> bool:
    """Whether anybody has an account in the house that is here now, or its file cannot be read."""
    user = get_user_model()
    try:
        with connection.cursor() as cursor:
            is_furnished = user._meta.db_table in connection.introspection.table_names(cursor)
        return is_furnished and bool(user._default_manager.exists())
    except DatabaseError:
        if connection.vendor != "sqlite":
            raise
        return _path().exists()


def copy_damaged(folder: Path, name: str) -> Path:
    """Lay the records of a house on SQLite that cannot be read any more beside its backups, as they are."""
    path = _path()
    for beside in ("", *BESIDE):
        part = path.with_name(path.name + beside)
        if part.exists():
            shutil.copy2(part, folder / f"{name}{beside}")
    return folder / name


def _must_fit(manifest: Manifest) -> None:
    if manifest.database not in _REPLACE:
        raise BackupError(
            f"The file was written by a house on another kind of database: {manifest.database}."
        )
    lineage.must_be_known(manifest)


def _path() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _sqlite(sealed: Sealed) -> None:
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.restored")
    _drop(draft)
    try:
        if sealed.manifest.database == "sqlite":
            _unpack(sealed, draft)
        else:
            with _instead(draft):
                _carry_to_sqlite(sealed)
        _must_be_sound(draft)
        connection.close()
        _close_up(path)
        draft.replace(path)
    finally:
        _drop(draft)


def _drop(records: Path, parts: Iterable[str] = ("", *BESIDE)) -> None:
    for beside in parts:
        records.with_name(records.name + beside).unlink(missing_ok=True)


def _unpack(sealed: Sealed, draft: Path) -> None:
    """Write the records of a house on SQLite into a file."""
    wanted, free = sealed.manifest.members[SQLITE].bytes, shutil.disk_usage(draft.parent).free
    if wanted > free:
        raise BackupError(
            f"There is no room: {wanted // 1_000_000} MB are wanted, {free // 1_000_000} are free."
        )
    with sealed.open(SQLITE) as part, draft.open("wb") as copy:
        shutil.copyfileobj(part, copy)
    _must_be_of(sealed.manifest, draft)


@contextmanager
def _instead(records: Path) -> Iterator[None]:
    """The records of this house are those in another file for a while."""
    ours = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(records)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = ours


def _carry_to_sqlite(sealed: Sealed) -> None:
    state = _furnish(sealed.manifest)
    connection.disable_constraint_checking()
    with transaction.atomic():
        for table, fields in carrying.fields_of(state).items():
            _run([f"DELETE FROM {connection.ops.quote_name(table)}"])  # noqa: S608 - a table of our own
            carrying.into_sqlite(table, fields, carrying.rows_of_postgres(sealed, table, fields))
        connection.check_constraints()


def _must_be_of(manifest: Manifest, records: Path) -> None:
    """Records that are not what the file says of them are refused, and those that would act by themselves."""
    with closing(sqlite3.connect(records)) as found:
        try:
            applied = set(found.execute("SELECT app, name FROM django_migrations"))
            acting = found.execute(ACTING).fetchone()
        except sqlite3.DatabaseError as fault:
            raise BackupError(DAMAGED) from fault
    if acting or not applied.issuperset(lineage.last_of(manifest)):
        raise BackupError("The records in the file are not those of a house.")


def _must_be_sound(file: Path) -> None:
    with closing(sqlite3.connect(file)) as found:
        # The checks of the tables ask for it.
        found.create_function("REGEXP", 2, lambda pattern, text: re.search(pattern, str(text)) is not None)
        try:
            said = found.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as fault:
            raise BackupError(DAMAGED) from fault
    if said != ("ok",):
        raise BackupError(DAMAGED)


def _close_up(path: Path) -> None:
    """Take the newest results out of the log beside the file; that needs a house nobody has open."""
    if not path.exists():
        return
    with closing(sqlite3.connect(path, timeout=1)) as here:
        try:
            mode = here.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            mode = ("wal",)
        except sqlite3.DatabaseError:
            # Nothing can be taken out of the log of records that cannot be read, and the new ones are not to
            # take it for theirs.
            _drop(path, BESIDE)
            mode = ("delete",)
    if mode != ("delete",):
        raise BackupError("The house is open. Stop it, then restore.")


def _postgres(sealed: Sealed) -> None:
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        (others,) = cursor.fetchone()
    if others:
        raise BackupError(f"The house is open: {others} connections. Stop it and its workers, then restore.")
    with transaction.atomic():
        if sealed.manifest.database == "sqlite":
            _carry_to_postgres(sealed)
        else:
            _return_to_postgres(sealed)
    connection.close()


def _return_to_postgres(sealed: Sealed) -> None:
    columns = sealed.manifest.columns
    if not lineage.is_ours(sealed.manifest) or not _are_ours(columns):
        _empty()
        _furnish(sealed.manifest)
        if not _are_ours(columns):
            raise BackupError("The tables of the file are not those its migrations make.")
    _clear(columns)
    for table, names in columns.items():
        _load(sealed, table, names)
    _run(_counters(columns))


def _are_ours(columns: Mapping[str, list[str]]) -> bool:
    """Whether the tables here have these columns, in whatever order they were made."""
    ours = {table: sorted(names) for table, names in tables().items()}
    return ours == {table: sorted(names) for table, names in columns.items()}


def _carry_to_postgres(sealed: Sealed) -> None:
    with TemporaryDirectory(prefix="crawford-") as folder:
        records = Path(folder) / SQLITE
        _unpack(sealed, records)
        _must_be_sound(records)
        if not lineage.is_ours(sealed.manifest):
            _empty()
        found = carrying.fields_of(_furnish(sealed.manifest))
        _clear(found)
        for table, fields in found.items():
            carrying.into_postgres(table, fields, carrying.rows_of_sqlite(records, table, fields))
    _run(_counters(found))


def _empty() -> None:
    """Drop what is there, all of it the house's own."""
    _run(sql.SQL("DROP TABLE {} CASCADE").format(sql.Identifier(table)) for table in tables())


def _furnish(manifest: Manifest) -> ProjectState:
    """Make the tables as they were when the file was written."""
    return MigrationExecutor(connection).migrate(lineage.last_of(manifest))


def _clear(found: Iterable[str]) -> None:
    """What the migrations have written goes; keys between tables are looked at when all rows are there."""
    everything = sql.SQL(", ").join(map(sql.Identifier, found))
    _run(["SET CONSTRAINTS ALL IMMEDIATE", sql.SQL("TRUNCATE {}").format(everything)])
    _run(["SET CONSTRAINTS ALL DEFERRED"])


def _load(sealed: Sealed, table: str, columns: list[str]) -> None:
    words = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        sealed.open(member_of(table)) as part,
        cursor.copy(words) as copy,
    ):
        for piece in pieces(part):
            copy.write(piece)


def _counters(columns: Iterable[str]) -> Iterator[Any]:
    """What lets new rows count on from the last one."""
    for table in columns:
        with connection.cursor() as cursor:
            found = connection.introspection.get_sequences(cursor, table)
        for each in found:
            column = each["column"]
            yield sql.SQL(
                "SELECT setval(pg_get_serial_sequence({0}, {1}), max({2}), max({2}) IS NOT NULL) FROM {3}"
            ).format(sql.Literal(table), sql.Literal(column), sql.Identifier(column), sql.Identifier(table))


def _run(statements: Iterable[Any]) -> None:
    with connection.cursor() as cursor:
        for each in statements:
            cursor.execute(each)


_REPLACE: Mapping[str, Callable[[Sealed], None]] = {"sqlite": _sqlite, "postgresql": _postgres}
