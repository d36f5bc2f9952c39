"""Backups: one of a site in use is consistent, damaged and foreign files are refused, restoring is all or
nothing."""

import hashlib
import json
import os
import sqlite3
import stat
import subprocess
import sys
import zipfile
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.backups import archive, restorer
from config.backups.archive import BackupError, create_backup, open_backup
from tests import servers
from tests.servers import ROOT, environment

pytestmark = pytest.mark.second_stage

ABOUT: dict[str, Any] = {
    "made_at": "2026-10-05",
    "version": "0.1.0",
    "database": "sqlite",
    "migrations": {},
    "mark": {},
}
ACTIVITY = [sys.executable, "-m", "tests.config.play_evenings"]


def run_activity(env: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """Start tests/config/play_evenings.py in a site."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*ACTIVITY, *arguments], cwd=ROOT, env=environment(env), text=True, stdin=pipe, stdout=pipe
    )


def busy(env: dict[str, str], file: Path) -> set[str]:
    """Play in a site from two processes and back it up meanwhile; return every state the processes
    printed."""
    with run_activity(env, "play", "one") as one, run_activity(env, "play", "other") as other:
        assert one.stdout is not None
        assert one.stdin is not None
        assert other.stdout is not None
        assert other.stdin is not None
        states = {*islice(one.stdout, 3), *islice(other.stdout, 3)}
        one.stdin.write(f"{file}\n")
        one.stdin.flush()
        servers.until(file.exists)
        states |= {*islice(one.stdout, 3), *islice(other.stdout, 3)}
        one.stdin.close()
        other.stdin.close()
        states |= {*one.stdout, *other.stdout}
    return {line.strip() for line in states}


def returned(env: dict[str, str], file: Path) -> tuple[list[str], set[str]]:
    """Restore in another site; return the output of the command and the states of its events."""
    with run_activity(env, "return", str(file)) as process:
        lines = process.communicate()[0].splitlines()
    return lines[:3], set(lines[3:])


def check_backup_is_consistent(env: dict[str, str], data: dict[str, str], file: Path) -> None:
    states = busy(env, file)
    output, restored_states = returned(data, file)
    with open_backup(file) as backup:
        made_at = backup.manifest.made_at
    former_data = next((Path(data["CRAWFORD_DATA"]) / "snapshots").iterdir())
    assert output == [
        "This installation has accounts. Use --replace to overwrite it; its data is kept as a backup.",
        f"The former data is kept in {former_data}",
        f"Restored the backup of {made_at}.",
    ]
    assert (len(restored_states) >= 2, restored_states - states) == (True, set())


def test_a_backup_of_a_busy_sqlite_site_is_consistent(probe_env: dict[str, str], tmp_path: Path) -> None:
    other_env = {**probe_env, "CRAWFORD_DATA": str(tmp_path / "there")}
    check_backup_is_consistent(probe_env, other_env, tmp_path / "busy.backup")


@pytest.mark.servers
def test_a_backup_of_a_busy_postgres_site_is_consistent(
    production: dict[str, str], postgres_server: str, tmp_path: Path
) -> None:
    name = f"there_{abs(hash(tmp_path))}"
    servers.create_database(postgres_server, name, template="template0")
    other_env = {"DATABASE_URL": f"{postgres_server}/{name}", "CRAWFORD_DATA": str(tmp_path / "there")}
    check_backup_is_consistent(production, {**production, **other_env}, tmp_path / "busy.backup")


def test_a_running_site_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "crawford.sqlite3"
    with closing(sqlite3.connect(path)) as serving:
        serving.execute("PRAGMA journal_mode=WAL")
        serving.execute("CREATE TABLE results (id)")
        with pytest.raises(BackupError, match="The site is running"):
            restorer._checkpoint(path)
    restorer._checkpoint(path)
    assert [file.name for file in tmp_path.iterdir()] == ["crawford.sqlite3"]


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A small valid backup."""
    file = tmp_path / "small.backup"
    a_file(file)
    return file


def a_file(file: Path, **about: object) -> None:
    with create_backup(file) as backup:
        with backup.member("crawford.sqlite3") as take:
            take(b"records")
        backup.close(**{**ABOUT, **about})


def why_not(file: Path) -> str:
    with pytest.raises(BackupError) as caught, open_backup(file):
        pass
    return str(caught.value)


def test_a_valid_file_opens(backup: Path) -> None:
    with open_backup(backup) as opened:
        assert (opened.manifest.made_at, opened.open("crawford.sqlite3").read()) == ("2026-10-05", b"records")
    call_command("restore", str(backup), "--check")


def test_every_damage_is_detected(backup: Path, tmp_path: Path) -> None:
    whole = backup.read_bytes()
    unseen = []
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        backup.write_bytes(bytes(damaged))
        try:
            with open_backup(backup) as opened:
                if opened.open("crawford.sqlite3").read() != b"records":
                    unseen.append(place)
        except BackupError:
            pass
    assert unseen == []
    for length in range(0, len(whole), 7):
        backup.write_bytes(whole[:length])
        assert why_not(backup)


def test_an_added_member_is_detected(backup: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(backup, "a") as zip_file:
        zip_file.writestr("more", b"more")
    assert "unexpected" in why_not(backup)


def test_another_kind_of_file_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("good evening")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zip_file:
        zip_file.writestr("a", "a")
    assert "not a backup" in why_not(tmp_path / "a.txt")
    assert "not a backup" in why_not(tmp_path / "a.zip")
    assert "does not exist" in why_not(tmp_path / "absent")


def forged(whole: Path, manifest: object) -> Path:
    """A copy of a backup with another manifest, and the right checksum for it."""
    file = whole.with_name("forged.backup")
    text = json.dumps(manifest).encode()
    with zipfile.ZipFile(whole) as model, zipfile.ZipFile(file, "w") as zip_file:
        zip_file.writestr("crawford.sqlite3", model.read("crawford.sqlite3"))
        zip_file.writestr(archive.MANIFEST, text)
        zip_file.comment = archive._checksum_line(text)
    return file


def manifest_of(file: Path) -> dict[str, object]:
    with zipfile.ZipFile(file) as zip_file:
        data: dict[str, object] = json.loads(zip_file.read(archive.MANIFEST))
    return data


def test_a_newer_file_is_refused(backup: Path) -> None:
    newer = forged(backup, {**manifest_of(backup), "format": archive.FORMAT + 1})
    assert "newer version" in why_not(newer)


@pytest.mark.parametrize("manifest", [[], {}, {"members": {}}, {"members": {"a": {"words": 1}}}, 7])
def test_a_manifest_of_another_format_is_no_backup(backup: Path, manifest: object) -> None:
    assert "not a backup" in why_not(forged(backup, manifest))


def test_a_member_longer_than_its_manifest_says_is_refused(backup: Path) -> None:
    manifest = manifest_of(backup)
    members = {"crawford.sqlite3": {"bytes": 3, "sha256": hashlib.sha256(b"rec").hexdigest()}}
    assert "is not what was written" in why_not(forged(backup, {**manifest, "members": members}))
    with zipfile.ZipFile(backup.with_name("bomb.backup"), "w", zipfile.ZIP_DEFLATED) as zip_file:
        zip_file.writestr(archive.MANIFEST, bytes(archive.LARGEST_MANIFEST + 1))
    assert "not a backup" in why_not(backup.with_name("bomb.backup"))


def test_a_backup_that_fails_its_check_is_deleted(tmp_path: Path) -> None:
    def write() -> None:
        with create_backup(tmp_path / "a.backup") as backup:
            backup._archive.writestr("more", b"more")
            backup.close(**ABOUT)

    with pytest.raises(BackupError, match="unexpected"):
        write()
    assert list(tmp_path.iterdir()) == []


def test_a_file_being_written_is_not_written_by_another_process(tmp_path: Path) -> None:
    file = tmp_path / "a.backup"
    with create_backup(file) as backup:
        with pytest.raises(FileExistsError):
            a_file(file)
        backup.close(**ABOUT)
    with open_backup(file) as opened:
        assert opened.manifest.made_at == "2026-10-05"
    assert (sorted(tmp_path.iterdir()), stat.S_IMODE(file.stat().st_mode)) == ([file], 0o600)


def test_an_old_draft_of_a_killed_process_is_overwritten(tmp_path: Path) -> None:
    draft = tmp_path / archive.DRAFT_NAME.format("a.backup")
    draft.write_bytes(b"half")
    with pytest.raises(FileExistsError):
        a_file(tmp_path / "a.backup")
    os.utime(draft, (0, 0))
    a_file(tmp_path / "a.backup")
    assert [file.name for file in tmp_path.iterdir()] == ["a.backup"]


def foreign(tmp_path: Path, text: str) -> BackupError:
    """The error when a database made by this SQL is restored."""
    records, file = tmp_path / "records.sqlite3", tmp_path / "foreign.backup"
    with closing(sqlite3.connect(records)) as database:
        database.executescript(text)
    with create_backup(file) as backup:
        with backup.member("crawford.sqlite3") as take:
            take(records.read_bytes())
        backup.close(**{**ABOUT, "migrations": {"matches": ["0001_initial"]}})
    with open_backup(file) as opened, pytest.raises(BackupError) as caught:
        restorer._unpack(opened, tmp_path / "draft.sqlite3")
    return caught.value


def test_databases_of_other_programs_are_refused(tmp_path: Path) -> None:
    table = "CREATE TABLE django_migrations (app, name);"
    for number, text in enumerate(
        (
            "CREATE TABLE other (a);",
            table,
            f"{table} INSERT INTO django_migrations VALUES ('matches', '0001_initial');"
            "CREATE TRIGGER mine AFTER DELETE ON django_migrations BEGIN DELETE FROM django_migrations; END;",
        )
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert "not one of this program" in str(foreign(folder, text))


def manage(env: dict[str, str], *arguments: str) -> tuple[int, str]:
    """Run a management command in a site; return its exit status and its output."""
    command = [sys.executable, "manage.py", *arguments]
    process = subprocess.run(
        command, cwd=ROOT, env=environment(env), capture_output=True, text=True, check=False
    )
    return process.returncode, process.stdout + process.stderr


def test_a_damaged_site_is_preserved_before_it_is_replaced(probe_env: dict[str, str], tmp_path: Path) -> None:
    other_env = {**probe_env, "CRAWFORD_DATA": str(tmp_path / "there")}
    (tmp_path / "there").mkdir()
    damaged_database = tmp_path / "there" / "crawford.sqlite3"
    damaged_database.write_bytes(b"a disk that died" * 1000)

    saved = str(tmp_path / "saved.backup")
    assert manage(probe_env, "backup", saved)[0] == 0
    code, output = manage(other_env, "restore", saved)
    assert (code, "Use --replace" in output) == (1, True)
    code, output = manage(other_env, "restore", saved, "--replace")
    (former_data,) = (tmp_path / "there" / "snapshots").iterdir()
    assert (code, f"kept in {former_data}\n" in output) == (0, True)
    assert former_data.read_bytes() == b"a disk that died" * 1000
    assert manage(other_env, "check")[0] == 0


def test_commands_on_a_folder_without_tables_say_so(probe_env: dict[str, str], tmp_path: Path) -> None:
    env = {**probe_env, "CRAWFORD_DATA": str(tmp_path / "empty")}
    (tmp_path / "empty").mkdir()
    code, output = manage(env, "doctor")
    assert (code, "The database lacks tables" in output, "Traceback" in output) == (1, True, False)
    code, output = manage(env, "backup", str(tmp_path / "empty.backup"))
    assert (code, "empty.backup could not be written" in output, "Traceback" in output) == (1, True, False)
    assert not (tmp_path / "empty.backup").exists()


def test_a_backup_on_a_full_disk_says_so(probe_env: dict[str, str], tmp_path: Path) -> None:
    """A limit on the size of files, which fails like a full disk."""
    file = tmp_path / "large.backup"
    backup = [sys.executable, "manage.py", "backup", str(file)]
    process = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 200; exec "$@"', "sh", *backup],
        cwd=ROOT,
        env=environment(probe_env),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1
    assert f"{file} could not be written: " in process.stderr
    assert "Traceback" not in process.stderr
    assert not file.exists()


def test_a_refused_restore_makes_no_backup_of_the_current_data(
    probe_env: dict[str, str], tmp_path: Path
) -> None:
    env = {**probe_env, "CRAWFORD_DATA": str(tmp_path / "there")}
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "crawford.sqlite3").write_bytes(b"a disk that died" * 1000)
    a_file(tmp_path / "foreign.backup")
    code, output = manage(env, "restore", str(tmp_path / "foreign.backup"), "--replace")

    assert (code, "The database in the file is" in output, "kept in" in output) == (1, True, False)
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["crawford.sqlite3"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ({"database": "oracle"}, "another kind"),
        ({"migrations": {"tournaments": ["9999_of_tomorrow"]}}, "tournaments.9999_of_tomorrow"),
        ({}, "This installation has accounts"),
    ],
)
def test_a_backup_that_does_not_fit_the_site_is_refused(
    tmp_path: Path, about: dict[str, object], sentence: str, django_user_model: type
) -> None:
    django_user_model.objects.create_user("somebody")  # type: ignore[attr-defined]
    a_file(tmp_path / "other.backup", **about)
    with pytest.raises(CommandError, match=sentence):
        call_command("restore", str(tmp_path / "other.backup"))


def test_an_interrupted_backup_leaves_no_file(tmp_path: Path) -> None:
    with (
        pytest.raises(ZeroDivisionError),
        create_backup(tmp_path / "a.backup") as backup,
        backup.member("a") as take,
    ):
        take(bytes(1 // 0))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_a_backup_never_replaces_a_file(tmp_path: Path) -> None:
    file = tmp_path / "kept.backup"
    file.write_text("precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(file))
    with pytest.raises(FileExistsError):
        a_file(file)
    with pytest.raises(CommandError, match="no folder"):
        call_command("backup", str(tmp_path / "absent" / "a.backup"))
    assert (file.read_text(), sorted(tmp_path.iterdir())) == ("precious", [file])
