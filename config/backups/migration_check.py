"""Checks which migrations made the tables of a backup, and whether this installation knows them."""

from collections.abc import Mapping

from django.db.migrations.loader import MigrationLoader

from config.backups.archive import BackupError, Manifest
from config.backups.writer import applied_migrations

Node = tuple[str, str]


def check_migrations_known(manifest: Manifest) -> None:
    """Raise BackupError for a backup of a newer release, or of apps that this installation does not have."""
    disk_migrations = MigrationLoader(None).disk_migrations or {}
    unknown = [node for node in last_migrations(manifest) if node not in disk_migrations]
    if unknown:
        names = ", ".join(f"{app}.{name}" for app, name in unknown)
        raise BackupError(f"The file was written by a newer version of this program (it has {names}).")


def last_migrations(manifest: Manifest) -> list[Node]:
    """The last migration of each app in the backup."""
    return _migration_nodes(manifest.migrations)


def is_same_schema(manifest: Manifest) -> bool:
    """Whether the tables of this database were made by the same migrations."""
    return set(_migration_nodes(applied_migrations())) == set(last_migrations(manifest))


def _migration_nodes(names_by_app: Mapping[str, list[str]]) -> list[Node]:
    return [(app, name) for app, names in names_by_app.items() for name in names]
