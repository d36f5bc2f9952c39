"""Check that the database is reachable and writable, and has all tables.

The error is raised at once, whereas the connection pool would retry.
"""

import psycopg
from django.conf import settings
from django.core.management import CommandError
from django.db import OperationalError, connection, transaction

from config.health import find_missing_migrations

# On a busy machine a server may take seconds to accept a connection.
CONNECT_SECONDS = 10
# With these errors PostgreSQL will soon be available, and the pool waits for it.
TEMPORARY_ERRORS = ("starting up", "shutting down", "recovery mode", "too many")


def check_database() -> None:
    """Raise CommandError, with the reason, if the database cannot be used."""
    if connection.vendor == "postgresql":
        _check_postgres()
    else:
        _check_file()


def check_migrations() -> None:
    """Raise CommandError if the database lacks tables or columns, as a new one does."""
    if find_missing_migrations():
        command = f"{settings.COMMAND} manage migrate"
        raise CommandError(f"The database lacks tables of this version: `{command}` makes them.")


def _check_postgres() -> None:
    database = settings.DATABASES["default"]
    parameters = {"connect_timeout": CONNECT_SECONDS, **connection.get_connection_params()}
    try:
        psycopg.connect(**parameters).close()
    except psycopg.OperationalError as error:
        reason = _extract_reason(str(error))
        if any(message in reason for message in TEMPORARY_ERRORS):
            return
        server = f"{database['HOST'] or 'this computer'} port {database['PORT'] or 5432}"
        raise CommandError(
            f'The database "{database["NAME"]}" on {server} cannot be used: {reason}. '
            "Check DATABASE_URL, and that PostgreSQL runs there."
        ) from error


def _extract_reason(message: str) -> str:
    """Return the message of the server or driver without the address that precedes it."""
    first_line = message.splitlines()[0] if message else "no answer"
    return first_line.rpartition("FATAL:")[2].rpartition(" failed: ")[2].strip().rstrip(".")


def _check_file() -> None:
    name = settings.DATABASES["default"]["NAME"]
    try:
        # Every transaction is IMMEDIATE: it begins by taking the write lock.
        with transaction.atomic():
            pass
    except OperationalError as error:
        if "locked" in str(error):
            return
        raise CommandError(
            f"The database file {name} cannot be used: {error}. "
            "Set CRAWFORD_DATA to a folder this user may write to."
        ) from error
