"""Recorded factories: a replay writes the same rows with present timestamps, and only on an equal
database."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from matches.models import Match
from matches.services import players
from tests.factory_recordings import TIMESTAMP, recordings
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, a_night, director_of, settle
from tournaments.models import Club, Event
from tournaments.play.draws import services as draws

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="factories are recorded on SQLite only"),
]
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")


@pytest.fixture(autouse=True)
def no_recordings() -> Iterator[None]:
    """Start without the recordings of other tests, and give them back afterwards."""
    saved = dict(vars(recordings))
    recordings.reset()
    yield
    vars(recordings).update(saved)


def make_event() -> Event:
    return a_night(a_club("Club"), FIVE)


def dump_rolled_back() -> tuple[list[str], Event]:
    """Return an SQL dump of the database after the factories, which are then rolled back, and the event."""
    with transaction.atomic():
        event = make_event()
        raw: sqlite3.Connection = connection.connection
        rows = list(raw.iterdump())
        transaction.set_rollback(True)
    return rows, event


def test_replay_writes_same_rows() -> None:
    first, event = dump_rolled_back()
    again, other = dump_rolled_back()

    assert len(recordings.by_calls) == 3
    assert [TIMESTAMP.sub("", row) for row in again] == [TIMESTAMP.sub("", row) for row in first]
    assert (other.pk, other.draw_seed, other.version) == (event.pk, event.draw_seed, event.version)


def test_replay_has_present_timestamps() -> None:
    dump_rolled_back()
    now = timezone.now()
    make_event()

    assert min(Match.objects.exclude(called_at=None).values_list("called_at", flat=True)) >= now
    assert Event.objects.get().tournament.starts_at == FIRST_NIGHT


def test_no_replay_after_other_writes() -> None:
    dump_rolled_back()
    players.register_player(name="Zoe")
    make_event()

    assert len(recordings.by_calls) == 3
    club = a_club("Another")
    Club.objects.filter(pk=club.pk).update(place="Elsewhere")
    assert recordings.get_calls() is None


def test_results_that_are_replayed_keep_their_order_and_are_in_the_past() -> None:
    for _ in range(2):
        with transaction.atomic():
            event = make_event()
            desk = event.tournament.desk
            called = list(desk.matches.filter(status="called").order_by("pk"))
            settled = [settle(match) for match in called]
            times = [match.settled_at for match in settled]
            now = timezone.now()
            transaction.set_rollback(True)

    assert len(recordings.by_calls) == 3 + len(called)
    assert times == sorted(times)
    assert times[-1] <= now


def test_factories_are_replayed_after_a_sign_in(client: Client) -> None:
    client.force_login(director_of(make_event().tournament.club))
    settle(Match.objects.filter(status="called").earliest("pk"))

    assert len(recordings.by_calls) == 4


def test_no_replay_while_something_is_patched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.play.draws.services.draw", draws.draw)
    make_event()

    assert recordings.by_calls == {}


def test_nothing_recorded_while_clock_is_set_to_a_fraction_of_a_second() -> None:
    with time_machine.travel(FIRST_NIGHT + timedelta(days=1, microseconds=1)):
        make_event()

    assert recordings.by_calls == {}


@pytest.mark.parametrize("tick", [True, False])
def test_replay_at_same_set_time_has_its_timestamps(tick: bool) -> None:
    called = []
    for _ in range(2):
        with time_machine.travel(FIRST_NIGHT, tick=tick), transaction.atomic():
            event = make_event()
            times = Match.objects.exclude(called_at=None).values_list("called_at", flat=True)
            called.append((min(times), max(times), timezone.now(), event.tournament.starts_at))
            transaction.set_rollback(True)

    assert len(recordings.by_calls) == 3
    assert called[1][:2] == called[0][:2]
    for first, last, now, starts_at in called:
        assert FIRST_NIGHT <= first <= last <= now < FIRST_NIGHT + timedelta(minutes=1)
        assert starts_at == FIRST_NIGHT
        assert tick or now == FIRST_NIGHT


def test_no_replay_at_another_set_time() -> None:
    for days in (0, 1):
        with time_machine.travel(FIRST_NIGHT + timedelta(days=days)), transaction.atomic():
            make_event()
            transaction.set_rollback(True)

    assert len(recordings.by_calls) == 6


def test_no_replay_after_the_clock_was_set_or_set_back() -> None:
    club = a_club("Club")
    with time_machine.travel(FIRST_NIGHT):
        assert recordings.get_calls() is None
        a_night(club, FIVE)
    assert recordings.get_calls() is None

    # Those of the club and its director.
    assert len(recordings.by_calls) == 2
