"""The tables of a site: a new database gets them from the models, any other one by its missing migrations."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection, transaction
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import fields, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.recorder import MigrationRecorder

# The key of the advisory lock of PostgreSQL.
STARTUP_LOCK = 7302
# Operations that change nothing but tables: the models show what they lead to.
SCHEMA_MODULES = (models.__name__, fields.__name__)
# Migrations of installed packages that run code which only changes existing rows.
ONLY_FOR_EXISTING_ROWS = {
    ("account", "0006_emailaddress_lower"),
    ("account", "0008_emailaddress_unique_primary_email_fixup"),
    ("auth", "0011_update_proxy_permissions"),
    ("contenttypes", "0002_remove_content_type_name"),
}


def create_tables() -> bool:
    """Create the tables of a new database from the models and record all migrations; return whether it did.

    It does nothing where a table of this program exists, and where a migration has to be run on a new
    database too. It takes a tenth of the time of the migrations. All is done in one transaction, so a
    database where it was interrupted is still new.
    """
    loader = MigrationLoader(None)
    if list_needed_migrations(loader):
        return False
    with hold_startup_lock(), connection.constraint_checks_disabled(), transaction.atomic():
        # On SQLite the transaction is the lock: another process may have created the tables meanwhile.
        if not is_new_database():
            return False
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                if model._meta.can_migrate(connection):
                    editor.create_model(model)
        _record_migrations(loader)
        emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)
    return True


def is_new_database() -> bool:
    """Whether the database has no table of this program, not even that of the migrations."""
    names = connection.introspection.django_table_names(only_existing=True)
    return not names and not MigrationRecorder(connection).has_table()


def list_needed_migrations(loader: MigrationLoader) -> list[tuple[str, str]]:
    """Return the migrations that a new database needs besides the tables of the models.

    They have an operation that is not about tables, such as RunPython, and that is not `elidable`: this is
    how a migration says that it only changes rows of earlier versions.
    """
    needed = {key for key, migration in loader.disk_migrations.items() if _is_needed(migration)}
    return sorted(needed - ONLY_FOR_EXISTING_ROWS)


def _is_needed(migration: Migration) -> bool:
    return not all(_is_shown_by_models(operation) for operation in migration.operations)


def _is_shown_by_models(operation: Operation) -> bool:
    return operation.elidable or type(operation).__module__ in SCHEMA_MODULES


def _record_migrations(loader: MigrationLoader) -> None:
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    for app, name in loader.disk_migrations:
        recorder.record_applied(app, name)


@contextmanager
def hold_startup_lock() -> Iterator[None]:
    """Hold a lock so that processes that start on the same PostgreSQL prepare it one after the other."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [STARTUP_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [STARTUP_LOCK])
