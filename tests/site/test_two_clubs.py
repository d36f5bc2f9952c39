"""Two clubs under one roof: nothing of one is found through the other, and nothing of it is shown there."""

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
from matches.services import players
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

# Pages of the whole site announce every club to everybody; those of a club have a placeholder.
OF_A_CLUB = [path for path in list_public_paths() if "{" in path]
DESK = ("", "cards/", "correct/{match}/")
# The statuses of what is done.
DONE = {"200", "201", "204", "303"}
# Their refusals draw a page that everybody may read.
ON_PUBLIC_PAGES = (
    "/m/",
    "/join/",
    "/mail/stop/",
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
    """Two sites whose names carry different marks, on different days."""
    with django_db_blocker.unblock(), transaction.atomic():
        ours, value = a_site("Heron"), a_site("Magpie")
        tournament = value.event.tournament
        tournament.slug = "their-night"
        tournament.save()
        season = value.league.tournament
        season.slug = value.league.slug = "their-league"
        season.save()
        value.league.save()
        yield ours, value
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

    value, closed = (director.get(address.format(**site.names)) for site in clubs)

    assert (value.status_code, b"magpie" in value.content.lower()) == (200, False)
    assert closed.status_code == 404


@pytest.mark.parametrize("address", MIXED)
def test_what_is_another_clubs_is_not_there(clubs: tuple[Site, Site], director: Client, address: str) -> None:
    ours, result = clubs
    others = {f"other_{name}": value for name, value in result.names.items()}
    others["other_league_path"] = str(others["other_league"]).partition("/")[2]

    answer = director.get(address.format(**ours.names, **others))

    assert (answer.status_code, b"magpie" in answer.content.lower()) == (404, False)


@pytest.mark.parametrize("action", ["result", "confirm", "rule", "award", "call"])
def test_no_desk_decides_another_clubs_match(clubs: tuple[Site, Site], director: Client, action: str) -> None:
    ours, value = clubs
    mapping = {**RULED, "match": value.match.code, "ending": "forfeit", "winner": "white", "table": 1}
    value.match.refresh_from_db()
    before = value.match.version

    answer = director.post("/clubs/{competition}/desk/".format(**ours.names) + f"{action}/", mapping)

    value.match.refresh_from_db()
    assert (answer.status_code, value.match.version) == (404, before)


def rights(method: str) -> list[str]:
    """Every address of the table that is not for everybody, for a method."""
    calls = [address for _, address, _ in list_calls(method) if "{" in address.path]
    return [address.path for address in calls if method != "GET" or not address.is_public]


def a_client(user: User) -> Client:
    """Somebody signed in."""
    client = Client()
    client.force_login(user)
    return client


def tells(answer: HttpResponse, *text: str) -> bool:
    """Whether an answer names anything of the other club but for what the asker `known` before."""
    value = b"".join(answer) if answer.streaming else answer.content
    result = f"{value.decode(errors='replace')} {answer.headers}"
    for phrase in text:
        result = result.replace(phrase, "").replace(quote(phrase, safe=""), "")
    return "magpie" in result.lower()


def send(client: Client, method: str, address: str, path: str, site: Site) -> HttpResponse:
    """Send a request as the table has it, to a path of another site too."""
    values = {"card": "", "token": "x", "version": 1, "waiting": 1, "last": 1}
    return send_request(client, method.upper(), address, site, target=path, **values)


def is_for_all(method: str, address: str) -> bool:
    """Whether the director of another club may call an address, too."""
    return BY_PATH[address].calls[method.upper()].answers["foreign"] in DONE


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done in here has not been done."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_no_page_of_an_officer_shows_another_club(clubs: tuple[Site, Site], director: Client) -> None:
    mapping = {address: director.get(address.format(**clubs[0].names)) for address in rights("GET")}

    assert [address for address, answer in mapping.items() if tells(answer)] == []


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_no_view_of_an_official_opens_for_another_club(
    clubs: tuple[Site, Site], director: Client, method: str
) -> None:
    """Every address of the other club: nothing is done, and a refusal names at most the club, as lists do."""
    result, value = clubs[1], []
    for address in rights(method.upper()):
        path = address.format(**result.names)
        with undone():
            answer = send(director, method, address, path, result)
        is_disclosed = tells(answer, path, result.club.name, result.club.slug) and not address.startswith(
            ON_PUBLIC_PAGES
        )
        is_done = str(answer.status_code) in DONE and not is_for_all(method, address)
        if is_disclosed or is_done or answer.status_code >= 500:
            value.append((address, answer.status_code, is_disclosed))

    assert value == []


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
def test_a_thing_of_another_club_is_not_there_below_ones_own(
    clubs: tuple[Site, Site], director: Client, method: str
) -> None:
    ours, result = clubs
    things = {"member", "invite", "weekly", "list", "screen", "bundle", "past", "task", "webhook"}
    names = {**ours.names, **{name: value for name, value in result.names.items() if name in things}}
    items = []
    for address in rights(method.upper()):
        if any(f"{{{thing}}}" in address for thing in things):
            path = address.format(**names)
            with undone():
                answer = send(director, method, address, path, ours)
            if not is_for_all(method, address) and (
                answer.status_code not in (403, 404) or tells(answer, path)
            ):
                items.append((address, answer.status_code))

    assert items == []


@pytest.mark.parametrize("address", ["/p/{player}/yours/", "/api/v1/players/{player}/"])
def test_a_person_known_in_both_clubs_is_named_by_neither(
    clubs: tuple[Site, Site], director: Client, address: str
) -> None:
    ours, value = clubs
    actions = ("name", "forget") if address.startswith("/p/") else ("display-name", "forget")
    with undone():
        players.issue_badge(desk=value.match.desk, player=ours.match.white, by=SYSTEM)
        host = a_client(a_user("host", is_superuser=True))
        answers = [
            send(
                client,
                "put" if action == "display-name" else "post",
                f"{address}{action}/",
                f"{address}{action}/".format(**ours.names),
                ours,
            ).status_code
            for client in (director, a_client(value.director), host)
            for action in actions
        ]

    assert answers[:4] == [403] * 4
    assert 403 not in answers[4:]


def test_no_finding_box_finds_another_club(clubs: tuple[Site, Site], director: Client) -> None:
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

    assert {box: (answer.status_code, tells(answer)) for box, answer in answers.items()} == dict.fromkeys(
        boxes, (200, False)
    )


def test_people_of_another_club_are_outsiders_here(clubs: tuple[Site, Site], director: Client) -> None:
    ours, value = clubs
    outsider, club = value.match.white, ours.club
    two = {"white": outsider.code, "black": ours.match.black.code, "length": 5}
    with undone():
        casual = director.post(f"/clubs/{club.slug}/casual/", two)
        director.post(f"/clubs/{club.slug}/members/enrol/", {"name": outsider.full_name})
        enrolled = club.memberships.latest("pk").player
        badge = Client()
        badge.post("/b/", {"token": value.tokens["player"]})
        result = badge.post(f"/clubs/{club.slug}/casual/", two)

    assert (casual.status_code, result.status_code) == (400, 403)
    assert enrolled is not None
    assert enrolled.pk != outsider.pk


def test_an_invitation_leads_to_its_own_club_alone(clubs: tuple[Site, Site], director: Client) -> None:
    ours, value = clubs
    with undone():
        director.post(f"/join/{value.names['link']}/", {"name": "Guest"})
        joined = value.club.memberships.filter(user=ours.director)
        offices = list(joined.values_list("role", flat=True))
        closed = director.get("/clubs/{club}/invitations/".format(**value.names)).status_code

    assert (offices, closed) == (["member"], 404)
