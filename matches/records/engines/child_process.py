"""Run a program in a folder of its own, within limits, until it ends, is cancelled or this process stops."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from matches import limited_process
from matches.records.engines.engine import AnalysisCancelled, EngineError, Limits

MAX_OUTPUT_BYTES = 16_000_000
POLL_SECONDS = 0.1

_stop_event = threading.Event()


def stop_all() -> None:
    """Stop every engine this process has started."""
    global _stop_event  # noqa: PLW0603 - running engines hold the old event, later ones get the new
    _stop_event.set()
    _stop_event = threading.Event()


def run(
    command: Sequence[str], *, folder: str, input_name: str, limits: Limits, is_wanted: Callable[[], bool]
) -> None:
    """Run a command in a folder, the file `input_name` of it being its standard input.

    Raises `EngineError` with `analysis_too_long` or `analysis_broke_off`, and `AnalysisCancelled`.
    """
    wrapper = [sys.executable, "-I", limited_process.__file__, str(limits.cpu), str(limits.memory)]
    with Path(folder, input_name).open("rb") as standard_input:
        child = subprocess.Popen(  # noqa: S603 - the program is named by the settings, the rest by us
            [*wrapper, *command],
            cwd=folder,
            stdin=standard_input,
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


def read_output(folder: str, name: str) -> str:
    """Return the text of a file that the program wrote. Raises `EngineError` with `analysis_unreadable`."""
    try:
        with Path(folder, name).open("rb") as output:
            return output.read(MAX_OUTPUT_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        raise EngineError("analysis_unreadable") from None


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
