"""The kinds of days: what is set up before they begin, and who takes part."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from django.test import Client

from matches.actors import SYSTEM
from matches.models import User
from matches.services import badges
from rules.errors import Refusal
from tests.factories import a_user
from tests.rehearsals.actors import Actor
from tests.rehearsals.files import Secretary
from tests.rehearsals.filling import WORDS
from tests.rehearsals.flights import Cashier, MiniHost, Splitter
from tests.rehearsals.habits import Clerk, Lunch, Program, make_program
from tests.rehearsals.match_files import TranscribingActor
from tests.rehearsals.registering import Doorkeeper, Guest
from tests.tournaments import club_evenings
from tests.tournaments.leagues import league_seasons
from tournaments.finances.models import FundKind
from tournaments.finances.queries import prize_flights
from tournaments.finances.services import funds, payments
from tournaments.formats import FORMATS
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.ladders.models import Ladder
from tournaments.models import Club, Event, Membership, Role, Tournament, WeeklyNight
from tournaments.people.services import club_roles, members
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.registration.services import registration_settings
from tournaments.seasons import services as seasons
from tournaments.standings.season_settings import RULE_PRESETS
from tournaments.verification.simulator.openings import PLANS
from tournaments.web.tokens import services as tokens

BEGINS = datetime(2026, 10, 5, 18, 30, tzinfo=UTC)
PASSWORD = "paper-and-felt"
TABLES = 4
GIVEN_NAMES = ("Auction", "Season")
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Ines", "Marco Rossi")


@dataclass
class Day:
    """A club with its tournaments, the people who act, and those who read pages, by their role."""

    club: Club
    director: User
    actors: list[Actor] = field(default_factory=list)
    # The time from one act to the next, in minutes.
    minutes: tuple[float, ...] = (0.05, 0.3, 0.7, 1.5, 5)
    readers: dict[str, User | Client | None] = field(default_factory=dict)
    # What was shown once, to one person or program.
    tokens: list[str] = field(default_factory=list)

    def list_names(self) -> Iterator[str]:
        """Yield names of tournaments, funds, seasons, ladders and people: some are English labels, too."""
        yield from (*GIVEN_NAMES, *WORDS)
        yield from (actor.name for actor in self.actors)
        yield from (name for event in self.events for name in (event.name, event.tournament.name))
        # A form proposes a name, which stays in the language of whoever saved it.
        yield from WeeklyNight.objects.filter(club=self.club).values_list("name", flat=True)
        yield from Ladder.objects.filter(club=self.club).values_list("name", flat=True)

    def find_director(self) -> Actor:
        """Return somebody who directs the club now: the office may have been taken from the first of them."""
        directors = Membership.objects.filter(club=self.club, role=Role.DIRECTOR)
        keys = set(directors.values_list("user", flat=True))
        return next((actor for actor in self.actors if actor.user and actor.user.pk in keys), self.actors[0])

    @property
    def events(self) -> list[Event]:
        """The events that exist now, also those that were created meanwhile."""
        events = Event.objects.filter(tournament__club=self.club).select_related("tournament__club")
        return list(events.order_by("pk"))


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


def tournament_path(tournament: Tournament, rest: str = "") -> str:
    """Return the path of a tournament's page."""
    return f"/clubs/{tournament.club.slug}/{tournament.slug}/{rest}"


class DayMaker:
    """Sets up a day from a source of random numbers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        # What one has written others have read.
        self.names = list(NAMES[:3])
        # The pages of the rounds of events that are paired round by round.
        self.round_pages: dict[int, list[str]] = {}
        director = a_user("director", password=PASSWORD)
        self.day = Day(club_evenings.a_club("Crow's Nest", by=director), director)
        self.day.readers = {"nobody": None, "director": director}

    def add_official(self, name: str, role: str, starts: list[str], habit: type[Actor] = Actor) -> None:
        """Appoint somebody to an office of the club who takes part."""
        user = a_user(name, password=PASSWORD)
        members.add_account(club=self.day.club, user=user)
        club_roles.appoint(club=self.day.club, user=user, role=role, by=self.day.director)
        self.day.readers[name] = user
        self.add_actor(name, user, starts, habit=habit)

    def add_actor(
        self,
        name: str,
        user: User | None,
        starts: list[str],
        client: Client | None = None,
        habit: type[Actor] = Actor,
    ) -> None:
        """Let somebody take part, with an account or with the browser given."""
        rng = random.Random(f"{name} {self.rng.random()}")
        actor = habit(name, client or make_client(user), starts, rng, user)
        actor.writer.names = self.names
        self.day.actors.append(actor)

    def add_program(self, name: str) -> None:
        """Let a program take part that acts for the director."""
        token = tokens.create_token(
            by=self.day.director, name=name, scope=self.day.club, may_write=True, days=9
        )
        self.day.tokens.append(token.secret)
        self.add_actor(name, None, [], make_program(token.secret), Program)

    def add_phones(self, event: Event, most: int) -> None:
        """Give a badge to the players of the first entries, who follow the event on their phones."""
        for entry in event.entries.order_by("number").select_related("player")[:most]:
            issued = badges.issue_badge(desk=event.tournament.desk, player=entry.player, by=SYSTEM)
            self.day.tokens.append(issued.token)
            client = make_client()
            client.get("/b/")
            client.post(
                "/b/", {"token": issued.token, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
            )
            self.day.readers.setdefault("player", client)
            self.add_actor(f"phone of {entry.player.name}", None, ["/b/", path_of(event)], client)

    def add_event(self, tournament: Tournament, form: str, name: str, size: int) -> Event:
        """Add an event of a format with entries."""
        plan = PLANS[form](self.rng)
        event = tournaments.add_event(
            tournament=tournament,
            name=name,
            length=5,
            consolation_length=3,
            by=self.day.director,
            plan=plan,
        )
        self.round_pages[event.pk] = [
            path_of(event, f"desk/round/{stage.key}/")
            for stage in plan.stages[:1]
            if not FORMATS[stage.format].is_static
        ]
        if size:
            names = list(self.rng.sample(NAMES, min(size, len(NAMES))))
            names += [f"Guest {number}" for number in range(size - len(names))]
            entries.enter_names(
                event=event, names="\n".join(names), by=self.day.director, key=f"names {name}"
            )
        return event

    def add_fees(self, event: Event) -> None:
        """Let players pay for an event, on terms at random."""
        options = funds.FundOptions(
            fee=self.rng.choice((0, 1, 40_00)),
            registration=self.rng.choice((0, 5_00)),
            returned=self.rng.choice((100, 90)),
            template=self.rng.choice(("columbus", "winner", "two_one")),
            is_shown=True,
        )
        by, key = self.day.director, f"fees of {event.name}"
        try:
            funds.turn_on_fees(event=event, currency="EUR", options=options, by=by, key=key)
        except Refusal:
            # This template does not fit the format: the director types the prizes.
            parts = dict.fromkeys(prize_flights.list_flight_keys(event), (60, 40))
            typed_options = replace(options, template="", parts=parts)
            funds.turn_on_fees(event=event, currency="EUR", options=typed_options, by=by, key=key)
        if self.rng.random() < 0.5:
            context = payments.PaymentContext(by, "cash", f"all of {event.name}")
            payments.take_all_payments(event=event, context=context)

    def open_registration(self, event: Event) -> None:
        """Open registration for an event with few places."""
        registration_settings.save_settings(
            tournament=event.tournament,
            options=registration_settings.RegistrationOptions(),
            events={event.pk: registration_settings.EventOptions(capacity=self.rng.choice((2, 6, 8)))},
            by=self.day.director,
        )

    def add_tournament(self, name: str, policy: str = "both") -> Tournament:
        """Create a tournament of the club with tables and no event."""
        return tournaments.create_tournament(
            club=self.day.club,
            name=name,
            starts_at=BEGINS,
            setup=tournaments.TournamentSetup(TABLES, policy),
            by=self.day.director,
        )


FORMS = tuple(name for name in PLANS if name in EVENT_FORMATS)
# A knockout whose field a director splits in two, and events of which each bracket has its own prizes.
SPLIT = "split"
SEVERAL_BRACKETS = (SPLIT, "mini", "jackpot")


def make_club_night(rng: random.Random) -> Day:
    """One event of any format with few entries; a director, a recorder at the desk, phones and a visitor."""
    maker = DayMaker(rng)
    tournament = maker.add_tournament("Monday", policy=rng.choice(("both", "both", "desk", "trust")))
    form = rng.choice(FORMS)
    event = maker.add_event(tournament, form, "Monday", rng.choice((0, 2, 3, 4, 4, 5, 5, 6, 6, 7)))
    desk, club = path_of(event, "desk/"), f"/clubs/{maker.day.club.slug}/"
    maker.add_actor(
        "director", maker.day.director, [desk, desk, desk, *maker.round_pages[event.pk], path_of(event), club]
    )
    maker.add_official("second", "director", [desk, f"{desk}entries/"], rng.choice((Actor, Lunch)))
    maker.add_official("clerk", "director", [desk], Clerk)
    if form in {"mini", "jackpot"}:
        maker.add_official("host", "director", [desk], MiniHost)
    maker.add_program("scoreboard")
    maker.add_official("recorder", "recorder", [path_of(event), club])
    maker.add_official("transcriber", "director", [desk], TranscribingActor)
    maker.add_phones(event, 3)
    table = tournament.desk.tables.order_by("number").first()
    maker.add_actor("visitor", None, [path_of(event), club, f"/t/{table.code}/" if table else club])
    return maker.day


def make_weekend(rng: random.Random) -> Day:
    """Three events that share tables, one with registration and fees; directors, phones and visitors."""
    maker = DayMaker(rng)
    tournament = maker.add_tournament("Autumn Open")
    starts = []
    for name, form in zip(("Main", "Speed", "Last"), rng.sample(FORMS, 3), strict=True):
        event = maker.add_event(tournament, form, name, rng.choice((0, 2, 4, 5, 6)))
        starts += [path_of(event, "desk/"), *maker.round_pages[event.pk]]
        if rng.random() < 0.5:
            maker.add_fees(event)
    registration, registered = tournament_path(tournament, "registration/"), rng.choice(maker.day.events)
    maker.open_registration(registered)
    maker.add_actor("director", maker.day.director, [*starts, *starts, registration])
    maker.add_official(
        "second", "director", [*starts, path_of(registered, "desk/money/")], rng.choice((Actor, Lunch))
    )
    maker.add_official("door", "director", [path_of(registered, "desk/"), registration], Doorkeeper)
    maker.add_official("clerk", "director", starts, Clerk)
    maker.add_official("recorder", "recorder", [path_of(registered), tournament_path(tournament)])
    for event in maker.day.events:
        maker.add_phones(event, 1)
    sign_up = tournament_path(tournament, "sign-up/")
    maker.add_actor("guest", None, [sign_up], habit=Guest)
    maker.add_actor("visitor", None, [sign_up, tournament_path(tournament)])
    return maker.day


def make_money_evening(rng: random.Random) -> Day:
    """One event with fees, side pools and an auction; a director, a cashier, phones and a visitor.

    Every other evening has several brackets, with prizes for each of them.
    """
    maker = DayMaker(rng)
    tournament = maker.add_tournament("Calcutta", policy="desk")
    form = rng.choice(FORMS if rng.random() < 0.5 else SEVERAL_BRACKETS)
    event = maker.add_event(tournament, form, "Calcutta", rng.choice((3, 4, 5, 6, 8)))
    maker.add_fees(event)
    for kind, name in ((FundKind.POOL, "Side pool"), (FundKind.AUCTION, "Auction")):
        options = funds.FundOptions(fee=20_00, name=name, template="winner", is_shown=True)
        funds.open_fund(event=event, kind=kind, options=options, by=maker.day.director, key=name)
    desk, money = path_of(event, "desk/"), path_of(event, "desk/money/")
    maker.add_actor(
        "director", maker.day.director, [desk, desk, *maker.round_pages[event.pk], money, f"{money}prizes/"]
    )
    maker.add_official("second", "director", [money, f"{money}auction/", f"{money}prizes/"])
    maker.add_official("cashier", "director", [money, f"{money}prizes/"], Cashier)
    habit = {SPLIT: Splitter, "mini": MiniHost, "jackpot": MiniHost}.get(form)
    if habit is not None:
        maker.add_official("helper", "director", [desk], habit)
    maker.add_phones(event, 1)
    maker.add_actor("visitor", None, [path_of(event), tournament_path(tournament)])
    return maker.day


def make_league_fortnight(rng: random.Random) -> Day:
    """A league of two divisions that has begun; its players agree on matches and report them."""
    maker = DayMaker(rng)
    season = league_seasons.begun(maker.day.club, names=NAMES[:8])
    event = season.event
    maker.day.minutes = (1, 30, 600, 2000)
    league, desk = path_of(event), path_of(event, "desk/")
    maker.add_actor("director", maker.day.director, [desk, league, f"/clubs/{maker.day.club.slug}/leagues/"])
    maker.add_official("recorder", "recorder", [league, f"/clubs/{maker.day.club.slug}/"])
    maker.add_phones(event, 4)
    maker.add_actor("visitor", None, [league])
    return maker.day


def make_season_end(rng: random.Random) -> Day:
    """A club whose season has two nights, one of them still in play; its director closes the season."""
    maker = DayMaker(rng)
    club, by = maker.day.club, maker.day.director
    rules = RULE_PRESETS[rng.choice(tuple(RULE_PRESETS))].to_data()
    span = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    seasons.open_season(club=club, name="Season", rules=rules, by=by, **span)
    first = club_evenings.a_night(club, NAMES[:4], week=-1)
    club_evenings.play_out(first)
    tournament = maker.add_tournament("Last night", policy="desk")
    event = maker.add_event(tournament, rng.choice(FORMS), "Last night", rng.choice((3, 4, 5)))
    home = f"/clubs/{club.slug}/"
    pages = [f"{home}standings/", f"{home}seasons/season/rules/", f"{home}ratings/", f"{home}season/"]
    maker.add_actor("director", by, [path_of(event, "desk/"), path_of(event, "desk/"), *pages])
    maker.add_official("second", "director", [*pages, path_of(first, "desk/")])
    maker.add_phones(event, 1)
    maker.add_actor("visitor", None, [f"{home}standings/", home])
    return maker.day


def make_secretary_hour(rng: random.Random) -> Day:
    """A new club: its secretary enrols members, reads lists in, prepares tournaments; members read pages."""
    maker = DayMaker(rng)
    home = f"/clubs/{maker.day.club.slug}/"
    pages = [
        f"{home}{page}/" for page in ("members", "imports", "start", "nights", "about", "season", "casual")
    ]
    maker.add_actor("director", maker.day.director, [home, *pages, f"{home}imports/results/", "/account/"])
    maker.add_official("secretary", "secretary", [home, f"{home}imports/"], Secretary)
    maker.add_official("helper", "helper", [home, f"{home}members/", "/account/"])
    maker.add_official("member", "member", [home, "/account/", "/offices/"])
    maker.add_actor("visitor", None, [home, "/", "/clubs/", "/players/"])
    return maker.day


KINDS: Mapping[str, Callable[[random.Random], Day]] = {
    "club_night": make_club_night,
    "weekend": make_weekend,
    "money_evening": make_money_evening,
    "league_fortnight": make_league_fortnight,
    "season_end": make_season_end,
    "secretary_hour": make_secretary_hour,
}
