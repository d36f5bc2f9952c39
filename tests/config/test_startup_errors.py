"""A command that cannot start reports it in one sentence: the wrong setting and the remedy."""

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from tests import servers

pytestmark = pytest.mark.second_stage

ELSEWHERE = "Set CRAWFORD_DATA to a folder this user may write to."
DATABASE = (
    "DATABASE_URL must be written as postgres://user:password@host:5432/database "
    "or sqlite:////folder/file.sqlite3."
)
POSTGRES = "Check DATABASE_URL, and that PostgreSQL runs there."


def answer(command: str, **env: str) -> tuple[int, list[str]]:
    """Run a management command; return its exit status and its output."""
    process = subprocess.run(
        [sys.executable, "manage.py", *command.split()],
        cwd=servers.ROOT,
        env=servers.environment(env),
        capture_output=True,
        text=True,
        check=False,
    )
    return process.returncode, (process.stdout + process.stderr).splitlines()


@pytest.mark.parametrize(
    ("env", "sentence"),
    [
        ({"DATABASE_URL": "crawford"}, DATABASE),
        ({"DATABASE_URL": "postgres://club@localhost:port/crawford"}, DATABASE),
        ({"REDIS_URL": "localhost:6379"}, "REDIS_URL must be written as redis://host:6379/0."),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(tmp_path: Path, env: dict[str, str], sentence: str) -> None:
    assert answer("migrate", CRAWFORD_DATA=str(tmp_path), **env) == (1, [f"CommandError: {sentence}"])


@pytest.mark.parametrize(("command", "env"), [("serve --port 0", {"SECRET_KEY": "given"}), ("migrate", {})])
def test_a_data_folder_that_cannot_be_made_is_named(
    tmp_path: Path, command: str, env: dict[str, str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    status, lines = answer(command, CRAWFORD_DATA=str(folder), **env)
    assert (status, len(lines), str(folder) in lines[0], lines[0].endswith(ELSEWHERE)) == (1, 1, True, True)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a folder in which nobody may write")
@pytest.mark.parametrize("command", ["migrate", "createsuperuser --no-input --username a"])
def test_a_data_folder_that_cannot_be_written_is_named(command: str) -> None:
    reason = "The database file /proc/crawford.sqlite3 cannot be used: unable to open database file."
    assert answer(command, CRAWFORD_DATA="/proc", SECRET_KEY="given") == (
        1,
        [f"CommandError: {reason} {ELSEWHERE}"],
    )


@pytest.mark.parametrize("command", ["demo", "doctor", "changepassword anna"])
def test_a_database_without_tables_is_named(tmp_path: Path, command: str) -> None:
    sentence = "The database lacks tables of this version: `./run manage migrate` makes them."
    status, lines = answer(command, CRAWFORD_DATA=str(tmp_path), SECRET_KEY="given")
    # Some of Django's own commands say first how many migrations are missing.
    assert (status, lines[-1]) == (1, f"CommandError: {sentence}")


@pytest.mark.servers
def test_a_database_that_is_not_there_is_named(tmp_path: Path, postgres_server: str) -> None:
    place = postgres_server.rpartition("@")[2]
    port = place.rpartition(":")[2]
    before = f'CommandError: The database "nowhere" on 127.0.0.1 port {port} cannot be used: '
    assert [
        answer(command, CRAWFORD_DATA=str(tmp_path), DATABASE_URL=f"postgres://{user}@{place}/nowhere")
        for command, user in (("serve --port 0", "postgres"), ("migrate", "stranger"))
    ] == [
        (1, [f'{before}database "nowhere" does not exist. {POSTGRES}']),
        (1, [f'{before}role "stranger" does not exist. {POSTGRES}']),
    ]


@pytest.mark.servers
def test_a_wrong_password_is_named_and_not_shown(tmp_path: Path, postgres_server: str) -> None:
    with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
        connection.execute("CREATE ROLE club LOGIN PASSWORD 'right'")
        [path] = connection.execute("SHOW hba_file").fetchone() or ("",)
        rules = Path(path).read_text(encoding="ascii")
        Path(path).write_text(f"host all club 127.0.0.1/32 scram-sha-256\n{rules}", encoding="ascii")
        loaded = reloaded(postgres_server)
        connection.execute("SELECT pg_reload_conf()")
    servers.until(lambda: reloaded(postgres_server) != loaded)
    place = postgres_server.rpartition("@")[2]

    status, lines = answer(
        "migrate", CRAWFORD_DATA=str(tmp_path), DATABASE_URL=f"postgres://club:wrong@{place}/postgres"
    )

    assert (status, len(lines), "wrong" in lines[0]) == (1, 1, False)
    assert lines[0].endswith(f'cannot be used: password authentication failed for user "club". {POSTGRES}')


def reloaded(server: str) -> object:
    """When PostgreSQL last read its settings, which it does some time after the request."""
    with psycopg.connect(f"{server}/postgres") as connection:
        return connection.execute(sql.SQL("SELECT pg_conf_load_time()")).fetchone()


def test_a_database_port_without_a_server_is_named(tmp_path: Path) -> None:
    port = servers.free_port()
    address = f"postgres://postgres@127.0.0.1:{port}/crawford"
    reason = f'The database "crawford" on 127.0.0.1 port {port} cannot be used: Connection refused.'
    assert answer("serve --port 0", CRAWFORD_DATA=str(tmp_path), DATABASE_URL=address) == (
        1,
        [f"CommandError: {reason} {POSTGRES}"],
    )
