"""Updates: an existing SQLite database is backed up before them, and that of a newer release is refused.

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
ADD_MIGRATION = "INSERT INTO django_migrations (app, name, applied) VALUES ('{}', '9999_of_tomorrow', '')"
NEWER = (
    "CommandError: The database was updated by a newer release (tournaments.9999_of_tomorrow). Start that "
    "release again."
)
NEWER_IN_ITALIAN = (
    "CommandError: Il database è stato aggiornato da una versione più recente "
    "(tournaments.9999_of_tomorrow). Riavvia quella versione."
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

    assert answer(folder, "restore", str(backup), "--replace", **OLDER)[0] == 0
    assert query(folder, "SELECT username FROM matches_user") == [("nora",)]
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
    other.mkdir()
    assert answer(other, "migrate", "--verbosity", "0") == (0, [])
    assert answer(other, "restore", str(saved))[0] == 0
    assert (query(other, "SELECT username FROM matches_user"), backups(other)) == ([("nora",)], [])


@pytest.fixture(scope="module")
def newer_folder(older_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a site that was updated, and once more by a release of tomorrow."""
    folder = Path(shutil.copytree(older_folder, tmp_path_factory.mktemp("newer") / "data"))
    assert answer(folder, "migrate", "--verbosity", "0") == (0, [])
    query(folder, ADD_MIGRATION.format("tournaments"))
    return folder


def test_a_newer_database_is_refused_and_the_backup_before_the_update_is_named(newer_folder: Path) -> None:
    (backup,) = backups(newer_folder)
    way_back = f"./run manage restore {backup} --replace"
    assert answer(newer_folder, "migrate") == (
        1,
        [f"{NEWER} `{way_back}` goes back to the backup made before the update."],
    )
    assert answer(newer_folder, "serve", "--port", "0", LANGUAGE="it") == (
        1,
        [f"{NEWER_IN_ITALIAN} `{way_back}` torna alla copia fatta prima dell'aggiornamento."],
    )


def test_the_backup_before_the_update_can_be_restored(newer_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(newer_folder, tmp_path / "data"))
    (backup,) = backups(folder)
    status, lines = answer(folder, "restore", str(backup), "--replace")
    former_data = next((folder / "snapshots").glob("before-restore-*.backup"))
    # The former data is of the newer release, and says so.
    assert (status, lines[0], read_manifest(former_data).migrations["tournaments"]) == (
        0,
        f"The former data is kept in {former_data}",
        ["9999_of_tomorrow"],
    )
    assert answer(folder, "restore", str(former_data), "--replace", LANGUAGE="it") == (
        1,
        [
            "CommandError: Il file è stato scritto da una versione più recente (contiene "
            f"tournaments.9999_of_tomorrow). `./run manage restore {backup} --replace` torna alla copia "
            "fatta prima dell'aggiornamento."
        ],
    )


def test_a_newer_database_without_a_backup_names_the_folder(folder: Path) -> None:
    query(folder, ADD_MIGRATION.format("tournaments"))
    sentence = f"There is no backup in {folder}/snapshots that this release can read."
    assert answer(folder, "migrate") == (1, [f"{NEWER} {sentence}"])


def test_a_backup_reads_no_column_that_an_older_table_lacks(folder: Path) -> None:
    """Nor are migrations of a plug-in that was removed those of a newer release."""
    query(folder, "ALTER TABLE matches_outbox RENAME COLUMN kind TO of_old")
    query(folder, ADD_MIGRATION.format("crawford_atlantis"))
    assert answer(folder, "migrate", "--verbosity", "0") == (0, [])
    assert len(backups(folder)) == 1
