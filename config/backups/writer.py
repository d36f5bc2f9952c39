"""Writing a backup of the whole database at one moment, and comparing its migrations with this release."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Max, QuerySet
from psycopg import sql

from config.backups.archive import BackupWriter, Manifest, NewerBackupError, create_backup, read_chunks
from matches.models import Notice, Outbox
from tournaments.models import JournalEntry

SQLITE_MEMBER = "crawford.sqlite3"
COPY_PREFIX = ".backup-"
MARK_MODELS = {"journal": JournalEntry, "notices": Notice, "outbox": Outbox}


def write_backup(file: Path) -> Manifest:
    """Write a backup into `file`. Raises FileExistsError.

    SQLite: `VACUUM INTO`. PostgreSQL: `COPY` of every table in one repeatable-read snapshot, so that
    only the right to read is needed, and no pg_dump.
    """
    return _write_sqlite(file) if connection.vendor == "sqlite" else _write_postgres(file)


def get_watermark() -> dict[str, int]:
    """Return the newest ids of journal, notices and outbox; nearly every change adds a row to one of them."""
    return {name: _get_last_key(model._default_manager.all()) for name, model in MARK_MODELS.items()}


def _get_last_key(rows: QuerySet[Any]) -> int:
    """Return the highest primary key, or 0; other columns are not read, as an older table may lack some."""
    key: int | None = rows.aggregate(last=Max("pk"))["last"]
    return key or 0


def get_table_columns() -> dict[str, list[str]]:
    """Return the columns of every table of the installation, the tables by name."""
    expected = {*connection.introspection.django_table_names(include_views=False), "django_migrations"}
    with connection.cursor() as cursor:
        names = expected & set(connection.introspection.table_names(cursor))
        return {
            table: [column.name for column in connection.introspection.get_table_description(cursor, table)]
            for table in sorted(names)
        }


def get_member_name(table: str) -> str:
    """Return the name of the archive member with the rows of a table."""
    return f"tables/{table}.copy"


def _write_sqlite(file: Path) -> Manifest:
    with create_backup(file) as backup, TemporaryDirectory(dir=file.parent, prefix=COPY_PREFIX) as folder:
        copy = Path(folder) / SQLITE_MEMBER
        # Read before the copy is made, so that the copy is never older than its watermark.
        fields = _make_manifest_fields()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
        with copy.open("rb") as part, backup.member(SQLITE_MEMBER) as write_chunk:
            for chunk in read_chunks(part):
                write_chunk(chunk)
        return backup.close(**fields)


def _write_postgres(file: Path) -> Manifest:
    with create_backup(file) as backup, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        fields = _make_manifest_fields()
        columns = get_table_columns()
        for table, names in columns.items():
            _copy_table(backup, table, names)
        return backup.close(**fields, columns=columns)


def _copy_table(backup: BackupWriter, table: str, columns: list[str]) -> None:
    rows = sql.SQL("COPY {} ({}) TO STDOUT").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with (
        connection.cursor() as cursor,
        cursor.copy(rows) as copy,
        backup.member(get_member_name(table)) as write_chunk,
    ):
        for chunk in copy:
            write_chunk(bytes(chunk))


def get_last_applied_migrations() -> dict[str, list[str]]:
    """Return the last applied migrations of each app; squashed ones have their new name.

    Where a newer release has updated the database, they are those of that release.
    """
    loader = MigrationLoader(connection)
    applied = set(loader.applied_migrations or {}) & set(loader.graph.nodes)
    names_by_app: dict[str, list[str]] = {}
    for app, name in sorted(node for node in applied if not _has_applied_child(loader, node, applied)):
        names_by_app.setdefault(app, []).append(name)
    return {**names_by_app, **{app: names[-1:] for app, names in find_newer_migrations().items()}}


def find_newer_migrations() -> dict[str, list[str]]:
    """Return the applied migrations, by app, that the installed apps do not have: those of a newer release.

    Apps that are not installed are left out: such as a plug-in that was removed.
    """
    migrations = MigrationLoader(None).disk_migrations or {}
    replaced = {node for migration in migrations.values() for node in migration.replaces}
    known = {*migrations, *replaced}
    installed = {app for app, _name in migrations}
    newer: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        if app in installed and (app, name) not in known:
            newer.setdefault(app, []).append(name)
    return newer


def _make_manifest_fields() -> dict[str, Any]:
    return {
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": settings.VERSION,
        "database": connection.vendor,
        "migrations": get_last_applied_migrations(),
        "mark": get_watermark(),
    }


def _has_applied_child(
    loader: MigrationLoader, node: tuple[str, str], applied: Collection[tuple[str, str]]
) -> bool:
    """Whether a later migration of the same app is applied too."""
    return any(
        child.key in applied and child.key[0] == node[0] for child in loader.graph.node_map[node].children
    )


Node = tuple[str, str]


def check_migrations_known(manifest: Manifest) -> None:
    """Raise NewerBackupError for a backup of a newer release, or of apps that are not installed here."""
    disk_migrations = MigrationLoader(None).disk_migrations or {}
    unknown = [node for node in list_last_migrations(manifest) if node not in disk_migrations]
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in unknown)
        raise NewerBackupError(names)


def list_last_migrations(manifest: Manifest) -> list[Node]:
    """Return the last migrations of each app in the backup."""
    return _list_migration_nodes(manifest.migrations)


def is_same_schema(manifest: Manifest) -> bool:
    """Whether the tables of this database were made by the same migrations."""
    return set(_list_migration_nodes(get_last_applied_migrations())) == set(list_last_migrations(manifest))


def _list_migration_nodes(names_by_app: Mapping[str, list[str]]) -> list[Node]:
    return [(app, name) for app, names in names_by_app.items() for name in names]
