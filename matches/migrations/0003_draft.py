"""A match written down by hand."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0002_sessions"),
    ]

    operations = [
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("lines", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField(default=0)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="matches.match"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to="matches.player",
                    ),
                ),
                (
                    "transcript",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="drafts",
                        to="matches.transcript",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("match", "user"),
                        name="draft_once_per_user",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("player__isnull", False)),
                        fields=("match", "player"),
                        name="draft_once_per_player",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("device", ""), _negated=True),
                        fields=("match", "device"),
                        name="draft_once_per_device",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("device", ""), ("player__isnull", True), ("user__isnull", False)),
                            models.Q(("device", ""), ("player__isnull", False), ("user__isnull", True)),
                            models.Q(
                                ("player__isnull", True),
                                ("user__isnull", True),
                                models.Q(("device", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="draft_has_one_keeper",
                    ),
                ],
            },
        ),
    ]
