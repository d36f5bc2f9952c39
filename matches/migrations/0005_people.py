"""One person under several spellings, and the name everybody may read."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F


def keep_full_names(apps, schema_editor):
    apps.get_model("matches", "Player").objects.update(full_name=F("name"))


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0004_late_starts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="PlayerChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("merged", "merged"),
                            ("unmerged", "unmerged"),
                            ("shown", "shown"),
                            ("anonymised", "anonymised"),
                        ],
                        max_length=10,
                    ),
                ),
                ("payload", models.JSONField(blank=True, default=dict)),
                ("reason", models.TextField(blank=True, default="")),
                ("by", models.CharField(blank=True, default="", max_length=150)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="player",
            name="player_has_a_name",
        ),
        migrations.AddField(
            model_name="player",
            name="anonymised_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="code_name",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="player",
            name="full_name",
            field=models.CharField(default="", max_length=120),
            preserve_default=False,
        ),
        migrations.RunPython(keep_full_names, migrations.RunPython.noop),
        migrations.AddField(
            model_name="player",
            name="shown",
            field=models.CharField(
                choices=[("full", "full"), ("initial", "initial"), ("code", "code")],
                default="full",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="face",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="person",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="spellings",
                to="matches.person",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("name", ""), _negated=True), models.Q(("full_name", ""), _negated=True)
                ),
                name="player_has_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("shown__in", ["full", "initial", "code"])), name="player_shown_is_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("shown", "code"), _negated=True),
                    models.Q(("code_name", ""), _negated=True),
                    _connector="OR",
                ),
                name="player_code_name_when_shown",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("shown", "full"), _negated=True),
                    ("person__isnull", False),
                    ("name", models.F("full_name")),
                    _connector="OR",
                ),
                name="player_full_name_is_shown",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("shown", "code"), _negated=True),
                    ("person__isnull", False),
                    ("name", models.F("code_name")),
                    _connector="OR",
                ),
                name="player_code_name_is_shown",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("anonymised_at__isnull", True),
                    models.Q(("name", models.F("full_name")), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="player_anonymous_has_no_login",
            ),
        ),
        migrations.AddField(
            model_name="playerchange",
            name="other",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="changes_as_other",
                to="matches.player",
            ),
        ),
        migrations.AddField(
            model_name="playerchange",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="matches.player"
            ),
        ),
        migrations.AddField(
            model_name="playerchange",
            name="undoes",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="undone_by",
                to="matches.playerchange",
            ),
        ),
        migrations.AddField(
            model_name="playerchange",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["merged", "unmerged", "shown", "anonymised"])),
                name="change_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ["merged", "unmerged"]), ("other__isnull", False)),
                    models.Q(
                        models.Q(("kind__in", ["merged", "unmerged"]), _negated=True), ("other__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="change_names_both_spellings",
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(("player", models.F("other")), _negated=True), name="change_merges_two"
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "unmerged"), ("undoes__isnull", False)),
                    models.Q(models.Q(("kind", "unmerged"), _negated=True), ("undoes__isnull", True)),
                    _connector="OR",
                ),
                name="change_undoes_exactly_a_merge",
            ),
        ),
        migrations.AddConstraint(
            model_name="playerchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ["merged", "unmerged"]), _negated=True),
                    models.Q(("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="change_merge_has_a_reason",
            ),
        ),
    ]
