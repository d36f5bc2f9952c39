"""How long a fresh clone takes to its first page, and a later start.

Run from the root of the repository: `python -m benchmarks.first_start`. Needs git, Linux and a package
index. The last commit is cloned, every cache is empty, and `./run` is started once where there is no uv and
once where there is; then the first clone is started again. Printed are the seconds until the first answer
(the waiting page of a new site, the home page at a later start) and until the page with the demo, processor
seconds, and the ratio of both to the installation alone: pip, the same lock, an empty cache. Marks on two
quiet cores: the first answer within 20 s with pip alone and 12 s with uv, a second start within 4 s. Nothing
is asserted.
"""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError

from tests import servers

PATIENCE = 900.0
INTERVAL = 0.05
BARE_PATH = f"{Path(getattr(sys, '_base_executable', sys.executable)).parent}:/usr/bin:/bin"
TICKS = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """Seconds, and seconds of all processors."""

    wall: float
    processor: float


def main() -> int:
    """Print every figure."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        installation = _install(folder / "alone")
        _print("installation alone", installation, installation)
        clone = _clone(folder / "pip")
        _print_start("without uv", clone, folder / "pip-home", BARE_PATH, installation)
        with_uv = f"{clone / '.venv' / 'bin'}:{BARE_PATH}"
        _print_start("with uv", _clone(folder / "uv"), folder / "uv-home", with_uv, installation)
        _print_start("second start", clone, folder / "pip-home", BARE_PATH, installation)
    return 0


def _install(folder: Path) -> Cost:
    """Install the lock with pip into a new environment."""
    python = BARE_PATH.partition(":")[0] + "/python3"
    subprocess.run([python, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    command = [python, "-m", "pip", "--python", folder / "venv", "install", "--quiet", "--no-compile"]
    command += ["--require-hashes", "--only-binary", ":all:", "-r", servers.ROOT / "requirements.txt"]
    began = time.monotonic()
    with _running(list(map(str, command)), folder, folder, BARE_PATH) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        return Cost(time.monotonic() - began, _processor_seconds(process.pid))


def _clone(folder: Path) -> Path:
    subprocess.run(["git", "clone", "--quiet", servers.ROOT, folder], check=True)
    return folder


def _print_start(name: str, clone: Path, home: Path, path: str, installation: Cost) -> None:
    """Start the site, and print when it first answers and when it shows the demo."""
    port = servers.free_port()
    command = [BARE_PATH.partition(":")[0] + "/python3", "run", "--no-open", "--host", "127.0.0.1"]
    began = time.monotonic()
    answered: Cost | None = None
    with _running([*command, "--port", str(port)], clone, home, path) as process:
        while (status := _get_status(port)) != 200:
            if process.poll() is not None or time.monotonic() - began > PATIENCE:
                raise RuntimeError(f"{name}: the site did not open")
            if status and not answered:
                answered = Cost(time.monotonic() - began, _processor_seconds(process.pid))
            time.sleep(INTERVAL)
        shown = Cost(time.monotonic() - began, _processor_seconds(process.pid))
    _print(f"{name}, first answer", answered or shown, installation)
    _print(f"{name}, page of the demo", shown, installation)


@contextmanager
def _running(command: list[str], cwd: Path, home: Path, path: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a command in a session of its own, with empty caches."""
    home.mkdir(exist_ok=True)
    env = {**servers.environment({}), "HOME": str(home), "PATH": path}
    for name in ("DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV", "XDG_CACHE_HOME"):
        env.pop(name, None)
    process = subprocess.Popen(command, cwd=cwd, env=env, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _get_status(port: int) -> int:
    """Return the status of the home page; 0 while nothing listens."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as response:
            return int(response.status)
    except HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0


def _processor_seconds(session: int) -> float:
    """Return the processor time of the processes of a session and of those that they have waited for."""
    ticks = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def _print(name: str, cost: Cost, installation: Cost) -> None:
    sys.stdout.write(
        f"{name:32} {cost.wall:6.1f} s ({cost.wall / installation.wall:4.2f} of the installation)  "
        f"{cost.processor:6.1f} processor seconds ({cost.processor / installation.processor:4.2f})\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
