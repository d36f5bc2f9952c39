"""The pages of the address list as each role reads them: their statuses, and nothing that is not meant."""

import random
from collections.abc import Iterator

from django.test import Client

from tests.rehearsals.days import Day, make_client
from tests.rehearsals.filling import MAILBOX, TELEPHONE
from tests.site.addresses.address import Address
from tests.site.reached_states import Scope, Visit, list_paths_about
from tournaments.models import Event

# What a page may answer to somebody who may read it: also where a state forbids it, or nothing is there.
ANSWERS = {"200", "204", "302", "303", "404", "409"}
LANGUAGE = "django_language"
REFUSALS = {"sign": {"302"}, "403": {"403", "404"}, "404": {"403", "404"}}


class PageReader:
    """Reads pages about the events of a day as a visitor, a player, a recorder and the director."""

    def __init__(self, day: Day) -> None:
        self.day, self.visit = day, Visit({}, secrets=(MAILBOX, TELEPHONE))

    def read_part(self, rng: random.Random, part: float) -> Iterator[str]:
        """Read a random part of the pages; yield what is wrong."""
        self.visit.faults.clear()
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


def _copy(client: Client) -> Client:
    """Return a browser of the same person, who has chosen no language."""
    copied = make_client()
    copied.cookies.update({name: value for name, value in client.cookies.items() if name != LANGUAGE})
    return copied
