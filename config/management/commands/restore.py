"""Restores a backup."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from config.backups import restore, write_backup
from config.backups.archive import BackupError, NewerBackupError, open_backup
from config.backups.restorer import copy_damaged_database, has_accounts
from config.backups.snapshots import get_folder
from config.updates import describe_newer_backup


class Command(BaseCommand):
    help = (
        "Replace the database of this installation, which must be stopped, by that of a backup. "
        "A backup of SQLite can be restored into PostgreSQL, and the other way round."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup or snapshot")
        parser.add_argument(
            "--replace", action="store_true", help="overwrite existing data, which is kept as a backup"
        )
        parser.add_argument("--check", action="store_true", help="only verify the file")

    def handle(self, *, file: Path, replace: bool, check: bool, **_options: Any) -> None:
        try:
            if check:
                with open_backup(file) as backup:
                    self.stdout.write(
                        f"{file} is complete: {backup.manifest.made_at}, {backup.manifest.database}"
                    )
                return
            manifest = restore(file, replace=replace, keep_current=self._keep_current)
        except NewerBackupError as error:
            raise CommandError(describe_newer_backup(error)) from error
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored the backup of {manifest.made_at}.")

    def _keep_current(self) -> None:
        if has_accounts():
            self.stdout.write(f"The former data is kept in {_back_up_current()}")


def _back_up_current() -> Path:
    """Back up the current database before it is replaced."""
    get_folder().mkdir(parents=True, exist_ok=True)
    name = f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    try:
        write_backup(get_folder() / f"{name}.backup")
    except DatabaseError:
        if connection.vendor != "sqlite":
            raise
        return copy_damaged_database(get_folder(), f"{name}.damaged")
    return get_folder() / f"{name}.backup"
