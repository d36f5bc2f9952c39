"""A backup taken in the middle of a day restores to the same pages, with the commands of the project."""

import io
import random
import re
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

import time_machine
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client, override_settings
from django.utils import timezone

from tests.rehearsals.database import use_database_file, use_empty_database
from tests.rehearsals.days import Day, make_client
from tests.rehearsals.pages import copy_client, read_text
from tests.rehearsals.rehearsal import Rehearsal
from tests.site.reached_states import Scope, list_paths_about

# So many addresses are read before the backup is taken, and again when it has been restored.
READ = 60
# What differs each time a page is drawn.
CHANGING = re.compile(r'<input type="hidden" name="(?:csrfmiddlewaretoken|key)"[^>]*>|nonce="[^"]*"')
Pages = Mapping[tuple[str, str], tuple[int, str]]


class BackupDay(Rehearsal):
    """A day on a database file, which is backed up in its middle; the backup is restored when all is over."""

    def live(self, steps: int) -> None:
        """Live the day. The database of this process is another one afterwards."""
        # A file in memory, where there are such.
        memory = Path("/dev/shm")
        # Other processes live days at the same time, after which a restoration names its copy of the data.
        with (
            tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder,
            override_settings(SNAPSHOT_DIR=Path(folder) / "snapshots"),
        ):
            self.backup = Path(folder) / "middle.backup"
            use_database_file(Path(folder) / "day.sqlite3")
            try:
                self.run(steps)
            finally:
                use_empty_database()

    def pause(self, day: Day) -> None:
        """Read some pages and take the backup."""
        self.moment: datetime = timezone.now()
        self.clients = dict(_list_clients(day))
        self.paths = self._choose_paths(day)
        self.before = self._read_pages()
        call_command("backup", str(self.backup), stdout=io.StringIO())

    def end_day(self, day: Day, clock: time_machine.Traveller) -> Iterator[str]:
        """Restore the backup at the time when it was taken; yield what its pages show otherwise."""
        yield from super().end_day(day, clock)
        clock.move_to(self.moment, tick=False)
        call_command("restore", str(self.backup), replace=True, stdout=io.StringIO())
        after = self._read_pages()
        for (role, path), (status, text) in self.before.items():
            status_after, text_after = after[role, path]
            if (status, text) != (status_after, text_after):
                lines = zip(text.splitlines(), text_after.splitlines(), strict=False)
                change = next((pair for pair in lines if pair[0] != pair[1]), (status, status_after))
                yield f"restored, {role} reads {change[1]!r} at {path}, was {change[0]!r}"

    def _choose_paths(self, day: Day) -> list[str]:
        paths = {path for event in day.events for _, path in list_paths_about(event, Scope.ALL)}
        rng = random.Random(f"{self.seed} backup")
        return rng.sample(sorted(paths), min(READ, len(paths)))

    def _read_pages(self) -> Pages:
        # Forecasts are stored for some time, so that a page can show one that was made earlier.
        cache.clear()
        pages = {}
        for role, client in self.clients.items():
            for path in self.paths:
                answer = client.get(path)
                pages[role, path] = answer.status_code, CHANGING.sub("", read_text(answer))
                answer.close()
        return pages


def _list_clients(day: Day) -> Iterator[tuple[str, Client]]:
    readers = day.readers | {"director": day.find_director().user}
    for role, reader in readers.items():
        if role in {"director", "nobody", "player"}:
            yield role, copy_client(reader) if isinstance(reader, Client) else make_client(reader)
