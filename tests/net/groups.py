"""What is recorded: groups of data, each made in a database of its own and read as it stands."""

import random
from collections.abc import Callable, Mapping
from io import StringIO

from django.core.management import call_command
from django.test import Client

from matches.models import Match, Player, User
from tests.factories import a_user
from tests.matches.accounts.people import a_second_factor, fresh
from tests.net import addresses
from tests.net.recorder import Recorder, slug
from tests.site.addresses import list_calls
from tests.site.requests import fill_in
from tests.site.world import Site, a_client, a_site, claimed_by_white, disputed
from tests.tournaments.test_views_stages import SCHEMES, Chair
from tournaments.journal.replay import fold
from tournaments.models import Event
from tournaments.ratings.ledger import RatedMatch
from tournaments.ratings.ledger import rate_results as rate_all
from tournaments.services import members
from tournaments.verification.simulator.openings import OPENINGS
from tournaments.verification.simulator.simulation import event_file
from tournaments.verification.simulator.simulation_run import run_simulation

CITIES = ("Roma", "Milano", "Torino")
SOME_EVENTS, ALL_EVENTS = 40, 500
ITALIAN = {"HTTP_ACCEPT_LANGUAGE": "it"}
RATED_LENGTH = 7
SEE_OTHER = 303


def record_demo(recorder: Recorder, _whole: bool) -> None:
    """The installation of the demo, as a visitor and its director see it."""
    recorder.course.step("demo")
    call_command("demo", stdout=StringIO())
    director, visitor = Client(), Client()
    director.force_login(User.objects.get(username="director"))
    for event in Event.objects.order_by("pk"):
        record_event(recorder, f"demo/{slug(event.name)}", event, director, visitor)
        for match in Match.objects.filter(pairing__event=event).order_by("pk"):
            recorder.page(visitor, f"demo/{slug(event.name)}/match/{match.pk}", f"/m/{match.code}/")
    home = f"/clubs/{Event.objects.earliest('pk').tournament.club.slug}/"
    recorder.pages(visitor, "demo/club", addresses.CLUB, home)
    recorder.pages(director, "demo/club-director", addresses.CLUB, home)
    for player in Player.objects.order_by("pk"):
        recorder.page(visitor, f"demo/player/{player.pk}", f"/p/{player.code}/")
        recorder.page(visitor, f"demo/career/{player.pk}", f"{home}players/{player.code}/")


def record_event(
    recorder: Recorder, group: str, event: Event, director: Client, visitor: Client, flight: str = "main"
) -> None:
    """Everything an event shows to both, in English and partly in Italian."""
    club, evening = event.tournament.club.slug, event.tournament.slug
    home = f"/clubs/{club}/{evening}/{event.slug}/"
    recorder.pages(visitor, f"{group}/visitor", addresses.EVENT, home)
    recorder.pages(visitor, f"{group}/visitor-it", addresses.EVENT, home, **ITALIAN)
    recorder.pages(director, f"{group}/director", {**addresses.EVENT, **addresses.DESK}, home)
    recorder.page(director, f"{group}/director-it/desk", home + addresses.DESK["desk"], **ITALIAN)
    recorder.pages(director, f"{group}/files", addresses.FILES, home)
    printed = {name: path.format(flight=flight) for name, path in addresses.PRINTOUTS.items()}
    recorder.pages(director, f"{group}/printouts", printed, home)
    recorder.pages(visitor, f"{group}/api", addresses.API, addresses.API_EVENT.format(event=event.pk))
    first = event.entries.select_related("player").order_by("number").first()
    if first is not None:
        followed = {
            name: f"{addresses.EVENT[name]}?player={first.player.code}" for name in ("now", "bracket")
        }
        recorder.pages(visitor, f"{group}/following", followed, home)


def record_weekend(recorder: Recorder, whole: bool) -> None:
    """A knockout with consolation of 256 entries; played to its end only where the whole is recorded."""
    record_knockout(recorder, "weekend", entries=256, results=60, is_finished=whole)


def record_evening(recorder: Recorder, _whole: bool) -> None:
    """The same with 32 entries, always played to its end."""
    record_knockout(recorder, "evening", entries=32, results=25, is_finished=True)


def record_knockout(recorder: Recorder, group: str, *, entries: int, results: int, is_finished: bool) -> None:
    """A knockout with consolation made at the desk: as a draft, published, running, perhaps finished."""
    course = recorder.course
    course.step("club")
    director, visitor = Client(), Client()
    director.force_login(a_user("director", first_name="Director"))
    event, home = start_knockout(director, tables=entries // 2)
    names = (f"Player {number:03}; {CITIES[number % len(CITIES)]}" for number in range(entries))
    course.step("entries", 5)
    post(director, home + addresses.ENTER, enter=1, names="\n".join(names))
    fees = {"fee": "50", "returned": 90, "template": "columbus", "sharing": "place", "is_shown": "on"}
    post(director, home + addresses.MONEY_ON, currency="EUR", **fees)
    course.step("draw", 5)
    post(director, home + addresses.DRAW, seeding="hand", **{"seed-1": "1", "seed-9": "2"})
    record_event(recorder, f"{group}/draft", event, director, visitor)
    course.step("publish", 5)
    post(director, home + addresses.PUBLISH)
    post(director, home + addresses.ADD_POOL, name="Jackpot", **{**fees, "template": "winner"})
    record_event(recorder, f"{group}/published", event, director, visitor)
    course.step("fees", 5)
    post(director, home + addresses.TAKE_FEE, method="cash")
    rng = random.Random(group)
    for number in range(results):
        report_result(recorder, director, home, rng, number)
    record_event(recorder, f"{group}/running", event, director, visitor)
    if is_finished:
        while report_result(recorder, director, home, rng, results):
            results += 1
        record_event(recorder, f"{group}/finished", event, director, visitor)
    recorder.pages(visitor, f"{group}/club", addresses.CLUB, "/clubs/weekend-club/")


def start_knockout(director: Client, tables: int) -> tuple[Event, str]:
    """Create a club and its event; the event and its address."""
    post(director, addresses.NEW_CLUB, name="Weekend club")
    form = {"name": "Weekend", "starts_at": "2026-10-05T20:00", "tables": tables, "policy": "desk"}
    post(director, f"/clubs/weekend-club/{addresses.START}", scheme="knockout_consolation", **form)
    event = Event.objects.get()
    return event, f"/clubs/weekend-club/{event.tournament.slug}/{event.slug}/"


def report_result(recorder: Recorder, director: Client, home: str, rng: random.Random, number: int) -> bool:
    """Write down the result of one match that is called; whether there was one."""
    called = Match.objects.filter(status="called").order_by("pk").values_list("table__number", "length")
    if not called:
        return False
    recorder.course.step(f"result {number}", 0.5)
    table, length = rng.choice(list(called))
    scores = [length, rng.randrange(length)]
    rng.shuffle(scores)
    post(director, home + addresses.QUICK, line=f"{table} {scores[0]}-{scores[1]}")
    return True


def post(client: Client, address: str, **fields: object) -> None:
    """Send a form that must be taken."""
    answer = client.post(address, fields)
    if answer.status_code != SEE_OTHER:
        raise AssertionError(f"{address} {fields}: {answer.status_code} {answer.content.decode()[:2000]}")


def record_formats(recorder: Recorder, _whole: bool) -> None:
    """Each scheme with seven entries: after its first matches and at the end."""
    visitor = Client()
    for scheme in SCHEMES:
        recorder.course.step(f"format {scheme}", 5)
        chair = Chair(Client(), scheme)
        planned = chair.event.journal.filter(kind="planned").order_by("seq").first()
        flight = planned.payload["stages"][0]["key"] if planned else "main"
        group = f"formats/{scheme}"
        chair.begin(
            [f"{name} of {scheme}" for name in ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina")]
        )
        recorder.course.step(f"format {scheme} first matches", 5)
        chair.step()
        chair.play()
        chair.event.refresh_from_db()
        record_event(recorder, f"{group}/running", chair.event, chair.client, visitor, flight)
        recorder.course.step(f"format {scheme} finish", 5)
        chair.finish()
        record_event(recorder, f"{group}/finished", chair.event, chair.client, visitor, flight)


def record_installation(recorder: Recorder, _whole: bool) -> None:
    """The club of the tests of permissions, as each kind of reader sees every address."""
    recorder.course.step("installation")
    site = a_site()
    director = director_of(site)
    visitor = Client()
    for name, event in (("league", site.league), ("teams", site.squads)):
        record_event(recorder, f"installation/{name}", event, director, visitor)
        home = "/".join(("/clubs", event.tournament.club.slug, event.tournament.slug, event.slug, ""))
        more: Mapping[str, str] = addresses.LEAGUE if name == "league" else addresses.TEAMS
        recorder.pages(director, f"installation/{name}/director", more, home)
        recorder.pages(visitor, f"installation/{name}/visitor", more, home)
    for situation, change in (("playing", None), ("claimed", claimed_by_white), ("disputed", disputed)):
        recorder.course.step(f"installation {situation}", 5)
        if situation == "disputed":
            recorder.page(director, "installation/claimed/desk", desk_of(site))
            recorder.page(visitor, "installation/claimed/match", f"/m/{site.match.code}/")
            dispute(site)
        elif change is not None:
            change(site)
    record_readers(recorder, site)


def dispute(site: Site) -> None:
    """Black says otherwise than White did."""
    client = Client()
    client.post("/b/", {"token": site.tokens["opponent"]})
    answer = {"report": site.match.reports.get().pk, "winner": "white", "points": 3}
    client.post(f"/m/{site.match.code}/dispute/", answer)


def desk_of(site: Site) -> str:
    """The address of the desk of the installation's event."""
    return f"/clubs/{site.names['competition']}/desk/"


def director_of(site: Site) -> Client:
    """A browser in which the director is signed in."""
    return fresh(Client(), site.director)


def record_readers(recorder: Recorder, site: Site) -> None:
    """Every address, as somebody without an account, a player, the director and others see it."""
    helper = a_user("helper")
    a_second_factor(helper)
    members.appoint(club=site.club, user=helper, role="helper", by=site.director)
    people = {
        "director": site.director,
        "owner": a_user("owner", is_superuser=True, is_staff=True),
        "helper": helper,
    }
    clients = {
        role: a_client(site, role, people) for role in ("nobody", "player", "director", "owner", "helper")
    }
    for _, address, _ in list_calls("GET"):
        if address.path in addresses.NOT_RECORDED:
            continue
        name, path = slug(address.path.replace("/api/v1/", "api/")), fill_in(address.path, site)
        for role, client in clients.items():
            recorder.page(client, f"installation/{role}/{name}", path)
        recorder.page(clients["nobody"], f"installation/nobody-it/{name}", path, **ITALIAN)


def record_random_events(recorder: Recorder, whole: bool) -> None:
    """Random events of every format: the journal, what it tells of places and standings, and ratings."""
    forms = list(OPENINGS)
    for number in range(ALL_EVENTS if whole else SOME_EVENTS):
        form = forms[number % len(forms)]
        course = run_simulation(f"net-{number}", [form])
        state = fold(list(course.rows))
        recorder.write(
            f"random/{number:03}-{form}", event_file(course.rows, state).decode().replace(",", ",\n")
        )
        settled = [one for _, one in sorted(state.results.items()) if one.winner_entry and not one.is_absence]
        results = (
            RatedMatch(place, one.winner_entry, one.loser_entry, RATED_LENGTH)
            for place, one in enumerate(settled, start=1)
        )
        ratings = sorted(rate_all(results).standings.items())
        rows = (f"{entry}: {standing.rating:.4f} {standing.experience}" for entry, standing in ratings)
        recorder.write(f"random-ratings/{number:03}-{form}", "\n".join(rows) + "\n")


GROUPS: dict[str, Callable[[Recorder, bool], None]] = {
    "weekend": record_weekend,
    "evening": record_evening,
    "installation": record_installation,
    "formats": record_formats,
    "demo": record_demo,
    "random": record_random_events,
}
