"""A remembered scene is written again as if it happened now; after anything else it is made anew."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from matches.models import Match
from tests.factories import a_player
from tests.scene_cache import A_MOMENT, memory
from tests.tournaments.nights import FIRST_NIGHT, a_club, a_night
from tournaments.models import Club, Event

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="scenes are remembered on SQLite"),
]
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Recorded calls of other tests are unknown here, and those of this one afterwards."""
    mapping = dict(vars(memory))
    memory.begin()
    yield
    vars(memory).update(mapping)


def scene() -> Event:
    return a_night(a_club("Club"), FIVE)


def undone() -> tuple[list[str], Event]:
    """All that stands in the database after the scene, which is then undone, and what it made."""
    with transaction.atomic():
        event = scene()
        raw: sqlite3.Connection = connection.connection
        rows = list(raw.iterdump())
        transaction.set_rollback(True)
    return rows, event


def test_a_scene_is_written_again_as_it_was() -> None:
    first, event = undone()
    again, other = undone()

    assert len(memory.scenes) == 3
    assert [A_MOMENT.sub("", row) for row in again] == [A_MOMENT.sub("", row) for row in first]
    assert (other.pk, other.draw_seed, other.version) == (event.pk, event.draw_seed, event.version)


def test_what_happened_in_it_happens_now() -> None:
    undone()
    now = timezone.now()
    scene()

    assert min(Match.objects.exclude(called_at=None).values_list("called_at", flat=True)) >= now
    assert Event.objects.get().tournament.starts_at == FIRST_NIGHT


def test_after_anything_else_it_is_made_anew() -> None:
    undone()
    a_player("Zoe")
    scene()

    assert len(memory.scenes) == 3
    club = a_club("Another")
    Club.objects.filter(pk=club.pk).update(place="Elsewhere")
    assert memory.state() is None


def test_at_another_hour_nothing_is_remembered() -> None:
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        scene()

    assert memory.scenes == {}
