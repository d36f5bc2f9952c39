"""Copies the whole database into one file while the house goes on working."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection


class Command(BaseCommand):
    help = "Write a complete, consistent copy of the SQLite database to FILE, also while results come in."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the copy; must not exist yet")

    def handle(self, *, file: Path, **_options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This house is on PostgreSQL: use pg_dump (docs/operations.md).")
        if file.exists():
            raise CommandError(f"{file} exists already; choose another name.")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(file.resolve())])
        self.stdout.write(f"{file}: {file.stat().st_size // 1000} kB")
