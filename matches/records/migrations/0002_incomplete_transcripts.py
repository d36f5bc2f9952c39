"""Give the status "incomplete" to stored match files that stop before the end of their match."""

from typing import Any

from django.db import migrations, models

STATUSES = ["certified", "certified_with_notes", "incomplete", "awarded", "disputed", "invalid"]
UNFINISHED = {"game_unfinished", "match_unfinished"}


def mark_incomplete(apps: Any, _schema_editor: Any) -> None:
    """Set the status of the transcripts whose verdict says that the match or a game is unfinished."""
    transcripts = apps.get_model("records", "Transcript").objects.filter(status="certified_with_notes")
    for transcript in transcripts.only("pk", "verdict").iterator(chunk_size=50):
        if UNFINISHED.isdisjoint(finding["code"] for finding in transcript.verdict["findings"]):
            continue
        transcript.verdict["status"] = transcript.status = "incomplete"
        transcript.save(update_fields=["status", "verdict"])


class Migration(migrations.Migration):
    dependencies = [("records", "0001_initial")]

    operations = [
        migrations.RemoveConstraint(model_name="transcript", name="transcript_status_is_known"),
        migrations.AlterField(
            model_name="transcript",
            name="status",
            field=models.CharField(choices=[(status, status) for status in STATUSES], max_length=20),
        ),
        migrations.RunPython(mark_incomplete, migrations.RunPython.noop, elidable=True),
        migrations.AddConstraint(
            model_name="transcript",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", STATUSES)), name="transcript_status_is_known"
            ),
        ),
    ]
