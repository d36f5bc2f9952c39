"""Columns that a migration has added, filled from the journals of the events.

A migration only adds the column. It must work in every later release, where other code replays the journal
and may need columns of later migrations: so the columns are filled after the last migration.
"""

from collections.abc import Collection

from django.db import transaction

from rules.errors import Refusal
from tournaments.journal.final_places import find_places_in_flights
from tournaments.models import Entry, Event
from tournaments.play.events import event_state

FLIGHT_PLACES = "0019_flight_places_of_entries"


def fill_added_columns(*, migrations: Collection[str]) -> int:
    """Fill the columns that these migrations, just applied, have added; return the number of rows written.

    After an interruption the doctor names the events that are not filled, and `doctor --repair` fills them.
    """
    return _fill_flight_places() if FLIGHT_PLACES in migrations else 0


@transaction.atomic
def _fill_flight_places() -> int:
    """Set the places in the flights of the entries of every event, as its journal has them."""
    row_count = 0
    for event in Event.objects.only("pk").order_by("pk"):
        try:
            state = event_state.get_event_state(event)
        except Refusal:
            # A damaged journal does not keep the site from being updated: the doctor names it.
            continue
        for number, places in find_places_in_flights(state).items():
            values = {flight: list(span) for flight, span in places.items()}
            row_count += Entry.objects.filter(event=event, number=number).update(flight_places=values)
    return row_count
