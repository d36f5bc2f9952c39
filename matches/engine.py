"""GNU Backgammon as a program of its own: found, asked to analyse one game, watched, ended."""

import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from os import killpg
from pathlib import Path
from tempfile import TemporaryDirectory

NAME = "gnubg"
# Debian's place for games is in no service's search path.
PLACES = "/usr/local/bin:/usr/bin:/usr/games:/usr/local/games:/opt/homebrew/bin:/opt/local/bin"
LEASH = str(Path(__file__).with_name("leash.py"))
GAME, ANALYSED = "game.sgf", "analysed.sgf"
LONGEST_ANSWER = 16_000_000
POLL = 0.1
COMMANDS = """set confirm new off
set threads 1
set analysis chequerplay evaluation plies {plies}
set analysis cubedecision evaluation plies {plies}
load match game.sgf
analyse match
save match analysed.sgf
"""

_end = threading.Event()


@dataclass(frozen=True, slots=True)
class Limits:
    """What one game may cost: seconds on the clock, seconds of a processor, bytes of memory."""

    seconds: int
    cpu: int
    memory: int


class EngineError(Exception):
    """The program did not do what it was asked; `code` says which way."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Unwanted(Exception):  # noqa: N818 - nothing went wrong
    """Whoever asked does not want the answer any more, or this process is about to end."""


def find(path: str) -> str | None:
    """Where the program is: at `path` when that is said, else in a usual place; None when nowhere."""
    return shutil.which(path) if path else shutil.which(NAME) or shutil.which(NAME, path=PLACES)


def stop() -> None:
    """End every program that runs for this process now."""
    global _end  # noqa: PLW0603 - those that run keep the event they began with
    _end.set()
    _end = threading.Event()


def analyse(game: str, *, program: str, plies: int, limits: Limits, wanted: Callable[[], bool]) -> str:
    """The game tree `game` as the program gives it back, analysed `plies` deep.

    `wanted` is asked again and again while it works. Raises `EngineError` with `analysis_too_long`,
    `analysis_broke_off` or `analysis_unreadable`, and `Unwanted`.
    """
    with TemporaryDirectory(prefix="crawford-") as folder:
        Path(folder, GAME).write_text(game, encoding="utf-8")
        Path(folder, "commands").write_text(COMMANDS.format(plies=plies), encoding="ascii")
        _run(folder, program, limits, wanted)
        try:
            with Path(folder, ANALYSED).open("rb") as answer:
                return answer.read(LONGEST_ANSWER).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            raise EngineError("analysis_unreadable") from None


def _run(folder: str, program: str, limits: Limits, wanted: Callable[[], bool]) -> None:
    leashed = [sys.executable, "-I", LEASH, str(limits.cpu), str(limits.memory)]
    with Path(folder, "commands").open("rb") as commands:
        child = subprocess.Popen(  # noqa: S603 - the program is named by the settings, the rest by us
            [*leashed, program, "-t", "-q", "-r"],
            cwd=folder,
            stdin=commands,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"HOME": folder, "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
    try:
        _watch(child, time.monotonic() + limits.seconds, wanted)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            killpg(child.pid, signal.SIGKILL)
        child.wait()
    if child.returncode == -signal.SIGXCPU:
        raise EngineError("analysis_too_long")
    if child.returncode:
        raise EngineError("analysis_broke_off")


def _watch(child: "subprocess.Popen[bytes]", latest: float, wanted: Callable[[], bool]) -> None:
    """Wait for the child while it may live."""
    stopped = _end
    while True:
        with suppress(subprocess.TimeoutExpired):
            child.wait(POLL)
            return
        if time.monotonic() > latest:
            raise EngineError("analysis_too_long")
        if stopped.is_set() or not wanted():
            raise Unwanted
