from django.db import migrations, models
from django.db.models import F


def name_spellings(apps, schema_editor):
    """Give every other spelling of a merged person the names of the canonical one."""
    Player = apps.get_model("matches", "Player")
    spellings = Player.objects.filter(person__isnull=False, kind="person", anonymised_at=None)
    for spelling in spellings.exclude(person__face=F("pk")).select_related("person__face"):
        face = spelling.person.face
        Player.objects.filter(pk=spelling.pk).update(person_name=face.full_name, name=face.name)


class Migration(migrations.Migration):
    dependencies = [("matches", "0004_table_out_of_use")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="person_name",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=120),
        ),
        migrations.RunPython(name_spellings, migrations.RunPython.noop, elidable=True),
    ]
