"""Files and servers shared by the workers of a test run: created once, by the first to need them."""

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO


class Shared:
    """A folder that all workers of a run see, with locks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def once(self, name: str, make: Callable[[Path], None]) -> Path:
        """Return the folder `name`, filled by `make` if it does not exist."""
        path = self._folder / name
        with self._locked(name):
            if not path.exists():
                draft = path.with_suffix(".draft")
                shutil.rmtree(draft, ignore_errors=True)
                draft.mkdir()
                make(draft)
                draft.rename(path)
        return path

    @contextmanager
    def while_used(self, name: str, start: Callable[[], AbstractContextManager[str]]) -> Iterator[str]:
        """Yield the value of the context manager `start`, entered by the first worker.

        That worker exits it only after all other workers have left.
        """
        path = self._folder / f"{name}.value"
        with (self._folder / f"{name}.users").open("w") as users:
            with self._locked(name):
                fcntl.flock(users, fcntl.LOCK_SH)
                started = None if path.exists() else start()
                if started is not None:
                    path.write_text(started.__enter__())
            try:
                yield path.read_text()
            finally:
                if started is not None:
                    self._end(name, users, path, started)

    def _end(self, name: str, users: IO[str], path: Path, started: AbstractContextManager[str]) -> None:
        """Wait until no other worker holds the lock of users, then exit the context manager."""
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
        """Hold an exclusive lock of this name."""
        with (self._folder / f"{name}.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def folder_of_the_run(path: Path) -> Path:
    """Return the folder above those of the workers under xdist, otherwise `path` itself."""
    return path.parent if "PYTEST_XDIST_WORKER" in os.environ else path
