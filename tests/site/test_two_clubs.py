"""Two clubs on one site: the officers of one cannot see or change anything of the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoDbBlocker

from matches.actors import SYSTEM
from matches.models import User
from matches.services import badges
from tests.factories import a_user
from tests.site.addresses import BY_PATH, list_calls, list_public_paths
from tests.site.bodies import RULED
from tests.site.requests import fill_in, send_request
from tests.site.two_clubs import Site, a_site

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.second_stage,
    pytest.mark.usefixtures("lean_requests"),
]

# Pages without a placeholder belong to the whole site and name every club.
OF_A_CLUB = [path for path in list_public_paths() if "{" in path]
DESK = ("", "cards/", "correct/{match}/")
# The statuses of successful requests.
DONE = {"200", "201", "204", "303"}
# Addresses whose refusal is shown on a public page.
ON_PUBLIC_PAGES = (
    "/m/",
    "/join/",
    "/mail/stop/",
    "/certificates/",
    "/p/{player}/performance/cards/",
    "/signed-up/",
    "/api/v1/sign-ups/",
    "/clubs/{signing}/sign-up/",
    "/api/v1/clubs/{signing_api}/registration/sign-ups/",
    "/api/v1/clubs/{club}/ladders/",
    *(f"/clubs/{{club}}/{page}/" for page in ("casual", "ladders", "mine")),
)
MIXED = (
    "/clubs/{club}/{other_evening}/",
    "/clubs/{club}/{other_evening}/monday-night/",
    "/clubs/{competition}/desk/correct/{other_match}/",
    "/clubs/{club}/{other_league_path}/league/",
    "/clubs/{club}/{other_league_path}/league/1.csv",
    "/clubs/{club}/{other_league_path}/desk/league/",
    "/clubs/{signing}/registration/{other_sign_up}/",
    "/m/{match}/record/{other_record}/",
    "/m/{match}/record/{other_record}/text/",
    "/api/v1/matches/{match}/transcripts/{other_record}/",
    "/api/v1/clubs/{club}/rating-lists/{other_list}/ratings/",
    "/api/v1/clubs/{club}/tournaments/{other_evening}/",
)


@pytest.fixture(scope="module")
def clubs(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Site, Site]]:
    """Two clubs whose names carry different marks and whose tournaments have different slugs."""
    with django_db_blocker.unblock(), transaction.atomic():
        own_club, other_club = a_site("Heron"), a_site("Magpie")
        tournament = other_club.event.tournament
        tournament.slug = "their-night"
        tournament.save()
        season = other_club.league.tournament
        season.slug = other_club.league.slug = "their-league"
        season.save()
        other_club.league.save()
        yield own_club, other_club
        transaction.set_rollback(True)


@pytest.fixture
def director(clubs: tuple[Site, Site]) -> Client:
    """The director of the first club."""
    client = Client()
    client.force_login(clubs[0].director)
    return client


def test_a_page_shows_its_own_club_alone(
    subtests: pytest.Subtests, clubs: tuple[Site, Site], director: Client
) -> None:
    for address in OF_A_CLUB:
        with subtests.test(address=address):
            page = director.get(fill_in(address, clubs[0]))

            assert (page.status_code, b"magpie" in page.content.lower()) == (200, False)


@pytest.mark.parametrize("page", DESK)
def test_a_desk_shows_its_own_club_alone(clubs: tuple[Site, Site], director: Client, page: str) -> None:
    address = "/clubs/{competition}/desk/" + page

    own_desk, other_desk = (director.get(address.format(**site.names)) for site in clubs)

    assert (own_desk.status_code, b"magpie" in own_desk.content.lower()) == (200, False)
    assert other_desk.status_code == 404


@pytest.mark.parametrize("address", MIXED)
def test_paths_that_mix_two_clubs_are_not_found(
    clubs: tuple[Site, Site], director: Client, address: str
) -> None:
    own_club, other_club = clubs
    other_names = {f"other_{name}": value for name, value in other_club.names.items()}
    other_names["other_league_path"] = str(other_names["other_league"]).partition("/")[2]

    answer = director.get(address.format(**own_club.names, **other_names))

    assert (answer.status_code, b"magpie" in answer.content.lower()) == (404, False)


@pytest.mark.parametrize("action", ["result", "confirm", "rule", "award", "call"])
def test_no_desk_decides_another_clubs_match(clubs: tuple[Site, Site], director: Client, action: str) -> None:
    own_club, other_club = clubs
    form = {**RULED, "match": other_club.match.code, "ending": "forfeit", "winner": "white", "table": 1}
    other_club.match.refresh_from_db()
    before = other_club.match.version

    answer = director.post("/clubs/{competition}/desk/".format(**own_club.names) + f"{action}/", form)

    other_club.match.refresh_from_db()
    assert (answer.status_code, other_club.match.version) == (404, before)


def rights(method: str) -> list[str]:
    """Every address of the table with this method that is not public."""
    calls = [address for _, address, _ in list_calls(method) if "{" in address.path]
    return [address.path for address in calls if method != "GET" or not address.is_public]


def a_client(user: User) -> Client:
    """A client with a signed-in user."""
    client = Client()
    client.force_login(user)
    return client


def names_other_club(answer: HttpResponse, *known: str) -> bool:
    """Whether an answer contains the mark of the other club, apart from the texts in `known`."""
    content = b"".join(answer) if answer.streaming else answer.content
    text = f"{content.decode(errors='replace')} {answer.headers}"
    for known_text in known:
        text = text.replace(known_text, "").replace(quote(known_text, safe=""), "")
    return "magpie" in text.lower()


def send(client: Client, method: str, address: str, path: str, site: Site) -> HttpResponse:
    """Send a request as the table of addresses describes it, to a path of either club."""
    values = {"card": "", "token": "x", "version": 1, "waiting": 1, "last": 1}
    return send_request(client, method.upper(), address, site, target=path, **values)


def is_for_all(method: str, address: str) -> bool:
    """Whether the director of another club may call an address."""
    return BY_PATH[address].calls[method.upper()].answers["foreign"] in DONE


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back every change made inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_no_page_of_an_officer_shows_another_club(clubs: tuple[Site, Site], director: Client) -> None:
    answers = {address: director.get(address.format(**clubs[0].names)) for address in rights("GET")}

    assert [address for address, answer in answers.items() if names_other_club(answer)] == []


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_no_view_of_an_official_opens_for_another_club(
    clubs: tuple[Site, Site], director: Client, method: str
) -> None:
    """At every address of the other club, nothing is changed, and a refusal names nothing but the club."""
    other_club, failures = clubs[1], []
    for address in rights(method.upper()):
        path = address.format(**other_club.names)
        with rolled_back():
            answer = send(director, method, address, path, other_club)
        # The message about a permitted action waits for the next page, of whatever club.
        director.cookies.pop("messages", None)
        is_disclosed = names_other_club(
            answer, path, other_club.club.name, other_club.club.slug
        ) and not address.startswith(ON_PUBLIC_PAGES)
        is_done = str(answer.status_code) in DONE and not is_for_all(method, address)
        if is_disclosed or is_done or answer.status_code >= 500:
            failures.append((address, answer.status_code, is_disclosed))

    assert failures == []


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_objects_of_another_club_are_not_found_under_the_own_club(
    clubs: tuple[Site, Site], director: Client, method: str
) -> None:
    own_club, other_club = clubs
    placeholders = {"member", "invite", "weekly", "list", "screen", "bundle", "past", "task", "webhook"}
    names = {
        **own_club.names,
        **{name: value for name, value in other_club.names.items() if name in placeholders},
    }
    failures = []
    for address in rights(method.upper()):
        if any(f"{{{placeholder}}}" in address for placeholder in placeholders):
            path = address.format(**names)
            with rolled_back():
                answer = send(director, method, address, path, own_club)
            if not is_for_all(method, address) and (
                answer.status_code not in (403, 404) or names_other_club(answer, path)
            ):
                failures.append((address, answer.status_code))

    assert failures == []


@pytest.mark.parametrize("address", ["/p/{player}/yours/", "/api/v1/players/{player}/"])
def test_a_player_known_in_both_clubs_is_renamed_only_by_the_host(
    clubs: tuple[Site, Site], director: Client, address: str
) -> None:
    own_club, other_club = clubs
    actions = ("name", "forget") if address.startswith("/p/") else ("display-name", "forget")
    with rolled_back():
        badges.issue_badge(desk=other_club.match.desk, player=own_club.match.white, by=SYSTEM)
        host = a_client(a_user("host", is_superuser=True))
        answers = [
            send(
                client,
                "put" if action == "display-name" else "post",
                f"{address}{action}/",
                f"{address}{action}/".format(**own_club.names),
                own_club,
            ).status_code
            for client in (director, a_client(other_club.director), host)
            for action in actions
        ]

    assert answers[:4] == [403] * 4
    assert 403 not in answers[4:]


def test_no_search_finds_another_club(clubs: tuple[Site, Site], director: Client) -> None:
    club, competition = (clubs[0].names[name] for name in ("club", "competition"))
    boxes = (
        f"/clubs/{club}/members/?find=anna",
        f"/clubs/{club}/audit-log/",
        f"/clubs/{competition}/desk/find/?letters=anna",
        f"/clubs/{competition}/desk/",
        f"/clubs/{club}/casual/",
        f"/clubs/{club}/nights/",
        f"/clubs/{club}/calendar.ics",
        f"/clubs/{club}/attendance/attendance.csv",
    )

    answers = {box: director.get(box) for box in boxes}

    assert {
        box: (answer.status_code, names_other_club(answer)) for box, answer in answers.items()
    } == dict.fromkeys(boxes, (200, False))


def test_players_of_another_club_are_unknown_in_the_own_club(
    clubs: tuple[Site, Site], director: Client
) -> None:
    own_club, other_club = clubs
    outsider, club = other_club.match.white, own_club.club
    players_and_length = {"white": outsider.code, "black": own_club.match.black.code, "length": 5}
    with rolled_back():
        casual = director.post(f"/clubs/{club.slug}/casual/", players_and_length)
        director.post(f"/clubs/{club.slug}/members/enrol/", {"name": outsider.full_name})
        enrolled = club.memberships.latest("pk").player
        badge = Client()
        badge.post("/b/", {"token": other_club.tokens["player"]})
        casual_by_badge = badge.post(f"/clubs/{club.slug}/casual/", players_and_length)

    assert (casual.status_code, casual_by_badge.status_code) == (400, 403)
    assert enrolled is not None
    assert enrolled.pk != outsider.pk


def test_an_invitation_leads_to_its_own_club_alone(clubs: tuple[Site, Site], director: Client) -> None:
    own_club, other_club = clubs
    with rolled_back():
        director.post(f"/join/{other_club.names['link']}/", {"name": "Guest"})
        joined = other_club.club.memberships.filter(user=own_club.director)
        offices = list(joined.values_list("role", flat=True))
        closed = director.get("/clubs/{club}/invitations/".format(**other_club.names)).status_code

    assert (offices, closed) == (["member"], 404)
