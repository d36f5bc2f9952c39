"""Updates: an existing SQLite database is backed up before it is changed, and that of a newer release is refused.

The older release of these tests is the present one without one of its feature apps.
"""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from config.backups.archive import read_manifest
from tests import servers
from tests.config.features import FEATURES

pytestmark = pytest.mark.second_stage

OLDER = {"CRAWFORD_FEATURES": ",".join(name for name in FEATURES if name != "screens"), "SECRET_KEY": "given"}
PRESENT = {"SECRET_KEY": "given"}
ADD_MIGRATION = (
    "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_of_tomorrow', '')"
)
CREATE_ACCOUNT = ("createsuperuser", "--no-input", "--username", "nora", "--email", "nora@club.example")
UPDATED = "The data before the update is kept in "


@pytest.fixture(scope="module")
def older_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a site of the older release, with an account."""
    folder = tmp_path_factory.mktemp("older")
    env = {**OLDER, "CRAWFORD_DATA": str(folder)}
    servers.create_tables(env)
    servers.manage({**env, "DJANGO_SUPERUSER_PASSWORD": "4-Lover's-Leap"}, *CREATE_ACCOUNT)
    return folder


@pytest.fixture
def folder(older_folder: Path, tmp_path: Path) -> Path:
    """A copy of that data folder."""
    return Path(shutil.copytree(older_folder, tmp_path / "data"))


def answer(folder: Path, *command: str, **env: str) -> tuple[int, list[str]]:
    """Run a management command of the present release; return its exit status and its output."""
    process = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=servers.ROOT,
        env=servers.environment({**PRESENT, "CRAWFORD_DATA": str(folder), **env}),
        capture_output=True,
        text=True,
        check=False,
    )
    return process.returncode, (process.stdout + process.stderr).splitlines()


def query(folder: Path, statement: str) -> list[tuple[object, ...]]:
    """Run a statement on the database of a site."""
    with closing(sqlite3.connect(folder / "crawford.sqlite3")) as database, database:
        return database.execute(statement).fetchall()


def backups(folder: Path) -> list[Path]:
    """The backups made before updates."""
    return sorted((folder / "snapshots").glob("before-update-*.backup"))


def test_migrate_backs_up_an_existing_site_once_and_the_older_release_can_return(folder: Path) -> None:
    status, lines = answer(folder, "migrate")
    (backup,) = backups(folder)
    assert (status, f"{UPDATED}{backup}" in lines, "screens" in read_manifest(backup).migrations) == (
        0,
        True,
        False,
    )

    assert answer(folder, "migrate")[0] == 0
    assert backups(folder) == [backup]

    status, _lines = answer(folder, "restore", str(backup), "--replace", **OLDER)
    assert (status, query(folder, "SELECT username FROM matches_user")) == (0, [("nora",)])
    assert query(folder, "SELECT name FROM django_migrations WHERE app = 'screens'") == []


def test_serve_backs_up_an_existing_site_and_says_where(folder: Path) -> None:
    env = {**PRESENT, "CRAWFORD_DATA": str(folder)}
    command = [sys.executable, "manage.py", "serve", "--port", "0"]
    with servers.running(command, env=env, output=subprocess.PIPE) as process:
        lines = read_lines(process)
    assert lines[:2] == [f"{UPDATED}{backups(folder)[0]}", "Bringing the tables up to date ..."]


def read_lines(process: "subprocess.Popen[str]") -> list[str]:
    """The lines that the site prints until it is open."""
    lines: list[str] = []
    for line in process.stdout or ():
        lines += [line.strip()] if line.strip() else []
        if "is open" in line:
            break
    return lines


def test_nothing_is_updated_without_a_backup(folder: Path) -> None:
    (folder / "snapshots").touch()
    status, lines = answer(folder, "migrate")
    start = f"CommandError: Nothing was updated, because the backup {folder}/snapshots/before-update-"
    assert (status, lines[0].startswith(start), lines[0].endswith("could not be written: File exists.")) == (
        1,
        True,
        True,
    )
    assert query(folder, "SELECT name FROM django_migrations WHERE app = 'screens'") == []
    assert answer(folder, "migrate", "--no-backup", "--verbosity", "0") == (0, [])


def test_a_new_site_and_a_restored_one_get_no_backup(folder: Path, tmp_path: Path) -> None:
    saved = tmp_path / "older.backup"
    servers.manage({**OLDER, "CRAWFORD_DATA": str(folder)}, "backup", str(saved))
    other = tmp_path / "other"
    assert answer(other, "migrate", "--verbosity", "0") == (0, [])
    assert answer(other, "restore", str(saved))[0] == 0
    assert (query(other, "SELECT username FROM matches_user"), backups(other)) == ([("nora",)], [])


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("migrate",)])
def test_a_database_of_a_newer_release_is_refused_and_the_backup_before_is_named(
    folder: Path, command: tuple[str, ...]
) -> None:
    answer(folder, "migrate")
    query(folder, ADD_MIGRATION)
    (backup,) = backups(folder)
    way_back = f"./run manage restore {backup} --replace"

    assert [answer(folder, *command, LANGUAGE=language) for language in ("en", "it")] == [
        (
            1,
            [
                "CommandError: The database was updated by a newer release (tournaments.9999_of_tomorrow). Start "
                f"that release again. `{way_back}` goes back to the backup made before the update."
            ],
        ),
        (
            1,
            [
                "CommandError: Il database è stato aggiornato da una versione più recente "
                "(tournaments.9999_of_tomorrow). Riavvia quella versione. "
                f"`{way_back}` torna alla copia fatta prima dell'aggiornamento."
            ],
        ),
    ]

    status, lines = answer(folder, *way_back.split()[2:])
    kept = next((folder / "snapshots").glob("before-restore-*.backup"))
    assert (status, f"The former data is kept in {kept}" in lines) == (0, True)
    assert answer(folder, "migrate", "--check") == (0, [])
    # What was kept is of the newer release, and says so.
    assert read_manifest(kept).migrations["tournaments"] == ["9999_of_tomorrow"]


def test_a_newer_database_without_a_backup_names_the_folder(folder: Path) -> None:
    query(folder, ADD_MIGRATION)
    assert answer(folder, "migrate") == (
        1,
        [
            "CommandError: The database was updated by a newer release (tournaments.9999_of_tomorrow). Start that "
            f"release again. There is no backup in {folder}/snapshots that this release can read."
        ],
    )


def test_a_backup_of_a_newer_release_is_refused_and_an_older_one_is_named(folder: Path) -> None:
    answer(folder, "migrate")
    (backup,) = backups(folder)
    query(folder, ADD_MIGRATION)
    newer = folder / "newer.backup"
    assert answer(folder, "backup", str(newer))[0] == 0
    assert answer(folder, "restore", str(newer), "--replace", LANGUAGE="it") == (
        1,
        [
            "CommandError: Il file è stato scritto da una versione più recente (contiene "
            f"tournaments.9999_of_tomorrow). `./run manage restore {backup} --replace` torna alla copia fatta "
            "prima dell'aggiornamento."
        ],
    )


def test_a_table_that_lacks_a_column_of_this_release_is_backed_up(folder: Path) -> None:
    query(folder, "ALTER TABLE matches_outbox RENAME COLUMN kind TO of_old")
    assert answer(folder, "migrate", "--verbosity", "0") == (0, [])
    assert len(backups(folder)) == 1


def test_migrations_of_a_plug_in_that_was_removed_are_not_of_a_newer_release(folder: Path) -> None:
    query(folder, ADD_MIGRATION.replace("'tournaments'", "'crawford_atlantis'"))
    assert answer(folder, "migrate", "--verbosity", "0") == (0, [])
