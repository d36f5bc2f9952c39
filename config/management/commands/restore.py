"""Puts the house of a backup in the place of this one."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from config.backups import restore, write
from config.backups.restoring import copy_damaged, is_lived_in
from config.backups.seal import BackupError, opened
from config.backups.snapshots import folder


class Command(BaseCommand):
    help = (
        "Put the house of a backup in the place of this one, which must be stopped. A house on SQLite "
        "moves to PostgreSQL by this, and back."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` or a snapshot wrote")
        parser.add_argument(
            "--replace", action="store_true", help="also where people live; what is here is kept in a backup"
        )
        parser.add_argument("--check", action="store_true", help="only look whether the file is whole")

    def handle(self, *, file: Path, replace: bool, check: bool, **_options: Any) -> None:
        try:
            if check:
                with opened(file) as sealed:
                    self.stdout.write(
                        f"{file} is whole: {sealed.manifest.made_at}, {sealed.manifest.database}"
                    )
                return
            if replace and is_lived_in():
                self.stdout.write(f"What was here is kept in {_kept()}")
            manifest = restore(file, replace=replace)
        except BackupError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"This is the house of {manifest.made_at} now.")


def _kept() -> Path:
    folder().mkdir(parents=True, exist_ok=True)
    name = f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    try:
        write(folder() / f"{name}.backup")
    except DatabaseError:
        if connection.vendor != "sqlite":
            raise
        return copy_damaged(folder(), f"{name}.damaged")
    return folder() / f"{name}.backup"
