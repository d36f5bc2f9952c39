"""/healthz and /readyz: the status of the site, and which part is not ready."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from config import health
from config.health import DISK_MIN_BYTES
from matches.models import Outbox

pytestmark = pytest.mark.django_db
READY = {"ready": True, "database": "ok", "migrations": "ok", "disk": "ok", "outbox": "ok"}


@pytest.fixture(autouse=True)
def data_folder(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_healthz_answers_ok(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_a_working_site_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, READY)


def test_late_outbox_messages_are_reported_but_the_site_stays_ready(client: Client) -> None:
    Outbox.objects.create(kind="slow", created_at=timezone.now() - timedelta(minutes=3))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {**READY, "outbox": "1 late"})


def test_a_site_whose_tables_are_not_up_to_date_is_not_ready(client: Client) -> None:
    for app, latest in MigrationLoader(connection).graph.leaf_nodes("matches"):
        MigrationRecorder(connection).record_unapplied(app, latest)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrations"].endswith(" to apply")


def test_a_site_without_its_data_folder_is_not_ready(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path / "gone"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "FileNotFoundError")


def test_the_doctor_says_that_nothing_can_be_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(health, "DISK_MIN_BYTES", 10**18)
    with pytest.raises(SystemExit) as exit_status:
        call_command("doctor", language="en")
    assert exit_status.value.code == 1
    assert "MB free): results cannot be saved." in capsys.readouterr().err


def test_the_minimum_of_free_disk_space_is_50_megabytes() -> None:
    assert DISK_MIN_BYTES == 50_000_000
