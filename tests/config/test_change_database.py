"""A site moves from one kind of database to the other and back, and is the same site."""

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
    """What is in a site, after somebody new has founded a club in it."""
    with run_activity(env, "rows", newcomer) as process:
        data: dict[str, str] = json.loads(process.communicate()[0])
    return data


def moved_to_postgres(probe_env: dict[str, str], data: dict[str, str], file: Path) -> None:
    """A site that played, after its move."""
    with run_activity(probe_env, "play", "one") as process:
        process.communicate("")
    lived = rows(probe_env, "founder")
    manage(probe_env, "backup", str(file))
    manage(data, "restore", str(file))
    assert rows(data) == lived


@pytest.mark.servers
def test_a_site_that_moves_to_postgres_is_the_same_and_counts_on(
    probe_env: dict[str, str], production: dict[str, str], tmp_path: Path
) -> None:
    mapping = {**production, "REDIS_URL": ""}
    moved_to_postgres(probe_env, mapping, tmp_path / "laptop.backup")
    assert len(rows(mapping, "newcomer")) > 80


@pytest.mark.skipif(not PROVE, reason="makes all tables from nothing: `make prove`")
@pytest.mark.servers
def test_a_site_that_moves_back_is_the_same_too(
    probe_env: dict[str, str], production: dict[str, str], tmp_path: Path
) -> None:
    value, server = {**production, "REDIS_URL": ""}, tmp_path / "server.backup"
    home = {**probe_env, "CRAWFORD_DATA": str(tmp_path / "home")}
    moved_to_postgres(probe_env, value, tmp_path / "laptop.backup")
    result = rows(value, "newcomer")
    manage(value, "backup", str(server))
    manage(home, "restore", str(server))
    assert rows(home) == result
    assert len(rows(home, "another")) == len(result)


@pytest.mark.django_db
def test_rows_that_postgres_wrote_are_read_value_by_value(tmp_path: Path) -> None:
    """A line is a row, a tab ends a cell; what would break either is written by two letters."""
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
