"""Writes a backup while results come in: one moment of the whole house, whatever is written meanwhile."""

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from psycopg import sql

from config.backups.seal import Manifest, Sealer, pieces, sealing
from matches.models import Notice, Outbox
from tournaments.models import JournalEntry

SQLITE = "crawford.sqlite3"
COPIES = ".backup-"
MARKED = {"journal": JournalEntry, "notices": Notice, "outbox": Outbox}


def write(file: Path) -> Manifest:
    """Write the house into `file`. Raises FileExistsError.

    SQLite: `VACUUM INTO`. PostgreSQL: `COPY` of every table in one repeatable-read snapshot, so that no
    program of its own and no right beyond reading is needed.
    """
    return _sqlite(file) if connection.vendor == "sqlite" else _postgres(file)


def mark_now() -> dict[str, int]:
    """How far the house is: the last id of what every change leaves behind."""
    last = {name: model._default_manager.order_by("-pk").first() for name, model in MARKED.items()}
    return {name: row.pk if row else 0 for name, row in last.items()}


def tables() -> dict[str, list[str]]:
    """Every table of the house with its columns, in order of name."""
    wanted = {*connection.introspection.django_table_names(include_views=False), "django_migrations"}
    with connection.cursor() as cursor:
        found = wanted & set(connection.introspection.table_names(cursor))
        return {
            table: [column.name for column in connection.introspection.get_table_description(cursor, table)]
            for table in sorted(found)
        }


def member_of(table: str) -> str:
    """Where the rows of a table lie in the file."""
    return f"tables/{table}.copy"


def _sqlite(file: Path) -> Manifest:
    with sealing(file) as sealer, TemporaryDirectory(dir=file.parent, prefix=COPIES) as folder:
        copy = Path(folder) / SQLITE
        # Read before the copy is made, so that the copy is never behind its mark.
        about = _about()
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
        with copy.open("rb") as part, sealer.member(SQLITE) as take:
            for piece in pieces(part):
                take(piece)
        return sealer.close(**about)


def _postgres(file: Path) -> Manifest:
    with sealing(file) as sealer, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        about = _about()
        columns = tables()
        for table, names in columns.items():
            _copy(sealer, table, names)
        return sealer.close(**about, columns=columns)


def _copy(sealer: Sealer, table: str, columns: list[str]) -> None:
    rows = sql.SQL("COPY {} ({}) TO STDOUT").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
    )
    with (
        connection.cursor() as cursor,
        cursor.copy(rows) as copy,
        sealer.member(member_of(table)) as take,
    ):
        for piece in copy:
            take(bytes(piece))


def migrations() -> dict[str, list[str]]:
    """The last migration of each app that was applied here; steps that became one are that one."""
    loader = MigrationLoader(connection)
    applied = set(loader.applied_migrations or {}) & set(loader.graph.nodes)
    found: dict[str, list[str]] = {}
    for app, name in sorted(node for node in applied if not _follows(loader, node, applied)):
        found.setdefault(app, []).append(name)
    return found


def _about() -> dict[str, Any]:
    return {
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": settings.VERSION,
        "database": connection.vendor,
        "migrations": migrations(),
        "mark": mark_now(),
    }


def _follows(loader: MigrationLoader, node: tuple[str, str], applied: Collection[tuple[str, str]]) -> bool:
    """Whether a later migration of the same app is applied too."""
    return any(
        child.key in applied and child.key[0] == node[0] for child in loader.graph.node_map[node].children
    )
