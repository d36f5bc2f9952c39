"""Which migrations made the tables of a backup, and whether this program knows them."""

from collections.abc import Mapping

from django.db.migrations.loader import MigrationLoader

from config.backups.seal import BackupError, Manifest
from config.backups.writing import migrations

Node = tuple[str, str]


def must_be_known(manifest: Manifest) -> None:
    """Raises BackupError for a file of a newer version, or of one on the way to the first release."""
    known = MigrationLoader(None).disk_migrations or {}
    unknown = [node for node in last_of(manifest) if node not in known]
    told = ", ".join(f"{app}.{name}" for app, name in unknown)
    if any(set(migration.replaces) & set(unknown) for migration in known.values()):
        raise BackupError(f"The file was written on the way to the first release (it has {told}).")
    if unknown:
        raise BackupError(f"The file was written by a newer version of this program (it has {told}).")


def last_of(manifest: Manifest) -> list[Node]:
    """The last migration of each app; where the steps up to it became one, that one."""
    known = MigrationLoader(None).disk_migrations or {}
    whole = {migration.replaces[-1]: node for node, migration in known.items() if migration.replaces}
    return [whole.get(node, node) for node in _nodes(manifest.migrations)]


def is_ours(manifest: Manifest) -> bool:
    """Whether the tables of this house were made by the same migrations."""
    return set(_nodes(migrations())) == set(last_of(manifest))


def _nodes(told: Mapping[str, list[str]]) -> list[Node]:
    return [(app, name) for app, names in told.items() for name in names]
