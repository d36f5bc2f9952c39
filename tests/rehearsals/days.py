"""The kinds of days: what is set up before they begin, and who takes part."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.test import Client

from matches.actors import SYSTEM
from matches.models import User
from matches.services import badges
from tests.factories import a_user
from tests.rehearsals.actors import Actor
from tests.rehearsals.filling import FIRST_NAMES
from tests.tournaments.club_evenings import a_club
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.models import Club, Event, Tournament
from tournaments.services import club_roles, entries, members, tournaments
from tournaments.verification.simulator.openings import PLANS

BEGINS = datetime(2026, 10, 5, 18, 30, tzinfo=UTC)
PASSWORD = "paper-and-felt"
TABLES = 4
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Ines", "Marco Rossi")


@dataclass
class Day:
    """A club with its tournaments, the people who act, and those who read pages, by their role."""

    club: Club
    director: User
    tournaments: list[Tournament] = field(default_factory=list)
    actors: list[Actor] = field(default_factory=list)
    readers: dict[str, User | Client | None] = field(default_factory=dict)

    @property
    def events(self) -> list[Event]:
        """The events that exist now."""
        return list(Event.objects.filter(tournament__in=self.tournaments).order_by("pk"))


def make_client(user: User | None = None) -> Client:
    """Return a browser, signed in if a user is given; every form needs its token."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if user is not None:
        # Its stored session proof may have changed since.
        user.refresh_from_db()
        client.force_login(user)
    return client


def path_of(event: Event, rest: str = "") -> str:
    """Return the path of an event's page."""
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/{rest}"


class DayMaker:
    """Sets up a day from a source of random numbers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        director = a_user("director", password=PASSWORD)
        self.day = Day(a_club("Crow's Nest", by=director), director)
        self.day.readers = {"nobody": None, "director": director}

    def add_official(self, name: str, role: str, starts: list[str]) -> None:
        """Appoint somebody to an office of the club who takes part."""
        user = a_user(name, password=PASSWORD)
        members.add_account(club=self.day.club, user=user)
        club_roles.appoint(club=self.day.club, user=user, role=role, by=self.day.director)
        self.day.readers[name] = user
        self.add_actor(name, user, starts)

    def add_actor(
        self, name: str, user: User | None, starts: list[str], client: Client | None = None
    ) -> None:
        """Let somebody take part, with an account or with the browser given."""
        rng = random.Random(f"{name} {self.rng.random()}")
        actor = Actor(name, client or make_client(user), starts, rng, user)
        actor.writer.names = list(NAMES[:3])
        self.day.actors.append(actor)

    def add_phones(self, event: Event, most: int) -> None:
        """Give a badge to the players of the first entries, who follow the event on their phones."""
        for entry in event.entries.order_by("number").select_related("player")[:most]:
            issued = badges.issue_badge(desk=event.tournament.desk, player=entry.player, by=SYSTEM)
            client = make_client()
            client.get("/b/")
            client.post(
                "/b/", {"token": issued.token, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
            )
            self.day.readers.setdefault("player", client)
            self.add_actor(f"phone of {entry.player.name}", None, ["/b/", path_of(event)], client)

    def add_event(self, tournament: Tournament, form: str, name: str, size: int) -> Event:
        """Add an event of a format with entries."""
        event = tournaments.add_event(
            tournament=tournament,
            name=name,
            length=5,
            consolation_length=3,
            by=self.day.director,
            plan=PLANS[form](self.rng),
        )
        if size:
            names = list(self.rng.sample(NAMES, min(size, len(NAMES))))
            names += [f"Guest {number}" for number in range(size - len(names))]
            entries.enter_names(
                event=event, names="\n".join(names), by=self.day.director, key=f"names {name}"
            )
        return event

    def add_tournament(self, name: str, policy: str = "both") -> Tournament:
        """Create a tournament of the club with tables and no event."""
        tournament = tournaments.create_tournament(
            club=self.day.club,
            name=name,
            starts_at=BEGINS,
            setup=tournaments.TournamentSetup(TABLES, policy),
            by=self.day.director,
        )
        self.day.tournaments.append(tournament)
        return tournament


FORMS = tuple(name for name in PLANS if name in EVENT_FORMATS)


def make_club_night(rng: random.Random) -> Day:
    """One event of any format with few entries; a director, a recorder at the desk, phones and a visitor."""
    maker = DayMaker(rng)
    tournament = maker.add_tournament("Monday", policy=rng.choice(("both", "both", "desk", "trust")))
    event = maker.add_event(
        tournament, rng.choice(FORMS), "Monday", rng.choice((0, 2, 3, 4, 4, 5, 5, 6, 6, 7))
    )
    desk, club = path_of(event, "desk/"), f"/clubs/{maker.day.club.slug}/"
    maker.add_actor("director", maker.day.director, [desk, desk, desk, path_of(event), club])
    maker.add_official("second", "director", [desk, f"{desk}entries/"])
    maker.add_official("recorder", "recorder", [path_of(event), club])
    maker.add_phones(event, 3)
    table = tournament.desk.tables.order_by("number").first()
    maker.add_actor("visitor", None, [path_of(event), club, f"/t/{table.code}/" if table else club])
    return maker.day


KINDS: Mapping[str, Callable[[random.Random], Day]] = {"club_night": make_club_night}
__all__ = ["FIRST_NAMES", "KINDS", "Day"]
