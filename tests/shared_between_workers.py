"""What all workers of one test run share: made once, under a lock, by whoever needs it first."""

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO


class Shared:
    """A folder that every worker of the run sees."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def once(self, name: str, make: Callable[[Path], None]) -> Path:
        """The folder `name`, filled by `make` unless another worker has done so."""
        value = self._folder / name
        with self._locked(name):
            if not value.exists():
                draft = value.with_suffix(".draft")
                shutil.rmtree(draft, ignore_errors=True)
                draft.mkdir()
                make(draft)
                draft.rename(value)
        return value

    @contextmanager
    def while_used(self, name: str, start: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
        """What `start` yields, from the worker that came first, which waits for the others before it ends."""
        value = self._folder / f"{name}.told"
        with (self._folder / f"{name}.users").open("w") as users:
            with self._locked(name):
                fcntl.flock(users, fcntl.LOCK_SH)
                started = None if value.exists() else start()
                if started is not None:
                    value.write_text(started.__enter__())
            try:
                yield value.read_text()
            finally:
                if started is not None:
                    self._end(name, users, value, started)

    def _end(self, name: str, users: IO[str], path: Path, started: AbstractContextManager[str]) -> None:
        while True:
            with self._locked(name):
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    pass
                else:
                    path.unlink()
                    started.__exit__(None, None, None)
                    return
            time.sleep(0.2)

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        with (self._folder / f"{name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def folder_of_the_run(path: Path) -> Path:
    """The folder above the workers' own temporary folders; `own` when there is one process alone."""
    return path.parent if "PYTEST_XDIST_WORKER" in os.environ else path
