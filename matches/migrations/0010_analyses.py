"""Analyses of records, game by game, and what the cube has in a figure."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0009_ratings_and_keys"),
    ]

    operations = [
        migrations.AddField(
            model_name="figure",
            name="cube_decisions",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="figure",
            name="cube_lost",
            field=models.FloatField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("origin", models.CharField(choices=[("house", "house"), ("file", "file")], max_length=5)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("engine", models.CharField(blank=True, default="", max_length=60)),
                ("settings", models.CharField(blank=True, default="", max_length=120)),
                (
                    "plies",
                    models.PositiveSmallIntegerField(
                        default=0, validators=[django.core.validators.MaxValueValidator(4)]
                    ),
                ),
                ("source", models.CharField(max_length=150)),
                ("problem", models.JSONField(blank=True, default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "transcript",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="analyses",
                        to="matches.transcript",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(
                condition=models.Q(("state", "open")), fields=("transcript",), name="analysis_one_at_a_time"
            ),
models.CheckConstraint(
                condition=models.Q(("state__in", ("open", "done", "failed", "cancelled"))),
                name="analysis_state_is_known",
            ),
models.CheckConstraint(
                condition=models.Q(("origin__in", ["house", "file"])), name="analysis_origin_is_known"
            ),
models.CheckConstraint(
                condition=models.Q(("plies__lte", 4)), name="analysis_plies_possible"
            ),
models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("state", "open")),
                    models.Q(models.Q(("state", "open"), _negated=True), ("ended_at__isnull", False)),
                    _connector="OR",
                ),
                name="analysis_ended_when_not_open",
            )],
                "indexes": [models.Index(condition=models.Q(("state", "open")), fields=["id"], name="analysis_open")],
                "verbose_name_plural": "analyses",
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="AnalysedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("said", models.JSONField(blank=True, null=True)),
                ("token", models.CharField(blank=True, default="", max_length=32)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="matches.analysis",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("analysis", "number"), name="analysed_game_once"),
models.CheckConstraint(
                condition=models.Q(
                    models.Q(("token", ""), ("until", None)),
                    models.Q(
                        models.Q(("token", ""), _negated=True), ("said__isnull", True), ("until__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="analysed_game_held_while_worked_on",
            )],
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="figure",
            name="analysis",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="figures",
                to="matches.analysis",
            ),
        ),
        migrations.AddConstraint(
            model_name="figure",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cube_decisions", None), ("cube_lost", None)),
                    models.Q(
                        ("cube_decisions__lte", models.F("decisions")),
                        ("cube_lost__gte", 0),
                        ("cube_lost__lte", models.F("lost")),
                    ),
                    _connector="OR",
                ),
                name="figure_cube_is_a_part",
            ),
        ),
    ]
