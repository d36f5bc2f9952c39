"""Django's migrate command, which reports an unusable database at once and is quick on a new one.

A database of a newer release is refused, and an existing SQLite database is backed up before it is changed.
"""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from config.database_check import check_database
from config.tables import create_tables
from config.updates import back_up_before_update, describe_backup, refuse_newer_database

# With one of these, the migrations are not simply to be applied to the database of the site.
SPECIAL_OPTIONS = ("app_label", "fake", "fake_initial", "plan", "run_syncdb", "check_unapplied", "prune")


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        """Add --no-backup."""
        super().add_arguments(parser)
        parser.add_argument(
            "--no-backup",
            dest="backup",
            action="store_false",
            help="make no backup before an existing SQLite database is updated",
        )

    def handle(self, *args: Any, backup: bool = True, **options: Any) -> None:
        """Refuse a newer database, create all tables of a new one, else apply the missing migrations."""
        check_database()
        is_plain = options["database"] == DEFAULT_DB_ALIAS and not any(map(options.get, SPECIAL_OPTIONS))
        if is_plain and create_tables():
            if options["verbosity"]:
                self.stdout.write("Created all tables from the models; every migration is recorded.")
            return
        if is_plain:
            refuse_newer_database()
            file = back_up_before_update() if backup else None
            if file and options["verbosity"]:
                self.stdout.write(describe_backup(file))
        super().handle(*args, **options)
