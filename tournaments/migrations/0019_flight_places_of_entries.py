"""Entries have the places that they have reached in consolations, last chances, side and mini brackets."""

from django.db import migrations, models

from tournaments.journal.facts import StoredRow
from tournaments.journal.final_places import find_places_in_flights
from tournaments.journal.replay import fold


def set_flight_places(apps, schema_editor):
    """Set the places of the entries of every event, as its journal has them."""
    entries = apps.get_model("tournaments", "Entry").objects
    journal_entries = apps.get_model("tournaments", "JournalEntry").objects
    for event in journal_entries.order_by().values_list("event", flat=True).distinct():
        rows = journal_entries.filter(event=event).order_by("seq")
        state = fold([StoredRow(*row) for row in rows.values_list("seq", "kind", "payload", "command")])
        for number, places in find_places_in_flights(state).items():
            values = {flight: list(span) for flight, span in places.items()}
            entries.filter(event=event, number=number).update(flight_places=values)


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
        migrations.RunPython(set_flight_places, migrations.RunPython.noop, elidable=True),
    ]
