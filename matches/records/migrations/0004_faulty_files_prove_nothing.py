"""A match file with a fault proves no score, so it neither confirms nor contradicts one."""

from typing import Any

from django.db import migrations


def clear_agreement_of_faulty_files(apps: Any, _schema_editor: Any) -> None:
    """Store for match files with a fault that they say nothing about the score of their match."""
    transcripts = apps.get_model("records", "Transcript").objects
    transcripts.filter(agrees=False).exclude(fault={}).update(agrees=None)


class Migration(migrations.Migration):
    dependencies = [("records", "0003_identified_players")]

    operations = [migrations.RunPython(clear_agreement_of_faulty_files, migrations.RunPython.noop, elidable=True)]
