"""Moving a site from SQLite to PostgreSQL and back by a backup keeps every value."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from config.backups import restorer
from config.backups.archive import BackupError, create_backup, open_backup
from config.backups.writer import get_member_name
from matches.models import Outbox
from tests.config.test_backup import run_activity
from tests.servers import ROOT, environment

PROVE = os.environ.get("PROVE") == "1"


def manage(env: dict[str, str], *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    subprocess.run(command, cwd=ROOT, env=environment(env), check=True, stdout=subprocess.DEVNULL)


def rows(env: dict[str, str], newcomer: str = "") -> dict[str, str]:
    """The hashes of all tables and event files of a site, after the user `newcomer` (if any) has created a
    club."""
    with run_activity(env, "rows", newcomer) as process:
        data: dict[str, str] = json.loads(process.communicate()[0])
    return data


def play_and_move(probe_env: dict[str, str], target_env: dict[str, str], file: Path) -> None:
    """Play in a site on SQLite, move it to another database, and check that all rows are equal."""
    with run_activity(probe_env, "play", "one") as process:
        process.communicate("")
    original_rows = rows(probe_env, "founder")
    manage(probe_env, "backup", str(file))
    manage(target_env, "restore", str(file))
    assert rows(target_env) == original_rows


@pytest.mark.servers
def test_a_site_moved_to_postgres_is_equal_and_creates_new_rows(
    probe_env: dict[str, str], production: dict[str, str], tmp_path: Path
) -> None:
    postgres_env = {**production, "REDIS_URL": ""}
    play_and_move(probe_env, postgres_env, tmp_path / "laptop.backup")
    assert len(rows(postgres_env, "newcomer")) > 80


@pytest.mark.skipif(not PROVE, reason="makes all tables from nothing: `make prove`")
@pytest.mark.servers
def test_a_site_moved_back_to_sqlite_is_equal(
    probe_env: dict[str, str], production: dict[str, str], tmp_path: Path
) -> None:
    postgres_env, backup_file = {**production, "REDIS_URL": ""}, tmp_path / "server.backup"
    sqlite_env = {**probe_env, "CRAWFORD_DATA": str(tmp_path / "home")}
    play_and_move(probe_env, postgres_env, tmp_path / "laptop.backup")
    postgres_rows = rows(postgres_env, "newcomer")
    manage(postgres_env, "backup", str(backup_file))
    manage(sqlite_env, "restore", str(backup_file))
    assert rows(sqlite_env) == postgres_rows
    assert len(rows(sqlite_env, "another")) == len(postgres_rows)


@pytest.mark.django_db
def test_rows_that_postgres_wrote_are_read_value_by_value(tmp_path: Path) -> None:
    """A line is a row, tabs separate values, and backslash escapes stand for special characters."""
    table, file = "matches_outbox", tmp_path / "a.backup"
    cells = {
        "id": "7",
        "kind": r"a\tb\nc\\d\\N",
        "payload": r'{"name": "\\"café\\"", "none": null}',
        "created_at": "2026-10-05 12:00:00.000001+00",
        "due_at": "2026-10-05 12:00:00+00",
        "sent_at": r"\N",
        "given_up_at": r"\N",
        "attempts": "3",
        "last_error": "",
    }
    lines = (
        "\t".join(cells.values()) + "\n" + "\t".join({**cells, "id": "8", "payload": "null"}.values()) + "\n"
    )
    with create_backup(file) as backup:
        with backup.member(get_member_name(table)) as take:
            take(lines.encode())
        about = {"made_at": "2026-10-05", "version": "0.1.0", "database": "postgresql"}
        backup.close(**about, migrations={}, mark={}, columns={table: list(cells)})
    fields = Outbox._meta.local_concrete_fields
    with open_backup(file) as backup:
        restorer.write_sqlite_rows(table, fields, restorer.read_postgres_rows(backup, table, fields))
    noon = datetime(2026, 10, 5, 12, tzinfo=UTC)
    assert list(
        Outbox.objects.order_by("pk").values_list("pk", "kind", "payload", "created_at", "sent_at")
    ) == [
        (7, "a\tb\nc\\d\\N", {"name": '"café"', "none": None}, noon + timedelta(microseconds=1), None),
        (8, "a\tb\nc\\d\\N", None, noon + timedelta(microseconds=1), None),
    ]
    with open_backup(file) as backup, pytest.raises(BackupError, match="columns of matches_outbox"):
        list(restorer.read_postgres_rows(backup, table, fields[:-1]))
