"""An event file imported and exported by shell commands, to PostgreSQL and back to SQLite, stays equal byte
for byte."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT, create_database, environment
from tests.tournaments.club_evenings import a_club, a_night, match_at, play_out, settle
from tournaments.importing.queries.exports import write_event_file


def manage(env: dict[str, str], *arguments: str) -> str:
    process = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(env),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.servers
@pytest.mark.django_db
def test_a_file_is_the_same_after_postgresql_and_back(
    tmp_path: Path, migrated_folder: Path, migrated_postgres: str
) -> None:
    event = a_night(a_club(), [f"Giocatore {number}" for number in range(7)])
    settle(match_at(event, "M1-2"), ending="walkover")
    play_out(event)
    files = [tmp_path / f"{name}.json" for name in ("sqlite", "postgres", "back")]
    files[0].write_bytes(write_event_file(event))
    create_database(migrated_postgres, "exchange", template="migrated")
    shutil.copytree(migrated_folder, tmp_path / "site")
    sites = [
        {"CRAWFORD_DATA": str(tmp_path), "DATABASE_URL": f"{migrated_postgres}/exchange"},
        {"CRAWFORD_DATA": str(tmp_path / "site")},
    ]
    director = ("createsuperuser", "--noinput", "--username", "director", "--email", "d@example.org")
    for place, env in enumerate(sites):
        manage({**env, "DJANGO_SUPERUSER_PASSWORD": "x"}, *director)
        manage(env, "import_event", str(files[place]), "--club", "Altrove", "--by", "director")
        manage(env, "export_event", "1", str(files[place + 1]))
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()
