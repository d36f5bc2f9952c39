"""Automatic backups (snapshots): when they are made, checked, thinned out and reported as late."""

import os
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from celery import current_app
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from config import tasks
from config.backups import snapshots
from matches.services import live
from tests.tournaments.club_evenings import a_club, a_night

pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime(2026, 10, 5, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.SNAPSHOT_DIR, settings.SNAPSHOT_MINUTES = tmp_path / "snapshots", 5
    return tmp_path / "snapshots"


def names() -> list[str]:
    return [snapshot.file.name for snapshot in snapshots.list_snapshots()]


def test_a_snapshot_is_made_once_an_interval_and_only_after_changes() -> None:
    with time_machine.travel(NOON + timedelta(minutes=2), tick=False) as clock:
        assert (snapshots.take_due_snapshot() is not None, snapshots.take_due_snapshot()) == (True, None)
        clock.move_to(NOON + timedelta(minutes=7))
        assert snapshots.take_due_snapshot() is None
        live.publish(topic="match:a", kind="x")
        assert snapshots.take_due_snapshot() is not None
        clock.move_to(NOON + timedelta(hours=25))
        assert snapshots.take_due_snapshot() is not None
    assert names() == [
        "crawford-20261006T1300Z.backup",
        "crawford-20261005T1205Z.backup",
    ]


def test_snapshots_can_be_turned_off(settings: Settings) -> None:
    settings.SNAPSHOT_MINUTES = 0
    assert (snapshots.take_due_snapshot(), snapshots.is_late()) == (None, False)


def test_snapshots_are_retained_by_minutes_hours_days_and_weeks() -> None:
    moments = [NOON - timedelta(minutes=5 * number) for number in range(12 * 24 * 120)]
    retained = sorted(snapshots.select_retained(moments, NOON), reverse=True)
    ages = [NOON - moment for moment in retained]
    spans = [timedelta(hours=1), timedelta(days=1), timedelta(days=14), timedelta(weeks=12)]
    counts = [sum(age <= span for age in ages) for span in spans]
    assert (counts, retained[0]) == ([13, 36, 49, 59], NOON)
    assert snapshots.select_retained(retained, NOON) == set(retained)
    assert snapshots.select_retained([], NOON) == set()
    old = NOON - timedelta(days=4000)
    assert snapshots.select_retained([old], NOON) == {old}


def test_old_snapshots_are_deleted_and_other_files_are_not(folder: Path) -> None:
    folder.mkdir()
    for name in ("crawford-20200101T0000Z.backup", "before-restore-20200101T000000Z.backup", "notes.txt"):
        (folder / name).write_bytes(b"")
    with time_machine.travel(NOON, tick=False):
        snapshots.take_due_snapshot()
    assert sorted(file.name for file in folder.iterdir()) == [
        "before-restore-20200101T000000Z.backup",
        "crawford-20261005T1200Z.backup",
        "notes.txt",
    ]


def test_the_doctor_warns_of_changes_without_a_snapshot() -> None:
    buffer = StringIO()
    with time_machine.travel(NOON) as clock:
        snapshots.take_due_snapshot()
        a_night(a_club())
        call_command("doctor", stdout=buffer, stderr=buffer)
        assert (buffer.getvalue(), snapshots.is_late()) == ("", False)
        clock.move_to(NOON + timedelta(hours=3))
        assert snapshots.is_late()
        call_command("doctor", stdout=buffer, stderr=buffer)
        assert "The last automatic backup is hours old" in buffer.getvalue()
        snapshots.take_due_snapshot()
        assert not snapshots.is_late()


def test_the_command_lists_snapshots_and_finds_damaged_ones(folder: Path) -> None:
    buffer = StringIO()
    with time_machine.travel(NOON, tick=False):
        call_command("snapshots", take=True, stdout=buffer)
        file = snapshots.list_snapshots()[0].file
        assert buffer.getvalue().startswith("2026-10-05 12:00 UTC")
        file.write_bytes(file.read_bytes()[:-200])
        with pytest.raises(SystemExit):
            call_command("snapshots", check=True, stdout=buffer, stderr=buffer)
    assert "damaged" in buffer.getvalue()


def test_a_damaged_snapshot_does_not_count(folder: Path) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        snapshots.take_due_snapshot()
        a_night(a_club())
        clock.move_to(NOON + timedelta(minutes=5))
        newest = snapshots.take_due_snapshot()
        assert newest is not None
        clock.move_to(NOON + timedelta(hours=3))
        assert not snapshots.is_late()
        newest.file.write_bytes(b"torn")
        assert snapshots.is_late()


def test_files_of_killed_workers_are_deleted(folder: Path) -> None:
    folder.mkdir()
    old_draft, old_copy = folder / ".crawford-20261005T1100Z.backup.part", folder / ".backup-left"
    new_draft, new_copy = folder / ".crawford-20261005T1155Z.backup.part", folder / ".backup-busy"
    for file in (old_draft, old_copy / "crawford.sqlite3", new_draft, new_copy / "crawford.sqlite3"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"")
    for path in (old_draft, old_copy / "crawford.sqlite3", old_copy, new_copy):
        os.utime(path, (0, 0))
    assert snapshots.delete_expired(now=NOON) == 2
    assert {file.name for file in folder.iterdir()} == {new_draft.name, new_copy.name}


def test_expired_sessions_are_deleted() -> None:
    for name, days in (("old", -1), ("young", 1)):
        Session.objects.create(session_key=name, expire_date=timezone.now() + timedelta(days=days))
    tasks.clear_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["young"]


def test_every_scheduled_task_is_registered(settings: Settings) -> None:
    scheduled = {row["task"] for row in settings.CELERY_BEAT_SCHEDULE.values()}
    assert scheduled - set(current_app.tasks) == set()
