"""Tournaments in the states that a day reaches, and the pages of the address list in one of them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from django.http import HttpResponse
from django.test import Client

from matches.models import Match
from matches.services.badges import issue_badge
from tests.factories import a_user
from tests.site.addresses import ADDRESSES
from tests.site.addresses.address import Address
from tests.tournaments.play.draws.test_views_stages import Chair
from tournaments.models import Event
from tournaments.people.services import club_roles, members
from tournaments.play.events import events

# Placeholders whose values a state names; addresses with others need data that only `two_clubs` has.
PLACEHOLDERS = {"competition", "night", "event", "club", "match", "desk", "table", "player"}
EVENT_PLACEHOLDERS = {"competition", "match"}
PARTS = re.compile(r"\{(\w+)\}")
# A template tag, a placeholder of a message or a missing value. In Italian no label is "None".
LEFTOVERS = re.compile(r"\{\{|\{%|\{#|%\(\w+\)s|\bNone\b")
SCRIPTS = re.compile(r"<script.*?</script>", re.DOTALL)
ROUND_PAGE = "/clubs/{competition}/desk/round/main/"


class Scope(Enum):
    """Which addresses are read: the pages of an event and its matches, all pages about it (those of its club,
    its players and its screens too), or files and the API as well."""

    EVENT = "event"
    PAGES = "pages"
    ALL = "all"


def list_addresses_of_events() -> list[Address]:
    """Return the addresses that can be read in every state."""
    return [
        address
        for address in ADDRESSES
        if address.get
        and set(PARTS.findall(address.path))
        and set(PARTS.findall(address.path)) <= PLACEHOLDERS
    ]


@dataclass
class Visit:
    """The readers of a state and what was wrong with what they got; `secrets` may be on no public page."""

    clients: dict[str, Client]
    faults: list[str] = field(default_factory=list)
    secrets: tuple[str, ...] = ()

    def read_pages(self, event: Event, state: str, scope: Scope = Scope.EVENT) -> None:
        """Read the pages of the address list about an event, and note the faults.

        The director reads all, visitors what is public; with `Scope.ALL` a player and a recorder read what a
        visitor cannot.
        """
        for address, path in list_paths_about(event, scope):
            for role in self.list_readers(address, scope):
                self.read_page(path, state, role)

    def list_readers(self, address: Address, scope: Scope) -> Iterator[str]:
        """Yield the roles that read an address."""
        yield "director"
        if address.is_public:
            yield "nobody"
        if scope == Scope.ALL and not _is_file(address):
            yield from (role for role in ("player", "recorder") if role in self.clients)

    def read_page(self, path: str, state: str, role: str) -> int:
        """Read a page or file, note what is wrong with it, and return its status."""
        answer = self.clients[role].get(path, headers={"accept-language": "it"})
        self.faults += [f"{state}: {role} {fault} at {path}" for fault in self.list_faults(answer, role)]
        answer.close()
        return int(answer.status_code)

    def list_faults(self, answer: HttpResponse, role: str) -> Iterator[str]:
        """Yield what is wrong with an answer to a role."""
        if answer.status_code >= 500:
            yield f"gets {answer.status_code}"
        elif answer.get("Content-Type", "").startswith("text/html"):
            text = SCRIPTS.sub("", answer.content.decode())
            for leftover in LEFTOVERS.finditer(text):
                yield f"reads {text[leftover.start() - 40 : leftover.end() + 20]!r}"
            if role == "nobody":
                yield from (f"reads {secret!r}" for secret in self.secrets if secret in text)


def list_paths_about(event: Event, scope: Scope) -> Iterator[tuple[Address, str]]:
    """Yield the addresses about an event that can be read in its state, each with its paths."""
    values = _placeholder_values(event)
    for address in list_addresses_of_events():
        parts = set(PARTS.findall(address.path))
        if parts <= set(values) and _is_in_scope(address, parts, scope):
            for path in _list_paths(address, values, event):
                yield address, path


def _is_in_scope(address: Address, parts: set[str], scope: Scope) -> bool:
    if scope == Scope.ALL:
        return True
    return not _is_file(address) and (scope == Scope.PAGES or bool(parts & EVENT_PLACEHOLDERS))


def _is_file(address: Address) -> bool:
    return address.is_api or not address.path.endswith("/")


def make_visit(chair: Chair) -> Visit:
    """Return the visit by a reader without an account, a recorder, a player of the first match, and the
    director."""
    clients = {"nobody": Client(raise_request_exception=False)}
    club = chair.event.tournament.club
    recorder = a_user(f"recorder-{club.pk}")
    members.add_account(club=club, user=recorder)
    club_roles.appoint(club=club, user=recorder, role="recorder", by=chair.director)
    for role, user in (("recorder", recorder), ("director", chair.director)):
        clients[role] = Client(raise_request_exception=False)
        clients[role].force_login(user)
    return Visit(clients)


def add_player(visit: Visit, chair: Chair) -> None:
    """Add the player of the first entry with their badge to a visit."""
    client = Client(raise_request_exception=False)
    player = chair.event.entries.earliest("number").player
    issued = issue_badge(desk=chair.event.tournament.desk, player=player, by=chair.director)
    client.post("/b/", {"token": issued.token})
    visit.clients["player"] = client


def _placeholder_values(event: Event) -> dict[str, object]:
    tournament = event.tournament
    values: dict[str, object] = {
        "competition": f"{tournament.club.slug}/{tournament.slug}/{event.slug}",
        "night": f"{tournament.club.slug}/{tournament.slug}",
        "club": tournament.club.slug,
        "event": event.pk,
        "desk": tournament.desk.code,
    }
    match = Match.objects.filter(pairing__event=event).order_by("status", "pk").first()
    if match is not None:
        values |= {"match": match.code, "player": match.white.code}
        values |= {"table": match.table.code} if match.table else {}
    return values


def _list_paths(address: Address, values: dict[str, object], event: Event) -> Iterator[str]:
    if address.path == ROUND_PAGE:
        for flight in dict.fromkeys(("main", *events.get_overview(event).flight_infos)):
            yield address.path.replace("main", flight).format(**values)
    else:
        yield address.path.format(**values)
