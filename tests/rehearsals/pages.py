"""The pages of the address list as each role reads them: their statuses, and nothing that is not meant."""

import io
import random
import zipfile
from collections.abc import Iterator

from django.http import HttpResponse
from django.test import Client

from tests.rehearsals.days import PASSWORD, Day, make_client
from tests.rehearsals.filling import MAILBOX, TELEPHONE
from tests.site.addresses.address import Address
from tests.site.reached_states import Scope, Visit, list_paths_about
from tests.site.untranslated_labels import list_untranslated
from tournaments.models import Event

# What a page may answer to somebody who may read it: also where a state forbids it, or nothing is there.
ANSWERS = {"200", "204", "302", "303", "404", "409"}
LANGUAGE = "django_language"
ZIP = b"PK\x03\x04"
REFUSALS = {"sign": {"302"}, "403": {"403", "404"}, "404": {"403", "404"}}


class DayVisit(Visit):
    """Readers of pages, files and data of the API; nobody may read `tokens`, which were shown once."""

    tokens: tuple[str, ...] = ()
    # What people have typed may be an English label, too.
    names: frozenset[str] = frozenset()

    def list_faults(self, answer: HttpResponse, role: str) -> Iterator[str]:
        """Yield what is wrong with an answer: also secrets in files, and English on Italian pages."""
        yield from super().list_faults(answer, role)
        kind, text = answer.get("Content-Type", ""), _read_text(answer)
        if not kind.startswith("text/html") and role == "nobody":
            yield from (f"reads {secret!r}" for secret in self.secrets if secret in text)
        yield from (f"reads the token {token!r}" for token in self.tokens if token in text)
        if kind.startswith("text/html"):
            yield from (f"reads {label!r} in English" for label in list_untranslated(text, self.names))


class PageReader:
    """Reads pages about the events of a day as a visitor, a player, a recorder and the director."""

    def __init__(self, day: Day) -> None:
        self.day, self.visit = day, DayVisit({}, secrets=(MAILBOX, TELEPHONE))
        self.visit.tokens = (*day.tokens, PASSWORD)

    def read_part(self, rng: random.Random, part: float) -> Iterator[str]:
        """Read a random part of the pages; yield what is wrong."""
        self.visit.faults.clear()
        self.visit.names = frozenset(self.day.list_names())
        readers = self.day.readers | {"director": self.day.find_director().user}
        # Somebody who signs out on all devices signs in again.
        self.visit.clients = {
            role: _copy(reader) if isinstance(reader, Client) else make_client(reader)
            for role, reader in readers.items()
        }
        events = self.day.events
        for event in [rng.choice(events)] if events and part < 1 else events:
            for address, path in list_paths_about(event, Scope.ALL):
                for role in self.visit.list_readers(address, Scope.ALL):
                    if rng.random() < part:
                        yield from self._read(address, path, role, event)
        yield from dict.fromkeys(self.visit.faults)

    def _read(self, address: Address, path: str, role: str, event: Event) -> Iterator[str]:
        status = str(self.visit.read_page(path, event.status, role))
        expected = address.get.answers.get(role, "") if address.get else ""
        allowed = ANSWERS | {expected}
        if role == "nobody" and expected in REFUSALS:
            allowed = REFUSALS[expected]
        if status < "500" and role in {"nobody", "director"} and status not in allowed:
            yield f"{role} gets {status} at {path}, expected {expected}"


def _read_text(answer: HttpResponse) -> str:
    """Return the text of an answer; an archive or spreadsheet is read with all its members."""
    content = b"".join(answer) if answer.streaming else answer.content
    if not content.startswith(ZIP):
        return content.decode(errors="replace")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return "\n".join(archive.read(name).decode(errors="replace") for name in archive.namelist())


def _copy(client: Client) -> Client:
    """Return a browser of the same person, who has chosen no language."""
    copied = make_client()
    copied.cookies.update({name: value for name, value in client.cookies.items() if name != LANGUAGE})
    return copied
