"""Find the operations of a migration that break a site still running the previous release.

While a site is updated, processes of both releases use the same tables: a migration may add columns, but
columns that the previous release uses must stay until the next release (docs/operations.md).
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED

from tests.site.source import ROOT

RELEASED = ROOT / "tests/site/released.txt"
APPS = ("matches", "tournaments")
GOING = (migrations.DeleteModel, migrations.RenameModel, migrations.RenameField, migrations.RemoveField)


def present() -> list[str]:
    """Every migration of the site, as "app.package.migration_name"."""
    files = (file for app in APPS for file in sorted((ROOT / app).glob("**/migrations/0*.py")))
    paths = (file.relative_to(ROOT) for file in files)
    return [".".join([*path.parent.parent.parts, path.stem]) for path in paths]


def released(file: Path = RELEASED) -> set[str]:
    """The migrations of the last release; empty before the first one."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def dangers(operations: list[Operation]) -> list[str]:
    """The reasons why these operations break the previous release."""
    new = {operation.name_lower for operation in operations if isinstance(operation, migrations.CreateModel)}
    return [warning for operation in operations for warning in _warnings(operation, new)]


def dangers_of(name: str) -> list[str]:
    """The same for a migration of the site, without those that its attribute `accepted` explains."""
    app, _, stem = name.rpartition(".")
    migration = import_module(f"{app}.migrations.{stem}").Migration
    accepted = getattr(migration, "accepted", {})
    return [danger for danger in dangers(migration.operations) if not accepted.get(danger)]


def _warnings(step: Operation, new: set[str]) -> Iterator[str]:
    if isinstance(step, migrations.SeparateDatabaseAndState):
        for operation in step.database_operations:
            yield from _warnings(operation, new)
    elif isinstance(step, migrations.AddField):
        if step.model_name_lower not in new and not _may_be_left_out(step.field):
            yield f"{step.model_name}.{step.name}: the old release writes rows without it"
    elif isinstance(step, migrations.RunPython | migrations.RunSQL):
        if not step.reversible:
            yield "A step that cannot be taken back"
    elif isinstance(step, GOING):
        yield f"{step.describe()}: the old release needs it as it was"


def _may_be_left_out(field: "models.Field[object, object]") -> bool:
    is_elsewhere = isinstance(field, models.ManyToManyField)
    return is_elsewhere or field.null or field.db_default is not NOT_PROVIDED


if __name__ == "__main__":
    sys.stdout.write(
        "\n".join(["# Written at each release: python -m tests.site.migrations", *present(), ""])
    )
