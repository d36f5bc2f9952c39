"""A script that creates the tables of a site by its migrations, each in its turn."""

import django

django.setup()

from django.db import connection  # noqa: E402
from django.db.migrations.executor import MigrationExecutor  # noqa: E402

if __name__ == "__main__":
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
