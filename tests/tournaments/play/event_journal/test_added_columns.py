"""Columns that a migration adds are filled from the journals after the last migration."""

import pytest
from django.apps import apps
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

from tests.tournaments.club_evenings import a_club, a_night, play_out
from tournaments.models import Entry, Event
from tournaments.play.event_journal.services.added_columns import FLIGHT_PLACES

pytestmark = pytest.mark.django_db


def get_flight_places(event: Event) -> dict[int, object]:
    return dict(Entry.objects.filter(event=event).values_list("number", "flight_places"))


def announce_migrations(*steps: tuple[Migration, bool]) -> None:
    """Send what Django sends after it has applied (False) or taken back (True) these migrations."""
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias, plan=list(steps), apps=apps)


def test_the_places_in_flights_are_filled_when_their_column_was_added() -> None:
    event = a_night(a_club(), [f"Player {number}" for number in range(6)])
    play_out(event)
    places = get_flight_places(event)
    assert any(places.values())
    Entry.objects.filter(event=event).update(flight_places={})
    migration = MigrationLoader(None).disk_migrations["tournaments", FLIGHT_PLACES]

    announce_migrations()
    announce_migrations((migration, True))
    assert set(map(bool, get_flight_places(event).values())) == {False}

    announce_migrations((migration, False))
    assert get_flight_places(event) == places
