"""A site is updated while it is open: no migration after the last release breaks that release."""

import pytest
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from tests.site.migrations import dangers, dangers_of, present, released


def test_no_migration_after_the_last_release_breaks_it() -> None:
    fresh = [name for name in present() if name not in released()] if released() else []
    assert {name: dangers_of(name) for name in fresh if dangers_of(name)} == {}


def test_a_released_migration_stays() -> None:
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
def test_what_the_old_release_does_not_survive_is_flagged(step: Operation, expected: str) -> None:
    (value,) = dangers([step])
    assert expected in value


def test_what_it_survives_is_not() -> None:
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
