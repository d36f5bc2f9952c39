"""Run GNU Backgammon as a child process, within limits, to analyse one game."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from matches import limited_process

PROGRAM_NAME = "gnubg"
# Debian installs it in /usr/games, which is not in the PATH of services.
SEARCH_PATH = "/usr/local/bin:/usr/bin:/usr/games:/usr/local/games:/opt/homebrew/bin:/opt/local/bin"
GAME_FILE, ANALYSED_FILE = "game.sgf", "analysed.sgf"
MAX_OUTPUT_BYTES = 16_000_000
POLL_SECONDS = 0.1
COMMANDS = """set confirm new off
set threads 1
set analysis chequerplay evaluation plies {plies}
set analysis cubedecision evaluation plies {plies}
load match game.sgf
analyse match
save match analysed.sgf
"""

_stop_event = threading.Event()


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run: elapsed seconds, seconds of processor time, bytes of memory."""

    seconds: int
    cpu: int
    memory: int


class EngineError(Exception):
    """The engine failed; `code` is a key of `records.messages.RECORDS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class AnalysisCancelled(Exception):  # noqa: N818 - it is no error
    """The analysis was cancelled, or this process is about to end."""


def find_program(path: str) -> str | None:
    """Return the program at `path` if given, else from the usual directories; None if not installed."""
    if path:
        return shutil.which(path)
    return shutil.which(PROGRAM_NAME) or shutil.which(PROGRAM_NAME, path=SEARCH_PATH)


def stop_all() -> None:
    """Stop every engine this process has started."""
    global _stop_event  # noqa: PLW0603 - running engines hold the old event, later ones get the new
    _stop_event.set()
    _stop_event = threading.Event()


def analyse(game: str, *, program: str, plies: int, limits: Limits, is_wanted: Callable[[], bool]) -> str:
    """Return the game in SGF with the engine's analysis; `game` is SGF too, `plies` the depth.

    `is_wanted` is called periodically; the engine is stopped when it returns False. Raises `EngineError` with
    `analysis_too_long`, `analysis_broke_off` or `analysis_unreadable`, and `AnalysisCancelled`.
    """
    with TemporaryDirectory(prefix="crawford-") as folder:
        Path(folder, GAME_FILE).write_text(game, encoding="utf-8")
        Path(folder, "commands").write_text(COMMANDS.format(plies=plies), encoding="ascii")
        _run(folder, program, limits, is_wanted)
        try:
            with Path(folder, ANALYSED_FILE).open("rb") as output:
                return output.read(MAX_OUTPUT_BYTES).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            raise EngineError("analysis_unreadable") from None


def _run(folder: str, program: str, limits: Limits, is_wanted: Callable[[], bool]) -> None:
    wrapper = [sys.executable, "-I", limited_process.__file__, str(limits.cpu), str(limits.memory)]
    with Path(folder, "commands").open("rb") as commands:
        child = subprocess.Popen(  # noqa: S603 - the program is named by the settings, the rest by us
            [*wrapper, program, "-t", "-q", "-r"],
            cwd=folder,
            stdin=commands,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"HOME": folder, "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
    try:
        _watch(child, time.monotonic() + limits.seconds, is_wanted)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    if child.returncode == -signal.SIGXCPU:
        raise EngineError("analysis_too_long")
    if child.returncode:
        raise EngineError("analysis_broke_off")


def _watch(child: "subprocess.Popen[bytes]", deadline: float, is_wanted: Callable[[], bool]) -> None:
    """Wait for the end of the child until the deadline, a stop or a cancellation."""
    stop_event = _stop_event
    while True:
        with suppress(subprocess.TimeoutExpired):
            child.wait(POLL_SECONDS)
            return
        if time.monotonic() > deadline:
            raise EngineError("analysis_too_long")
        if stop_event.is_set() or not is_wanted():
            raise AnalysisCancelled
