"""XLSX workbooks, read by a process of their own with limits on processor time, memory and wall time."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore

from matches import limited_process
from rules.errors import Refusal
from tournaments.exchange import workbook_reader

CPU_SECONDS, WALL_SECONDS, MEMORY_BYTES = 10, 30, 512 * 1024 * 1024
# Per process: a web process has eight threads (WEB_THREADS), so half of them always stay free.
MAX_READING, MAX_WAITING = 2, 2

_admitted = BoundedSemaphore(MAX_READING + MAX_WAITING)
_reading = BoundedSemaphore(MAX_READING)


def read_rows(
    data: bytes, *, max_rows: int, max_columns: int, cpu_seconds: int = CPU_SECONDS
) -> list[list[str]]:
    """The rows of the first sheet that has any, as `workbook_reader.read_rows` tells.

    Raises Refusal with "sheet_unpacks_too_large", "sheet_elements_many", "sheet_slow", "sheet_unreadable",
    and "sheets_busy" while too many others are being read.
    """
    reader = [sys.executable, "-I", workbook_reader.__file__, str(max_rows), str(max_columns)]
    limits = [sys.executable, "-I", str(Path(limited_process.__file__)), str(cpu_seconds), str(MEMORY_BYTES)]
    with admitted(), _reading:
        try:
            process = subprocess.run(  # noqa: S603 - every word of the command is ours
                [*limits, *reader],
                input=data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=WALL_SECONDS,
                check=False,
                env={"LC_ALL": "C.UTF-8"},
            )
        except subprocess.TimeoutExpired as error:
            raise Refusal("sheet_slow", most=WALL_SECONDS) from error
    if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        raise Refusal("sheet_slow", most=cpu_seconds)
    if process.returncode:
        raise Refusal("sheet_unreadable")
    return _rows(json.loads(process.stdout))


@contextmanager
def admitted() -> Iterator[None]:
    """Count as one of those that are read or wait; refuses "sheets_busy" at once where there are enough."""
    if not _admitted.acquire(blocking=False):
        raise Refusal("sheets_busy")
    try:
        yield
    finally:
        _admitted.release()


def _rows(answer: dict[str, object]) -> list[list[str]]:
    code = answer.get("refusal")
    if code == workbook_reader.TOO_LARGE:
        raise Refusal(code, most=workbook_reader.MAX_UNPACKED_BYTES // 1_000_000)
    if code == workbook_reader.TOO_MANY_ELEMENTS:
        raise Refusal(code, most=workbook_reader.MAX_ELEMENTS)
    if code:
        raise Refusal("sheet_unreadable")
    rows = answer["rows"]
    return rows if isinstance(rows, list) else []
