"""What a command needs before it begins: a database that answers and can be written.

Whatever is wrong with it is said in one sentence, at once: the pool of connections would go on trying.
"""

import psycopg
from django.conf import settings
from django.core.management import CommandError
from django.db import OperationalError, connection, transaction

CONNECT_SECONDS = 2
# A PostgreSQL that says this is there and will answer: the pool waits for it.
PASSING = ("starting up", "shutting down", "recovery mode", "too many")


def check_database() -> None:
    """Raise CommandError with a sentence that says why the database cannot be used, if it cannot."""
    if connection.vendor == "postgresql":
        _check_postgres()
    else:
        _check_file()


def _check_postgres() -> None:
    database = settings.DATABASES["default"]
    parameters = {"connect_timeout": CONNECT_SECONDS, **connection.get_connection_params()}
    try:
        psycopg.connect(**parameters).close()
    except psycopg.OperationalError as error:
        reason = _reason_in(str(error))
        if any(words in reason for words in PASSING):
            return
        place = f"{database['HOST'] or 'this computer'} port {database['PORT'] or 5432}"
        raise CommandError(
            f'The database "{database["NAME"]}" on {place} cannot be used: {reason}. '
            "Check DATABASE_URL, and that PostgreSQL runs there."
        ) from error


def _reason_in(message: str) -> str:
    """What the server says, or the driver, without the address in front of it."""
    first = message.splitlines()[0] if message else "no answer"
    return first.rpartition("FATAL:")[2].rpartition(" failed: ")[2].strip().rstrip(".")


def _check_file() -> None:
    name = settings.DATABASES["default"]["NAME"]
    try:
        # Every transaction begins by asking for the right to write.
        with transaction.atomic():
            pass
    except OperationalError as error:
        if "locked" in str(error):
            return
        raise CommandError(
            f"The database file {name} cannot be used: {error}. "
            "Set CRAWFORD_DATA to a folder this user may write to."
        ) from error
