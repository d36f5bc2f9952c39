"""Compute again the public names with an initial: the particles of a surname stay before it, "Carla De L."."""

from typing import Any

from django.db import migrations
from django.db.models import Q

from matches.names import add_distinction, format_pair_name, get_shown_name


def recompute_public_names(apps: Any, _schema_editor: Any) -> None:
    """Set the public names of the persons shown with an initial, and of their pairs."""
    players = apps.get_model("matches", "Player").objects
    is_shortened = {"shown": "initial", "anonymised_at": None}
    for person in players.filter(kind="person", **is_shortened).iterator():
        name = get_shown_name(person.full_name, person.shown, person.code_name, person.distinction)
        players.filter(pk=person.pk).update(name=name)
    has_shortened_member = Q(first__shown="initial") | Q(second__shown="initial")
    pairs = players.filter(has_shortened_member, kind="pair", anonymised_at=None)
    for pair in pairs.select_related("first", "second").iterator():
        names = [
            get_shown_name(member.full_name, member.shown, member.code_name)
            for member in (pair.first, pair.second)
        ]
        name = add_distinction(format_pair_name(*names), pair.distinction)
        players.filter(pk=pair.pk).update(name=name)


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_pair_distinction_lengths")]

    operations = [migrations.RunPython(recompute_public_names, migrations.RunPython.noop)]
