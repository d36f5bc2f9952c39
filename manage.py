#!/usr/bin/env python
"""Django's command-line utility."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, execute_from_command_line
from django.db import OperationalError, ProgrammingError

from config.garbage_collection import collect_less_often


def main(arguments: list[str]) -> None:
    """Run a command; report a wrong setting or an unusable database in one sentence."""
    collect_less_often()
    try:
        execute_from_command_line(arguments)
    except ImproperlyConfigured as error:
        sys.exit(f"CommandError: {error}")
    except (OperationalError, ProgrammingError):
        # Only now is it known that the settings can be read.
        from config.database_check import check_database, check_migrations  # noqa: PLC0415

        try:
            check_database()
            check_migrations()
        except CommandError as error:
            sys.exit(f"CommandError: {error}")
        raise


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(sys.argv)
