"""Records that came before records had fingerprints get theirs, so that the same games are noticed twice."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from matches.fingerprints import fingerprint
from rules.verdict import Verdict


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    records = apps.get_model("matches", "Transcript").objects.using(editor.connection.alias)
    for record in records.filter(games="").only("verdict").iterator(chunk_size=50):
        games = fingerprint(Verdict.from_json(record.verdict))
        records.filter(pk=record.pk).update(games=games)


class Migration(migrations.Migration):
    dependencies = [("matches", "0010_analyses")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
