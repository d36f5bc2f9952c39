"""Django's migrate command, which reports an unusable database at once and is quick on a new one."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from config.database_check import check_database
from config.tables import create_tables

# With one of these, the migrations are not simply to be applied to the database of the site.
SPECIAL_OPTIONS = ("app_label", "fake", "fake_initial", "plan", "run_syncdb", "check_unapplied", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        check_database()
        is_plain = options["database"] == DEFAULT_DB_ALIAS and not any(map(options.get, SPECIAL_OPTIONS))
        if is_plain and create_tables():
            if options["verbosity"]:
                self.stdout.write("Created all tables from the models; every migration is recorded.")
            return
        super().handle(*args, **options)
