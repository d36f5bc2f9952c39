"""Entries have the places that they have reached in consolations, last chances, side and mini brackets.

`added_columns` of the journal's services fills them once all migrations are applied.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0018_answered_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="flight_places",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
