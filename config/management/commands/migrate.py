"""Django's migrate command, which reports an unusable database at once."""

from typing import Any

from django.core.management.commands import migrate

from config.database_check import check_database


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        check_database()
        super().handle(*args, **options)
