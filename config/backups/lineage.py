"""Which migrations made the tables of a backup, and whether this program knows them."""

from collections.abc import Mapping

from django.db.migrations.loader import MigrationLoader

from config.backups.seal import BackupError, Manifest
from config.backups.writing import migrations

Node = tuple[str, str]


def must_be_known(manifest: Manifest) -> None:
    """Raise BackupError for a file of a newer version, or of features that this installation does without."""
    known = MigrationLoader(None).disk_migrations or {}
    unknown = [node for node in last_of(manifest) if node not in known]
    told = ", ".join(f"{app}.{name}" for app, name in unknown)
    if unknown:
        raise BackupError(f"The file was written by a newer version of this program (it has {told}).")


def last_of(manifest: Manifest) -> list[Node]:
    """The last migration of each app."""
    return _nodes(manifest.migrations)


def is_ours(manifest: Manifest) -> bool:
    """Whether the tables of this house were made by the same migrations."""
    return set(_nodes(migrations())) == set(last_of(manifest))


def _nodes(told: Mapping[str, list[str]]) -> list[Node]:
    return [(app, name) for app, names in told.items() for name in names]
