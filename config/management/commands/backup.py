"""Writes a backup while the site is running."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from config.backups import write_backup
from config.backups.archive import open_backup


class Command(BaseCommand):
    help = "Write a complete backup of one moment into FILE, also while results come in."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup; must not exist yet")

    def handle(self, *, file: Path, **_options: Any) -> None:
        if not file.parent.is_dir():
            raise CommandError(f"There is no folder {file.parent}.")
        if file.exists():
            raise CommandError(f"{file} exists already; choose another name.")
        try:
            write_backup(file)
        except (OSError, DatabaseError) as error:
            # A full disk is an error of the file system, or one of the database.
            reason = getattr(error, "strerror", "") or str(error)
            raise CommandError(f"{file} could not be written: {reason}.") from error
        with open_backup(file) as backup:
            made_at = backup.manifest.made_at
        self.stdout.write(f"{file}: {file.stat().st_size // 1000} kB, {made_at}, checked")
