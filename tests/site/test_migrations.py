"""Migrations after the last release do not break a site that still runs that release."""

import pytest
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from tests.site.migrations import dangers, dangers_of, present, released


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
