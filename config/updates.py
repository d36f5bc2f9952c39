"""Updates of the database: a backup before they begin, and no start on the database of a newer release."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import translation
from django.utils.translation import gettext as _

from config.backups import snapshots
from config.backups.archive import BackupError, NewerBackupError, read_manifest
from config.backups.writer import check_migrations_known, find_newer_migrations, write_backup
from config.health import find_missing_migrations
from matches.management.languages import choose_language

PREFIX = "before-update-"
PATTERN = f"{PREFIX}*.backup"


def refuse_newer_database() -> None:
    """Raise CommandError if a newer release has changed the tables; it names the backup made before that."""
    newer = find_newer_migrations()
    if newer:
        with translation.override(choose_language(None)):
            raise CommandError(_describe_newer_database(newer))


def describe_newer_backup(error: NewerBackupError) -> str:
    """Return why a backup is refused, and which one this release can restore instead."""
    with translation.override(choose_language(None)):
        sentence = _("The file was written by a newer release.")
        if error.migrations:
            facts = {"migrations": error.migrations}
            sentence = _("The file was written by a newer release (it has %(migrations)s).") % facts
        return f"{sentence} {_describe_way_back()}"


def find_usable_backup() -> Path | None:
    """Return the newest backup made before an update that this release can read, else the newest snapshot."""
    folder = snapshots.get_folder()
    # The time is in the name.
    before_updates = sorted(folder.glob(PATTERN), reverse=True)
    files = [*before_updates, *(snapshot.file for snapshot in snapshots.list_snapshots())]
    return next((file for file in files if _is_usable(file)), None)


def back_up_before_update() -> Path | None:
    """Back up an SQLite database that lacks migrations; return the file.

    Returns None where there is nothing to do. PostgreSQL is left out: there the site runs on during an
    update, and several processes may start at once. Raises CommandError, before anything is changed, if the
    backup cannot be written.
    """
    if connection.vendor != "sqlite" or not _has_applied_migrations() or not find_missing_migrations():
        return None
    file = snapshots.get_folder() / f"{PREFIX}{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_backup(file)
    except (OSError, DatabaseError, BackupError) as error:
        # A full disk is an error of the file system, or one of the database.
        reason = getattr(error, "strerror", "") or str(error)
        with translation.override(choose_language(None)):
            raise CommandError(
                _("Nothing was updated, because the backup %(file)s could not be written: %(reason)s.")
                % {"file": file, "reason": reason}
            ) from error
    return file


def describe_backup(file: Path) -> str:
    """Return the line that says where the data before the update is."""
    with translation.override(choose_language(None)):
        return _("The data before the update is kept in %(file)s") % {"file": file}


def _describe_newer_database(newer: Mapping[str, Iterable[str]]) -> str:
    names = ", ".join(f"{app}.{name}" for app, names in newer.items() for name in names)
    sentence = _(
        "The database was updated by a newer release (%(migrations)s). Start that release again."
    ) % {"migrations": names}
    return f"{sentence} {_describe_way_back()}"


def _describe_way_back() -> str:
    """Return the sentence that names the newest backup that this release can restore."""
    file = find_usable_backup()
    if file is None:
        sentence = _("There is no backup in %(folder)s that this release can read.")
    elif file.name.startswith(PREFIX):
        sentence = _("`%(command)s` goes back to the backup made before the update.")
    else:
        sentence = _("`%(command)s` goes back to the last backup that this release can read.")
    command = f"{settings.COMMAND} manage restore {file} --replace"
    return sentence % {"folder": snapshots.get_folder(), "command": command}


def _is_usable(file: Path) -> bool:
    with suppress(BackupError):
        check_migrations_known(read_manifest(file))
        return True
    return False


def _has_applied_migrations() -> bool:
    return bool(MigrationRecorder(connection).applied_migrations())
