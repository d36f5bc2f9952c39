"""Match files that name other players than those of their match prove nothing until somebody identifies them."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def mark_names_of_others(apps: Any, _schema_editor: Any) -> None:
    """Mark the stored match files whose players are not those of their match."""
    transcripts = apps.get_model("records", "Transcript").objects.filter(match__isnull=False)
    for pk, mismatches in transcripts.exclude(mismatches=[]).values_list("pk", "mismatches"):
        if "players" in mismatches:
            transcripts.filter(pk=pk).update(names_others=True, agrees=None)


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0002_incomplete_transcripts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("transcript", "names_others", models.BooleanField(default=False)),
        migrations.AddField(
            "transcript",
            "identified_player",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="matches.player",
            ),
        ),
        migrations.AddField(
            "transcript",
            "identified_user",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("transcript", "identified_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(mark_names_of_others, migrations.RunPython.noop, elidable=True),
    ]
