"""Migrations after the last release do not break a site that still runs that release."""

import ast
from pathlib import Path

import pytest
from django.apps import apps
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from tests.site.migrations import dangers, dangers_of, present, released

PROGRAM = ("config", "crawford", "matches", "rules", "tournaments")


def test_no_migration_after_the_last_release_breaks_it() -> None:
    fresh = [name for name in present() if name not in released()] if released() else []
    assert {name: dangers_of(name) for name in fresh if dangers_of(name)} == {}


def test_released_migrations_are_not_deleted() -> None:
    assert released() - set(present()) == set()


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (migrations.DeleteModel("Club"), "as it was"),
        (migrations.RenameModel("Club", "Circle"), "as it was"),
        (migrations.RenameField("club", "name", "title"), "as it was"),
        (migrations.RemoveField("club", "name"), "as it was"),
        (migrations.AddField("club", "size", models.IntegerField()), "without it"),
        (migrations.AddField("club", "size", models.IntegerField(default=0)), "without it"),
        (migrations.RunPython(lambda apps, editor: None), "cannot be taken back"),
        (migrations.RunSQL("SELECT 1"), "cannot be taken back"),
        (
            migrations.SeparateDatabaseAndState(database_operations=[migrations.DeleteModel("Club")]),
            "as it was",
        ),
    ],
)
def test_operations_that_break_the_previous_release_are_found(step: Operation, expected: str) -> None:
    (danger,) = dangers([step])
    assert expected in danger


def test_operations_that_do_not_break_it_are_accepted() -> None:
    steps: list[Operation] = [
        migrations.CreateModel("Cup", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("cup", "size", models.IntegerField()),
        migrations.AddField("club", "size", models.IntegerField(null=True)),
        migrations.AddField("club", "kind", models.CharField(max_length=5, db_default="")),
        migrations.AddField("club", "friends", models.ManyToManyField("self")),
        migrations.AddIndex("club", models.Index(fields=["name"], name="club_by_name")),
        migrations.RunPython(lambda apps, editor: None, migrations.RunPython.noop),
    ]
    assert dangers(steps) == []


def test_no_migration_depends_on_code_that_a_later_release_may_change() -> None:
    """Of the program only functions of models are imported, which are defaults of columns."""
    imported = {
        (app.label, name)
        for app in apps.get_app_configs()
        if app.name.split(".")[0] in PROGRAM
        for path in (Path(app.path) / "migrations").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        for name in list_imported_modules(node)
    }
    assert {(app, name) for app, name in imported if name.split(".")[0] in PROGRAM} != set()
    assert {
        (app, name)
        for app, name in imported
        if name.split(".")[0] in PROGRAM and "models" not in name.split(".")
    } == set()


def list_imported_modules(node: ast.AST) -> list[str]:
    """Return the modules that a statement imports."""
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
