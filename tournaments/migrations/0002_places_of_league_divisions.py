"""Give the entries of leagues places of their own division; before, they continued those of the one above."""

from django.db import migrations


def number_each_division(apps, schema_editor):
    """Subtract from the places of each division the number of players in the divisions above."""
    Event, Entry, Pairing = (apps.get_model("tournaments", name) for name in ("Event", "Entry", "Pairing"))
    for event in Event.objects.filter(is_league=True):
        divisions = {}
        rows = Pairing.objects.filter(event=event, flight__startswith="league_").order_by()
        for flight, white, black in rows.values_list("flight", "white_entry", "black_entry"):
            divisions.setdefault(flight, set()).update({white, black} - {None})
        above = 0
        for flight in sorted(divisions, key=lambda name: int(name.rpartition("_")[2])):
            placed = Entry.objects.filter(pk__in=divisions[flight], place_from__gt=above)
            if above:
                for entry in placed:
                    entry.place_from -= above
                    entry.place_to -= above
                    entry.save(update_fields=["place_from", "place_to"])
            above += len(divisions[flight])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(number_each_division, migrations.RunPython.noop)]
