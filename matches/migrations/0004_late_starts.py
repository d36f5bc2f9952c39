"""Penalties, postponed matches, and the times of a desk: late starts, results final by themselves, clocks."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_draft"),
    ]

    operations = [
        migrations.CreateModel(
            name="Adjournment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("resumes_at", models.DateTimeField(blank=True, null=True)),
                ("white_clock", models.PositiveIntegerField(blank=True, null=True)),
                ("black_clock", models.PositiveIntegerField(blank=True, null=True)),
                ("position", models.CharField(blank=True, default="", max_length=120)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("resumed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["match", "id"],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.CharField(choices=[("white", "white"), ("black", "black")], max_length=5)),
                ("points", models.PositiveSmallIntegerField()),
                ("after_game", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("struck_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "penalties",
                "ordering": ["match", "id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="match",
            name="match_status_is_known",
        ),
        migrations.RemoveConstraint(
            model_name="ruling",
            name="ruling_kind_is_known",
        ),
        migrations.RemoveConstraint(
            model_name="ruling",
            name="ruling_says_why",
        ),
        migrations.AddField(
            model_name="desk",
            name="clock",
            field=models.CharField(
                blank=True,
                choices=[("us", "us"), ("ukbgf", "ukbgf"), ("nova", "nova"), ("doubles", "doubles")],
                default="",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="desk",
            name="final_after",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="desk",
            name="late_grace",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="desk",
            name="late_loses",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="desk",
            name="late_step",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="match",
            name="status",
            field=models.CharField(
                choices=[
                    ("scheduled", "scheduled"),
                    ("called", "called"),
                    ("running", "running"),
                    ("reported", "reported"),
                    ("disputed", "disputed"),
                    ("postponed", "postponed"),
                    ("settled", "settled"),
                    ("void", "void"),
                ],
                default="scheduled",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="confirmed_channel",
            field=models.CharField(
                blank=True,
                choices=[
                    ("table", "table"),
                    ("badge", "badge"),
                    ("account", "account"),
                    ("desk", "desk"),
                    ("silence", "silence"),
                ],
                default="",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="ruling",
            name="kind",
            field=models.CharField(
                choices=[
                    ("ruling", "ruling"),
                    ("correction", "correction"),
                    ("award", "award"),
                    ("reopening", "reopening"),
                    ("voiding", "voiding"),
                    ("reseating", "reseating"),
                    ("penalty", "penalty"),
                    ("pardon", "pardon"),
                    ("postponing", "postponing"),
                    ("resuming", "resuming"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="desk",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("late_grace__isnull", True), ("late_loses", False), ("late_step__isnull", True)
                    ),
                    models.Q(
                        ("late_grace__isnull", False),
                        ("late_grace__range", (1, 1440)),
                        ("late_step__isnull", False),
                        ("late_step__range", (1, 1440)),
                    ),
                    _connector="OR",
                ),
                name="desk_scale_whole_or_absent",
            ),
        ),
        migrations.AddConstraint(
            model_name="desk",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("final_after__isnull", True), ("final_after__range", (1, 1440)), _connector="OR"
                ),
                name="desk_final_after_a_while",
            ),
        ),
        migrations.AddConstraint(
            model_name="desk",
            constraint=models.CheckConstraint(
                condition=models.Q(("clock__in", ["", "us", "ukbgf", "nova", "doubles"])),
                name="desk_clock_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "status__in",
                        [
                            "scheduled",
                            "called",
                            "running",
                            "reported",
                            "disputed",
                            "postponed",
                            "settled",
                            "void",
                        ],
                    )
                ),
                name="match_status_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "ruling",
                            "correction",
                            "award",
                            "reopening",
                            "voiding",
                            "reseating",
                            "penalty",
                            "pardon",
                            "postponing",
                            "resuming",
                        ],
                    )
                ),
                name="ruling_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kind__in", ["award", "reseating", "resuming"]),
                    models.Q(("law", ""), ("reason", ""), _negated=True),
                    _connector="OR",
                ),
                name="ruling_says_why",
            ),
        ),
        migrations.AddField(
            model_name="adjournment",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="adjournments", to="matches.match"
            ),
        ),
        migrations.AddField(
            model_name="adjournment",
            name="ruling",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="adjournment", to="matches.ruling"
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="penalties", to="matches.match"
            ),
        ),
        migrations.AddField(
            model_name="penalty",
            name="ruling",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="penalty", to="matches.ruling"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjournment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("resumed_at__isnull", True)),
                fields=("match",),
                name="adjournment_one_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjournment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("black_clock__isnull", True), ("white_clock__isnull", True)),
                    models.Q(
                        ("black_clock__isnull", False),
                        ("black_clock__lte", 86400),
                        ("white_clock__isnull", False),
                        ("white_clock__lte", 86400),
                    ),
                    _connector="OR",
                ),
                name="adjournment_both_clocks_or_none",
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("side__in", ["white", "black"])), name="penalty_side_is_a_side"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__gte", 1), ("points__lte", 99)),
                name="penalty_points_are_possible",
            ),
        ),
    ]
